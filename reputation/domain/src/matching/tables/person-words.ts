/** Words around personal names, typed from common knowledge; as `toWords` writes them. */

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Say who somebody is, not what they are called. Left out or added, they hardly change a score. */
export const titles = set(`
  mr mrs ms miss mister dr doctor prof professor sir lord dame lady honorable honourable rev reverend
  gen general col colonel lt lieutenant maj major capt captain cpt cmdr commander admiral adm brig brigadier sgt sergeant
  president vice minister prime senator governor ambassador chairman
  sheikh shaikh shaykh sheik cheikh sheykh cheik shaik mullah mulla molla maulavi mawlawi maulawi molvi moulavi maulana mawlana mowlana mufti qari
  haji hajji hadji haj hajj alhaj alhaji elhadj hadj ayatollah ayatullah hojatoleslam hojjatoleslam imam ustad ustaz
  eng engineer ing inz ir jr sr junior senior phd md esq retd herr frau monsieur madame mme
  akhund
  presidente prasident predsjednik presedintele presiden prezident prezydent elnok
`)

/** Small words inside names. They join names more than they tell them apart. */
export const particles = set(`
  al el ul ar as ash ad an az at ur ud us uz ush eddin ed bin ibn ben bint binti bnu ould wuld weld mint ag ap ab ould na
  de la le les los las del della delle di da do dos das du des van von der den ter ten zu zur zum af av y e und and of the a o
`)

/** Particles that say 'son of' or 'daughter of': different spellings of one word. */
export const kinship = set('bin ibn ben bnu binti bint ould wuld weld mint ag')

/** Abd al-Rahman, Abdul Rahman, Abdel Rahman: the first words of the same compound. */
export const servants = set('abd abdu abdul abdel abdal abdol abdoul abdool abdil abdur abdus abdal adb adbul abdl')

/**
 * Short and familiar forms of given names, a group a line. Only forms that are used in place of the full name in
 * documents or in the press.
 */
const nicknameGroups = `
  benjamin ben benny bibi binyamin
  barack barry
  alexander alexandr aleksandr aleksander aleksandar alex alec sasha sascha sacha xander alejandro alessandro alexandre oleksandr iskander iskandar alyaksandr aliaksandr
  alexandra aleksandra sandra oleksandra
  alexei alexey aleksei aleksey alexej alyosha alexis oleksiy oleksii alaksiej
  anatoly anatoli anatoliy tolya
  andrew andy drew andrei andrey andrej andriy andrii andreas andres andre andrzej andrea
  anthony tony antony antonio anton antoine
  boris borya borys
  catherine kate katherine katie ekaterina yekaterina kateryna katya
  charles charlie chuck carlos karl carl carlo
  daniel dan danny danil daniil danylo
  david dave davyd davide dawud daoud dawood daud
  dmitry dima dmitri dmitriy dmitrij dmytro
  edward ed eddie ted eduard edvard eduardo
  elizabeth liz beth betty elisabeth yelizaveta elizaveta
  eugene gene evgeny yevgeny evgeniy yevgeniy evgenii evgueni yevhen yevgen jewgenij
  elena yelena olena helen helena lena
  francis frank franz francisco francesco paco pancho
  frederick fred freddy frederic federico
  george georgy georgi georgiy jorge giorgi yuri yury yuriy jurij iouri yurii georgios heorhii
  gerald gerry jerry
  gregory greg grigory grigori grigoriy hryhorii hryhoriy gregorio
  helmut helmuth
  henry hank harry henri enrique heinrich
  igor ihor
  ivan vanya ioann iwan
  jacob jake yakov yaakov iakov jakob yakub yaqub yaqoub yakoub jacques
  james jim jimmy jaime
  john jack johnny jon johan johann johannes jan jean juan joao giovanni ioannis
  joseph joe joey jose josef iosif yosef yusuf yousef yousuf youssef yusef yousif youssouf giuseppe
  kenneth ken kenny
  lawrence larry laurence
  leonid leo
  luis louis lewis luiz luigi ludwig
  margaret maggie peggy meg margarita
  maria mary marie mariya mariia marija
  mark marc marcus marko marco marcos
  matthew matt matvey matthias mateo matteo
  michael mike mikey mick mikhail michail mihail mikhael misha miguel michel mykhailo mykhaylo mikail mikayil
  muhammad mohammad mohammed mohamed mohamad muhammed mohd muhamad mahomed mehmet magomed mukhammad mukhamad mohamud mouhamed mohammod md
  nicholas nick nicolas nikolai nikolay nikolaj mykola nikola niko nicola nicolae kolya
  oleg oleh
  patricia pat patty
  paul pavel pawel pavlo paulo pablo paolo
  peter pete petr pyotr petro piotr pedro pietro pierre petar
  philip phil filipp felipe philippe
  richard dick rick ricky rich ricardo
  robert bob bobby rob robbie roberto
  ronald ron ronnie
  samuel sam sammy
  semyon semen simon semion simeon
  sergei sergey serge sergiy serhiy serhii sergej sergii siarhei
  stanislav stas
  stephen steve steven stefan stepan esteban etienne stephan
  susan sue suzanne
  svetlana sveta svitlana
  theodore teddy fedor fyodor feodor theo
  thomas tom tommy tomas
  timothy tim timofey
  valery valeri valeriy valerii valeria
  vasily vasili vasiliy vasil vasyl vassily basil
  victor viktor vitya vic
  vladimir volodymyr vova volodya uladzimir vladimer wladimir
  vladislav vlad wladislaw vladyslav
  vyacheslav viacheslav slava viatcheslav
  walter walt
  william bill billy will willy guillermo wilhelm
  yulia julia yuliya iuliia
  zachary zach zack
  ibrahim abraham ebrahim avraham
  musa moses moussa mousa moshe
  suleiman solomon sulaiman suleyman sulayman soleiman
  ismail ishmael ismael esmail
  isa jesus eisa issa
  yahya john yahia
  umar omar oumar omer
  osama usama oussama
  uthman osman othman usman
  hussein husain husayn hussain hossein hosein hussayn
`
const namesByGroup = nicknameGroups
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
/** Given name → number of its group. A name in several groups keeps the first. */
export const nicknameGroup = new Map<string, number>()
for (const [group, names] of namesByGroup.entries())
  for (const name of names) if (!nicknameGroup.has(name)) nicknameGroup.set(name, group)

const nicknames = namesByGroup.map((names, group) => names.filter((name) => nicknameGroup.get(name) === group))

/** The names that have the group. */
export const nicknamesOf = (group: number): readonly string[] => nicknames[group] ?? []

/** The endings that make a father's name of a given name in Slavic languages. */
export const patronymic = /(ovich|evich|ovych|evych|ovic|evic|yich|ovna|evna|ivna|ovitch|evitch|ovitsj|ovitj|evitj)$/

const spellings = (groups: string): ReadonlyMap<string, string> => {
  const first = new Map<string, string>()
  for (const line of groups.trim().split('\n')) {
    const [chosen, ...others] = line.trim().split(/\s+/)
    for (const other of others) first.set(other, chosen!)
  }
  return first
}

/** Titles and articles that are one word in several transliterations → the spelling that stands for all. */
export const oneSpelling = spellings(`
  sheikh shaikh shaykh sheik cheikh sheykh cheik shaik
  mullah mulla molla
  maulavi mawlawi maulawi molvi moulavi mowlawi
  maulana mawlana mowlana
  haji hajji hadji haj hajj alhaj alhaji elhadj hadj
  doctor dr
  professor prof
  general gen
  colonel col
  captain capt cpt
  major maj
  lieutenant lt
  engineer eng ing ir
  ayatollah ayatullah
  ustad ustaz
  al el ul ar as ash ad an az at ur us uz ush
`)
