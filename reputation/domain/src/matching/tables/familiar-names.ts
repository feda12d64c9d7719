/**
 * Familiar forms of given names beyond the groups of `person-words.ts`: a full name and what its bearers are called, a
 * line each, typed from common knowledge. A form may belong to several names (Sam, Valya).
 */
import { commonNames } from './common-names.ts'
import { nicknameGroup, nicknamesOf } from './person-words.ts'

const table = `
  aaron ron; abigail abby abbie gail; abraham abe bram; adam adi ady; adela adele della; adelaide addie heidi ada; adeline addie; adolf dolf adi; adolfo fito; adriana adri; adriano adri; agatha aggie; agnes aggie nessie; agnieszka aga agusia;
  agustin tin agus; aidan aid; aitor aito; alan al lanny; albert al bert bertie berti; alberto beto berto tito; albina alya; alejandra ale sandra jandra; alejandro ale jandro; aleksandra ola olka sasha shura asya; aleksander olek olo; aleksei lyosha alyosha lesha; aleksandr sasha sanya shura shurik;
  alena alenka lena; alessandra ale sandra; alfonso poncho fonso; alfred al alf alfie fred freddie fredo; alfredo fredo fredy; alice ali ally; alicia ali licia; alina alinka alya; alisa alya; alistair al alister; alla allochka; allison ali allie; alonso alo lon lonzo; alphonse al; alva al; alvin al; amalia amy mali; amanda mandy mandi manda; amelia amy millie mia; ana anita anica; anastasia nastya stacy ana stasya nastia asya tasya; anatoly tolya tolik;
  andrea andie; angela angie; angelica angie; angelina angie lina; ann annie nancy; anna annie anya anka anechka nyura ania; annabelle anna belle; anthony tony ant; antoni antek tolek; antonina tonya tosya nina; antonio tonio toni nino; antonin tonda; araceli celi; ariadna ada; ariel ari; arkadiy arkasha arik kesha; arkady arkasha arik; arnold arnie; arseniy senya arsen; artem tyoma tema artyom; artur art arek; arthur art artie; arturo turo; ashley ash; augustus gus augie; augustin gus; avraham avi; azaliya aza;
  barbara barb babs barbie basia varya bara; barnabas barney; bartholomew bart; bartlomiej bartek; bartosz bartek; basil baz; beata beatka; beatrice bea trixie; beatriz bea betty bia; belinda bel linda; benedict ben benny; bernadette bernie; bernard bernie barney; bertha bertie; bertram bert; bethany beth; beverly bev; bogdan bodya dana bogdasha; bohdan bodya; boleslaw bolek; boris borya borka; bozena bozenka; bradford brad; bradley brad; brandon bran; brian bri; bridget biddy bridie; brigitte gitte gitta; bronislaw bronek; bronislava bronya;
  calvin cal; cameron cam; camila cami; camille cam; carl carlie; carlos carlitos calo; carmela mela; carmen carmina menchu; carolina caro lina; caroline carrie caro lina; carolyn carrie lyn; cassandra cass cassie sandra; catalina cata lina; cecilia cece cissy ceci; cecil ces; celestino tino; cesar cesarito; charles chaz chas chip; charlotte lottie charlie char lotte; chester chet; christian chris kit; christiana chris tiana; christina chris tina chrissy; christine chris tina chrissy; christoph chris stoffel; christopher chris kit topher kris; clara clare; clarence clare; claude claudie; claudia clau klaudia; clement clem; clifford cliff; clifton cliff; clinton clint; concepcion concha conchita; conrad con curt; constance connie; constantin costa dinu; constantine con kostya gus costas dinos; consuelo chelo; cornelia nel corrie; cornelius con neil niels; cristian cris; cristina cris tina; cristobal tobal; curtis curt; cynthia cindy cindi; cyril cy; cyrus cy;
  daisy day; dale dal; damian dami; daniel danilo; daniela dani ela; daniil danya; daria dasha; darlene dar; darya dasha dashka; david davey dudu; deborah deb debbie debby debra; delbert del bert; delia dee; demetrios jimmy mitsos; denis den deniska; dennis den denny; derek del; diana di didi; diego dieguito; dimitar mitko mitio; dimitris mimis; dimitrios mimis dimitris; dina dinka; dirk dirkie; dmitriy dima mitya dimon; dmitry dima mitya; dolores lola loli lolita; dominic dom nick; dominik domi dom nik; dominika domi; dominique dom; donald don donny; donatella dona tella; dora dory; dorothy dot dottie dolly dora; doroteya dora; dorota dorotka; douglas doug dougie; duncan dunc; dusan dusko; dustin dust; dwight ike;
  ebenezer eb; edgar ed eddie; edith edie; edmund ed ned ted eddie; eduard edik; eduardo edu lalo; edward ned teddy; edwin ed eddie; edyta edytka; efraim effie; efrain efra; egor gosha; eileen ellie; ekaterina katya katyusha; elaine lainie; eleanor ellie nell nora ella; eleanora nora ella; elena lenka alyona; elias eli; elijah eli lije; elisa lisa; elisabeth elli lisa liesel lise elsa; eliza liza; elizabeth eliza lizzy lizzie bess bessie lisa libby elsie betsy; elizaveta liza lizka; ella ellie; elmer el; elvira elya elvie; emanuel manu manny; emil emi milo; emilia emi mila; emiliano emi; emilio emi milo; emily em emmy millie; emma em emmy; emmanuel manny manu; enrique quique kike; eric rick ricky; erica rikki; erik rik; erika rika; ernest ernie; ernesto neto erni tito; erwin win; esmeralda esme; esperanza espe; estela tela; esteban teban; esther essie hettie; ethel ethie; eugene zhenya; eugenia genie zhenya; eugenio geno; eulalia lalia; eusebio chebo sebio; eva evie evita; evan ev; evangelos vangelis vagelis; evdokia dusya; evelyn evie eve; evgeny zhenya; evgenia zhenya; ewa ewka; ezequiel cheque eze; ezra ez;
  fabian fabi; fabiola fabi; faina faya; fatima fati; federica fede; federico fede; fedor fedya; felicia fel; felicity flick; felix fe; ferdinand ferdi ferdy nando fred; fernanda fer nanda; fernando fer nando; fiodor fedya; filip filya fil; filipp filya; flavio flavi; florence flo flora flossie; florian flo; frances fran fannie frannie francie; francesca chicca fran franca; francesco cecco ciccio; francis fran; francisca paca paqui fran chica; francisco fran chico pacho kiko; franciszek franek; franklin frank; franz franzl; fredrick fred; frederica freddie rica; frederick rick; friedrich fritz fred friedel; frieda fritzi;
  gabriel gabe gabi gabo; gabriela gabi gaby; gabrielle gabby ella; galina galya galka; gareth gary; gaspar gas; gavriil gavryusha; genevieve gen ginny; gennadiy gena genka; gennady gena; geoffrey geoff jeff; georg schorsch jorg; george georgie; georgina gina georgie; georgios giorgos yiorgos; geraldine gerry; gerard gerry jerry; gerardo gera; gerasim gera; gerhard gerd hardy; gertrude gert trudy gertie; gianluca luca; gideon gid; gilbert gil bert; gilberto gil beto; gina gigi; giovanna gianna vanna; giovanni gianni nanni; giuseppe beppe peppe pino; giuseppina pina; gleb glebushka; gloria glory; gonzalo gonza chalo; grace gracie; graciela chela; gregor greg; gregoria goya; gregorio goyo; gretchen gretel; grigoriy grisha; grigory grisha; grzegorz grzesiek grzes; guadalupe lupe lupita; guido guy; guillermo memo; guillaume guy gui; gustav gus; gustavo gus tavo; gwendolyn gwen wendy;
  hannah hanna annie; hannelore hanne lore; hans hansi; harold hal harry; harriet hattie harry; harrison harry; harvey harv; hector tito; heinrich heinz heini; heinz heini; helen nell nellie; helena hela; helene leni; helga helgi; henrietta hettie etta; henry hal; henryk heniek; herbert herb bert herbie; herman herm; hermann manni; herminia mina; hilary hil; hildegard hilde; howard howie; hubert hugh bert hubie; hugo hugh; humberto beto; humphrey hump;
  ian ianto; ida idka; ignacio nacho; ignacy ignac; ignat ignasha; ignatius iggy nate; igor igoryok gosha; ilya ilyusha ilyukha; imelda mel; imogen immy; inessa ina; inga inna; ingrid inga; inna innochka; innokentiy kesha; ioanna giota; ioannis yannis giannis; iosif osya yosya; ira irka; irene rene renie; irena irka; irina ira irka irisha; iryna ira; irving irv; isaac ike zak; isabel isa bel chabela bella; isabella bella izzy isa; isaiah ike; isaac izzy; isidore izzy dore; isidro chilo; ismael isma; israel izzy; ivan vanya vanka vanyusha; ivana iva; ivanka iva; izabela iza;
  jacek jac; jack jackie; jacob jay; jacqueline jackie jacqui; jadwiga jadzia; jaime jimmy; jakub kuba kubus jakob; jamal jay; jan janek jas; jane janie jenny; janet jan; janice jan; janina janka nina; janos jancsi jani; janusz janek; jaroslav jarda jarek; jaroslaw jarek; jason jay jace; javier javi; jean jeannie; jeanette jean; jeannette jean; jeffrey jeff; jelena jeca lena; jennifer jen jenny jenni; jeremiah jerry jem; jeremy jerry jem; jerome jerry; jerzy jurek; jessica jess jessie; jesse jess; jesus chucho chuy; joachim jo achim jochen; joan joanie; joana jo; joanna jo joanie asia joasia; joao joaozinho jao; joaquin quino joaco; jocelyn joss; johan jo; johann hannes hans; johanna hanna jo; johannes hannes hans jo; john jackie jock; jonathan jon jonny nathan; jordan jordy; jorge coco; jose pepe chepe; josef sepp pepi; josefina fina pepa josie; joseph joey jo; josephine jo josie fina; joshua josh; josip joso; jovan jova; joyce joy; jozef jozek jozko; juan juancho juanito; juana juanita; juanita nita; judith judy jude judi; julia jules julie; julian jules jule; julio julito; julius jules; jurgen jurg; justin just; justine tina; justyna justynka;
  kamil kamilek; kamila kama; karel karlik; karen kari; karl kalle; karolina karo karola; karsten kasten; kasper kasp; katarzyna kasia kaska kate; katarina kata katka; katharina kathi kati katja; katherine kathy kat kitty kay katie kate; kathleen kathy kath; kathryn kathy; katrina kat trina; kazimierz kazik; kazimir kazik; kelvin kel; kendrick ken; kevin kev; kimberly kim kimmy; kirill kirya kirusha; klara klari; klaus klausi; klavdiya klava; kliment klim; konstantin kostya kostik; konstantinos kostas dinos; kostas kosta; kristen kris; kristian kris; kristin kris; kristina kris tina kristi; kristoffer kris; krystyna krysia krystynka; krzysztof krzys krzysiek; ksenia ksyusha; kseniya ksyusha;
  lambert bert; lana lanka; larisa lara larochka; larissa lara; lars lasse; laszlo laci; laura laurie lori; lauren laurie; laurence larry laurie; lavrentiy lavrik; lawrence larry laurie lars; leandro lea; lena lenka; lennart lenny; leo lev; leon leo; leonard leo len lenny; leonardo leo leonard nardo; leonid lyonya lenya lyosha; leonor leo nora; leonora nora; leopold leo poldi; leslie les; lester les; lev lyova lyovushka; lidia lida; lidiya lida; liliana lili; lillian lil lily; linda lin lindy; lionel leo; lorenzo enzo renzo; loretta lori etta; lorraine lori; louis lou louie; louisa lou; louise lou lulu; luba lyubka; luca luke; lucas luc luke; lucia lucy luci; lucian luci; luciana luci; lucille lucy; lucinda cindy lucy; lucjan lucek; ludmila luda mila; ludmilla mila lyuda; ludovic ludo; ludwig luggi; luigi gigi gino; luis lucho; luisa lu; luke luc; lukas luki; lukasz luki; luther lu; luz lucha; lydia liddy; lyubov lyuba; lyudmila lyuda lusya mila luda; 
  mackenzie mac; madeleine maddie mads; madeline maddie; madison maddie; magdalena magda lena magdusia; makar makarka; maksim maks maksik; maksym maks; malcolm mal; malgorzata gosia malgosia; malvina malva; manfred manni fred; manuel manny manolo manu; manuela manu nela; marcela marce; marcelo marce celo; marcin marcinek; marcos quitos; margarita rita margo; margaret marge margie rita greta maisie maggy madge meggie daisy; margherita rita; margot margie; marek mareczek; maria masha marusya mitzi manya mimi maruja mariquita; marian marianek; mariana nana; marianne mari anne; maribel mari; maricela mari; marie mimi; marija mara; marilyn mari lyn; marina marisha; mario mayito; marion mari; mariusz mariuszek; mariya masha manya; marjorie marge margie; marlene lene; marta martusia; martha marty mattie patty; martin marty; marvin marv; mary polly molly mae mamie; mateusz mati; mateo teo; matilda tilda tilly mattie; matteo teo; matthew mat matty; matthias matze; matvey motya; maureen mo reenie; mauricio mauri; maurice moe morrie; mauro mau; maximilian max maxi; maximiliano max maxi; maximo max; maxwell max; megan meg; melanie mel; melinda mel linda; melissa mel lissa missy; melvin mel; mercedes merche meche; meredith merry; michael mikey micha; michaela micha ela; michal misiek michalek; michele mike; michelle shelly shell; mieczyslaw mietek; miguel migue; mihail misho; mikhail misha mishka; mikolaj mikolajek; mikulas miki; milan milanko; milena mila lena; milan mico; mildred millie; milorad mile; miloslav milos; milton milt; minerva minnie; miranda mira randy; mirela mira; miriam mimi miri; miroslav mirek miro; miroslava mira slava; miroslaw mirek; mitchell mitch; mohammad mo; mohammed mo; mohamed mo; moises moi; monica mona moni; monika moni; montgomery monty; morris morrie mo; mordechai motti; moshe moishe; muhammad mo; muriel mu; myroslav myrko;
  nadezhda nadya nadia; nadezda nada nadya; nadine nadi; nadiya nadya; nancy nan; naomi nomi; narciso chicho; natalia natasha tasha nata talia; natalie nat; nataliya natasha tasha nata; natalya natasha; natasha tasha; nathan nat nate; nathaniel nat nate; nelson nels; nestor nes; nicholas nicky nico claus colin; nicodemo nico; nicola nicky; nicole nicky niki nikki; nikita nikitka nikki; niklas nik; nikolai kolya nikolasha; nikolaos nikos; nikolay kolya; nikolina nina; nina ninka; noel nol; noemi mimi; nora norrie; norbert bert norbi; norma normie; norman norm;
  octavio tavo; odysseas odys; oksana ksenia ksyusha oksanka; oktay okt; oleg olezhka; olena lena; oleksandr sashko olex; oleksandra lesya; oleksii olexiy; olga olya olka olenka lelya; oliver ollie oli; olivia liv livvy ollie; oliwia oli; orlando lando; oscar ossie ozzie; oskar ossi; oswald oz ozzy; oswaldo valdo; otilia tila; ottilie tilly; otto ottel; 
  palmiro miro; paloma palo; pamela pam pammy; panagiotis panos takis; panteleimon pantelis; paola pao; paolo paolino; patrice pat; patricia patsy trish tricia patti pati; patricio pato; patrick pat paddy patty ricky; patryk patryczek; paul pauly; paula pauli; paulina pau lina; pauline polly; pavel pasha pavlik; pawel pawelek; pedro perico; pelageya polya; penelope penny nelly; percival percy; pericles peri; peter pit; petr petya pet; petra peti; petro petryk; philip flip pip; philippa pippa; phyllis phyl; pierre pierrot; pilar pili; pinchas pini; piotr piotrek petya; polina polya; porfirio firio; predrag pedja; preston pres; priscilla cilla prissy; prokhor prosha; prudence prue; pyotr petya;
  quentin quent; rachel rae; radmila rada; radomir rado; radoslav rade; rafael rafa rafe; raffaele raf lele; raimund mundi; raisa raya; ralph ralphie; ramon moncho; ramona mona; randall randy rand; randolph randy; raphael raph rafe; raquel raqui; raul rulo; raymond ray; raymundo ray mundo; raymund ray; rebecca becky becca beck; refael rafi; refugio cuca; reginald reg reggie; regina gina reggie; reinaldo rey naldo; reinhard hardy; rene renny; renata rena nata; reuben ben rube ruben; ricarda rica; ricardo rica cardo; richard richie; richarda ricky; rita ritka; robert robbie bobbie berto robi; roberta bobbie berta robbie; roberto beto tito berto; robin rob; rocio chio; rodion rodya; roderick rod roddy rick; rodney rod; rodolfo rudy fito; rodrigo rodri rigo; rogelio roger; roger rodge; roland rolly rollo; rolando rolo; roman roma romka; romana roma; romuald romek; ronald ronny; rosa rosita; rosalia rosa lia; rosalind roz; rosario charo chayo; rosemary rose rosie; rostislav rostik slava; roswitha rosi; roxana roxy rox; roy roi; ruben rube; rudolf rudi rolf; rudolph rudy rolf; rufina rufa; ruslan rusik rus; rustam rustik; ruth ruthie; ryszard rysiek rysio;
  sabina sabi bina; sabrina bri; sally sal; salvador chava salva; salvatore sal toto turi salvo toruccio; samantha sam sammie; samson sam; samuil sema; sandra sandy; santiago santi chago yago; sara sari; sarah sally sadie; saul solly; savely sava; scott scotty; sean shawn; sebastian seb bastian basti sebas; sebastiano seba; sebastien seb bast; selina lina; semyon syoma senya; serafim sima; serafima sima; sergei seryozha seryoga sergeyka; sergey seryozha; sergio checo; seymour sy; sharon shari; shaun shauny; sheila shee; shelby shel; sheldon shelly; sherman sherm; shimon shimi; shirley shirl; shlomo shloimi; shmuel shmulik; sidney sid syd; siegfried siggi sigi; sigmund sig; silvana silva; silvester sly vester; silvia sil silvi; silvio silvi; simon si; simona mona simo; slavomir slavko; slobodan boban sloba; sofia sofi sonya sofa fifi; sofiya sonya; solomon sol solly; sonia soni; sophia sophie; sophie soph; soledad sole; spyridon spyros; srdjan srdja; stamatis stam; stanislaus stan stas; stanislav stas stanko slava standa; stanislava stasya slava; stanislaw stas staszek stan; stanley stan; stefan stef stefek; stefania stef stefa; stefano ste stef; stella stell; stepan styopa; stephanie steph steffi stevie; stephen ste; stuart stu; susan susie suzy; susana susi; susanna sanna susi; susanne susi sanne; svetlana sveta lana svetka; svetoslav svet; svyatoslav slava; sybil syb; sylvester sly syl; sylvia syl sylvie; sylvie syl; szczepan szczepek; 
  tabitha tabby; tadeusz tadek tadzio; taisiya taya tasya; tamara toma tamarka mara; tammy tam; tanya tan; taras tarasik; tatiana tanya tania tata; tatjana tanja; tatyana tanya tata; telesforo foro; teodor teo fedya; teodora dora teo; teodoro teo doro; terence terry; teresa tere terry tessa reza; teresita tere; terrance terry; thaddeus thad tad; thea tea; thelma thel; theodora dora thea teddy; theodoros thodoris; theodor theo; theodore ted theo; theresa terry tess tessa terri tracy; therese resi; thomas thom tommie; tiffany tiff; tigran tiko tigo; tikhon tisha; timofei tima; timofey tima timosha; timothy timmy; tobias toby tobi; todor tosho; tom tommy; tomas tomasito; tomasz tomek tomus; tommaso tom maso; trinidad trini; tristan tris; trofim trosha; tyler ty; tymofiy tymko; 
  ulrich uli ulli; ulrike ulli rike; ulyana ulya; umberto berto; urban urb; urszula ula; ursula uschi ulla ursa; uriel uri; valentin valya val valik; valentina valya val tina; valentino tino val; valeria lera valya; valeriya lera valya; valerie val; valeriy valera; valery valera; vanessa nessa van; varvara varya; vasil vasko; vasileios vasilis; vasilios vasilis bill; vasilisa vasya; vasiliy vasya vaska; vasily vasya; vassilis vas; vera verka verochka; veronica ronnie vero roni nica; veronika nika vera; vesna vesnica; vicente chente; victor vico; victoria vicky vic tori vicki; viktor vitya vitek; viktoria vika vicky; viktoriya vika; vincent vince vin vinny vinnie; vincenzo enzo vince; viola vi; violet vi; violeta viole; virgil virge; virginia ginny ginger gina; vitaliy vitalik vitya; vitaly vitalik vitya; vittoria vicky; vittorio vito; vivian viv; vivienne viv; vladimir vova vlad volodya vovka vladik; vladislav vlad vladik slava; vladyslav vlad; vlastimil vlasta; volodymyr volodya vova; vsevolod seva sevka; vyacheslav slavik;
  waclaw wacek; waldemar waldek; walter wally walt; wanda wandzia; warren ren; wenceslas wenzel vaclav; wendelin wendel; wendell wen; werner wern; wesley wes; wieslaw wiesiek; wilbur will; wilfred will fred wilf; wilfried willi; wilhelm willi helmut; wilhelmina mina minnie wilma; willard will; william wil liam; wilma wil; winfield win; winifred winnie freda; winston win; wiktor wiktorek; witold witek; wladyslaw wladek; wlodzimierz wlodek; wojciech wojtek; wolfgang wolf wolfi; wolodymyr wolodja; woodrow woody; 
  xavier xavi javi; ximena xime; yakov yasha; yana yanka; yaroslav yarik slava; yaroslava yara slava; yasmin yas; yefim fima; yegor gosha yegorka; yehuda yudi; yekaterina katya katyusha katerina; yelena lena alyona; yelizaveta liza; yemelyan emelya; yevgeniy zhenya genya; yevgeny zhenya; yevgenia zhenya; yevgeniya zhenya; yitzhak itzik; yisrael srulik; yolanda yoli; yosef yossi yosi; yuliana yulya; yulia yulya; yuliya yulya; yuri yura yurka; yuriy yura yurko; yury yura; yvonne vonnie; 
  zachariah zach; zachary zac; zakhar zakharka; zbigniew zbyszek zbych; zdenek zdena; zdzislaw zdzisiek; zeferino zefe; zelda zel; zhanna zhannochka; zinaida zina; zinoviy zyama; zofia zosia; zoltan zoli; zoran zoki; zoya zoyka; zsuzsanna zsuzsa
`
const fullNames = new Map<string, Set<string>>()
const shortForms = new Map<string, Set<string>>()
for (const line of table.split(';')) {
  const [full = '', ...forms] = line.trim().split(/\s+/)
  for (const form of forms) {
    fullNames.set(form, (fullNames.get(form) ?? new Set()).add(full))
    shortForms.set(full, (shortForms.get(full) ?? new Set()).add(form))
  }
}

export const isFamiliarForm = (word: string): boolean => fullNames.has(word)

const givenNames = new Set([...nicknameGroup.keys(), ...commonNames, ...shortForms.keys()])

export const isGivenName = (word: string): boolean => givenNames.has(word)

/** What a man's given name ends in, and the woman's: Carl and Carla, Claude and Claudia, Harry and Harriet. */
const ofMen = ['', 'o', 'us', 'e', 'y', 'i']
const ofWomen = ['a', 'ia', 'e', 'ina', 'ine', 'ette', 'etta', 'elle', 'ella', 'ne', 'nne', 'na', 'iet', 'ica']

/** Whether two names are those of a man and of a woman, so that they are two people. */
export const areTwoGenders = (one: string, other: string): boolean =>
  one.charCodeAt(0) === other.charCodeAt(0) && (isWomansOf(one, other) || isWomansOf(other, one))

function isWomansOf(hers: string, his: string): boolean {
  if (hers.charCodeAt(0) !== his.charCodeAt(0) || !isGivenName(his) || sameGroup(hers, his)) return false
  for (const ending of ofMen) {
    const stem = his.length - ending.length
    if (stem < 3 || !his.endsWith(ending) || !hers.startsWith(his.slice(0, stem))) continue
    const hersEnds = hers.slice(stem)
    if (hersEnds !== ending && ofWomen.includes(hersEnds) && (ending === '' || isGivenName(hers)))
      return !isFormOf(hers, his)
  }
  return false
}

/** A name and all that are the same in the groups of `person-words.ts`. */
const sameGroup = (one: string, other: string): boolean => {
  const group = nicknameGroup.get(one)
  return one === other || (group !== undefined && group === nicknameGroup.get(other))
}

/** Whether the one is a familiar form of the other, or both are of one name. */
export function areFamiliar(one: string, other: string): boolean {
  return isFormOf(one, other) || isFormOf(other, one)
}

function isFormOf(short: string, full: string): boolean {
  for (const name of fullNames.get(short) ?? []) if (sameGroup(name, full)) return true
  return isClipped(short, full)
}

/** Endings of pet names, which follow the beginning of the full name: Debbie, Gabi, Sashka. */
const petEnding = /(?:ie|y|i|o|a|ka|ik|ek|ey|usha|chik)$/
const minClip = 3

/** Whether a word that is no name of its own is the beginning of a given name: Seb, Maddie. */
export function isClipped(short: string, full: string): boolean {
  if (short.length < minClip || full.length < short.length + 2 || full.length < 6) return false
  if (short.charCodeAt(0) !== full.charCodeAt(0) || isGivenName(short) || !isGivenName(full)) return false
  return beginsWithClip(full, clipsOf(short))
}

const beginsWithClip = (full: string, clips: readonly string[]): boolean =>
  clips.some((clip) => clip.length >= minClip && full.startsWith(clip))

/** The beginnings that a short form may have been made of. */
function clipsOf(short: string): string[] {
  const stem = short.replace(petEnding, '')
  const single = stem.replace(/(.)\1$/, '$1')
  return short.length <= 5 ? [short, stem, single] : [stem, single]
}

const byBeginning = Map.groupBy(givenNames, (name) => name.slice(0, minClip))

/** The names that the word may be a familiar form of, and the familiar forms of a full name, as far as tables have them. */
export function familiarForms(word: string): Set<string> {
  const forms = new Set<string>()
  const addWithGroup = (name: string) => {
    for (const one of groupOf(name)) forms.add(one)
  }
  for (const name of groupOf(word)) for (const form of shortForms.get(name) ?? []) forms.add(form)
  for (const name of fullNames.get(word) ?? []) addWithGroup(name)
  for (const name of namesBeginning(word)) forms.add(name)
  forms.delete(word)
  return forms
}

/** The given names that the word may be the beginning of. */
function namesBeginning(word: string): readonly string[] {
  if (word.length < minClip || isGivenName(word)) return []
  const names = (byBeginning.get(word.slice(0, minClip)) ?? []).filter(
    (name) => name.length >= word.length + 2 && name.length >= 6,
  )
  if (names.length === 0) return []
  const clips = clipsOf(word)
  return names.filter((name) => beginsWithClip(name, clips))
}

function groupOf(name: string): readonly string[] {
  const group = nicknameGroup.get(name)
  return group === undefined ? [name] : nicknamesOf(group)
}
