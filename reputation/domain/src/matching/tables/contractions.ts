/**
 * Words of organisations' names that letterheads shorten, typed from common knowledge: those whose short form is a word
 * or looks like one. Other short forms are recognised by their letters (`isContraction`).
 */
const table = `
  acad academy academic; admin administration administrative; adv advanced advertising; aero aerospace aeronautics aeronautical; agcy agency; agr agriculture agricultural; agri agriculture agricultural agro; agric agriculture agricultural; air airlines airways; airl airlines; alum aluminium aluminum; amer american america; app applied appliances applications; apt apartment; arch architecture architects;
  assoc association associated associates; assocs associates associations; assn association; asst assistant; auto automotive automobile automation automatic; avn aviation; bio biological biology; biotech biotechnology biotechnologies; bk bank; bld building; bldg building; bldr builders; bros brothers; bro brother brothers; bus business; cap capital; cent central center centre; cert certified certification; chem chemical chemicals chemistry; chems chemicals; clin clinic clinical; coll college; com commercial commerce committee communications; comm commission communications committee commercial commerce community; comms communications; comml commercial; comp computer computers; con construction; conf conference confederation; cons construction consulting consumer; const construction; constr construction; consult consulting consultants consultancy; cont continental; contr contractors contracting; coop cooperative cooperation; coord coordination; corp corporation; corpn corporation; coun council; cred credit; ctl control; ctr center centre; cttee committee; cult culture cultural;
  dec decorative; def defense defence; del delivery; dem democratic; dent dental; dep department deposit; dept department; des design; dev development; devel development; diag diagnostic; dir directorate; dist distribution district distributors; distr distribution; distrib distribution distributors; div division; doc documentation; dom domestic; east eastern; econ economic economy; ed education educational; edu education educational; educ education educational; elec electric electrical electronics electronic electricity; electr electric electronics electronic electrical; elect electronics electric electrical electronic; elev elevator; emp employment; energ energy; eng engineering engineers; engg engineering; engr engineering engineers engineer; ent enterprise enterprises entertainment; entpr enterprise; env environment environmental; eq equipment; equip equipment; est establishment; exch exchange; exec executive; exp export exploration express experimental; expl exploration; ext external extension; fab fabrication; fac facility facilities; fact factory; fed federal federation; fin finance financial; fndn foundation; found foundation; frt freight; fwdg forwarding; gen general; genl general; geo geological geology geophysical; gov government; govt government; gp group; gr group; grp group; gtd guaranteed; hdqrs headquarters; hist historical; hldg holding holdings; hosp hospital; hq headquarters; hort horticultural; hyd hydraulic; 
  imp import importers; impex importexport; inc incorporated; ind industry industries industrial independent; indep independent; inds industries; indus industries industrial industry; info information; inform information; infra infrastructure; ins insurance; insp inspection; inst institute institution; instr instruments instrument; instrum instruments instrument; int international; intel intelligence; inter international; intern international; internat international; intl international; inv investment investments; invest investment investments; isl islamic islands island; jr junior; journ journal; jt joint; lab laboratory laboratories; labs laboratories; lang language; lib library liberation; liq liquid; log logistics; logist logistics; mach machine machinery; mag magazine; maint maintenance; manuf manufacturing manufacturers; mar marine maritime; mark marketing; mat materials material; math mathematics; mech mechanical mechanics; med medical medicine mediterranean; mem memorial; merch merchant merchandise; met metal metals metallurgical; metal metallurgical metallurgy; meteor meteorological; metr metropolitan; metro metropolitan; mil military; min ministry mining mineral minerals; mkt market marketing; mnfg manufacturing; mod modern; mot motor motors; mt mountain mount; mtn mountain; mun municipal; mus museum; nac nacional; nat national natural; natl national; nav navigation naval; nor north northern; north northern; nucl nuclear; off office; ofc office; op operations; oper operations operating; ops operations; opt optical; org organization organisation; orient oriental; pac pacific; pharm pharmaceutical pharmaceuticals pharmacy; pharma pharmaceutical pharmaceuticals; phil philippine philosophy; photo photographic; phys physics physical; pkg packaging; pl plant; plas plastics plastic; plast plastics plastic; pol policy political police; poly polytechnic; pop popular; pres president press; press pressure; print printing; priv private; pro professional; proc processing; prod production products product; prods products; prof professional; prog programme program progressive; proj project projects; prom promotion promotions; prop property properties; props properties; prot protection; prov province provincial; pub public publishing; publ publishing publications public; pwr power; 
  qual quality; radio radioelectronic; rec recreation; reconstr reconstruction; ref refinery; refin refinery refining; refrig refrigeration; reg regional region registration; rehab rehabilitation; rel relations; rep republic representative; repub republic; res research resources; rest restaurant; rev revolutionary revolution; rwy railway; sat satellite; sav savings; sch school; sci science scientific sciences; sciences scientific; scient scientific; sec security secretary securities; secr secretariat; semi semiconductor; serv service services; shipbldg shipbuilding; shpg shipping; soc society social; soft software; sol solutions; soln solution solutions; solns solutions; south southern; spec special specialized specialty; sport sports; sq square; st state street saint; stat statistics; stl steel; sto store; struct structural; stud studies; sup supply supplies; supp supply supplies; surg surgical; surv survey; sw software; sym symposium; syn synthetic; sys systems system; syst systems system; tec technology technical; tech technology technologies technical technological technics; techn technology technical technique; techno technology; technol technology technologies technological; techs technologies; tel telephone telecommunications; telco telecommunications; tele telecommunications; telecom telecommunications telecommunication; telecomm telecommunications; telecoms telecommunications; temp temporary; terr territory; text textile textiles; theor theoretical; tour tourism tours; tr trading trade; trad trading; trade trading; trans transport transportation; transp transport transportation; treas treasury; tv television; un united union; univ university universal; util utilities utility; val valley; veg vegetable; vet veterinary; vol voluntary; west western; wkshp workshop; wld world; works workshop; yd yard
`
const longForms = new Map<string, ReadonlySet<string>>()
for (const line of table.split(';')) {
  const [short = '', ...words] = line.trim().split(/\s+/)
  longForms.set(short, new Set(words))
}

const longWords = new Set([...longForms.values()].flatMap((words) => [...words]))

/** Whether the table has a short form of the word. */
export const isLongForm = (word: string): boolean => longWords.has(word)

/** Whether the table has the word as a short form. */
export const isShortForm = (word: string): boolean => longForms.has(word)

const isVowel = (letter: string): boolean => 'aeiou'.includes(letter)

/** The letters of a word, a bit for each: without help of the table, a contraction has no letter that the longer word lacks. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31)
  return letters
}

/**
 * Whether the shorter word is a contraction of the longer: by the table, or by its letters (mgmt, trdg, instn). Only a word
 * that says little about who is meant may be clipped (technol).
 */
export function isContraction(short: string, long: string, mayBeClipped: boolean): boolean {
  if (long.length < short.length + 2 || long.length < 5 || short.charCodeAt(0) !== long.charCodeAt(0)) return false
  return longForms.get(short)?.has(long) === true || isShortened(short, long, mayBeClipped)
}

/**
 * What every word begins with that the text contracts by its letters: the text up to its last vowel, for behind the common
 * beginning of both there are consonants alone.
 */
export function certainBeginning(text: string): string {
  let end = text.length
  while (end > 1 && !isVowel(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Whether a word is none of its own but the consonants of the longer one in their order, or its beginning with an `s`. */
function isShortened(short: string, long: string, mayBeClipped: boolean): boolean {
  if (
    mayBeClipped &&
    short.length >= 4 &&
    (long.startsWith(short) || (short.endsWith('s') && long.endsWith('s') && long.startsWith(short.slice(0, -1))))
  )
    return true
  if (short.length < 3 || !isSubsequence(short, long)) return false
  // The beginning as it is, then consonants: trdg, fedn, shipbldg, machy.
  let at = 1
  while (at < short.length && short[at] === long[at]) at++
  for (; at < short.length; at++) if (isVowel(short.charAt(at))) return false
  return true
}

function isSubsequence(short: string, long: string): boolean {
  let at = 0
  for (let i = 0; i < long.length && at < short.length; i++) if (long[i] === short[at]) at++
  return at === short.length
}

/** Whether the table has the word as a short form, or it has no vowel behind its first letter. */
export const mayBeContraction = (word: string): boolean => {
  if (word.length < 2 || word.length > 9) return false
  if (longForms.has(word)) return true
  for (let i = 1; i < word.length; i++) if (isVowel(word.charAt(i))) return false
  return word.length >= 3
}
