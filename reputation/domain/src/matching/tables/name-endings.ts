/**
 * Endings that languages give to the names of people: Baltic and Greek decline every name (Vladimiras Putinas), and a
 * woman's family name ends otherwise than a man's (Novák, Nováková; Papadopoulos, Papadopoulou; Adamkus, Adamkienė). Two
 * words are one name where the same stem bears two endings of a line. Typed from common knowledge of the grammars.
 */

/** A stem has at least so many letters. */
const minStem = 3

/** `-` is no ending at all; a line that begins with `*` holds for stems that end in a consonant. */
const lines = `
  * - s as is us ius os es
  * - as is us ius ys s aite yte ute iute iene uviene aityte ene
  * - ova ou
  y iy ey i ii yi ij ej ijus ejus jus ijs ejs js ios aijus
  ov ova ovas ovs ovaite oviene ove off of
  ev eva evas evs evaite eviene eff ef jev jeva jevs jevas
  in ina inas ins inis inaite iniene inova ine
  sky skiy skyi ski skii skij skis skys skas skijs skoy skoi ska skaya skaia skaja skaite skiene skeho
  tsky tskiy tskyi tski cki cky ckis ckys ckas cka tska tskaya tskaia ckaite ckiene
  y iy yy yi oy aya aia aja
  ek kova k kas ks
  ec cova c
  el lova l
  ich ic itch ics icius ichas icova ichova iciene ici
  enko enka enkas enkova enkaite
  ko kos ka kas kova
  a ova as os
  os ou o
  is i iou is
  es i e
  as a
  idis idou ides iadis iadou
  akis aki akas
  yan yanas yans ian ianas
`
type Line = { needsConsonant: boolean; endings: readonly string[] }
const groups: readonly Line[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [first = '', ...rest] = line.trim().split(' ')
    const needsConsonant = first === '*'
    const endings = (needsConsonant ? rest : [first, ...rest]).map((ending) => (ending === '-' ? '' : ending))
    return { needsConsonant, endings: [...new Set(endings)] }
  })

/** A stem of a word, up to `end`, and the endings that it may bear instead of the one that follows. */
export type DeclinedStem = { end: number; endings: ReadonlySet<string> }

/** For each ending, all that stand in a line with it, as the stem ends in a consonant or in a vowel. */
const endingsBehind = { consonant: new Map<string, Set<string>>(), vowel: new Map<string, Set<string>>() }
for (const { needsConsonant, endings } of groups)
  for (const lines of needsConsonant ? [endingsBehind.consonant] : [endingsBehind.consonant, endingsBehind.vowel])
    for (const ending of endings) lines.set(ending, new Set([...(lines.get(ending) ?? []), ...endings]))
const maxEnding = Math.max(...[...endingsBehind.consonant.keys()].map((ending) => ending.length))

/** All stems of the word that may bear other endings. */
export function declinedStems(word: string): DeclinedStem[] {
  const stems: DeclinedStem[] = []
  for (let end = Math.max(minStem, word.length - maxEnding); end <= word.length; end++) {
    const behind = 'aeiouy'.includes(word.charAt(end - 1)) ? endingsBehind.vowel : endingsBehind.consonant
    const endings = behind.get(word.slice(end))
    if (endings) stems.push({ end, endings })
  }
  return stems
}

/** Whether the other word is one of the stems of `word` with another ending. */
export function differByEnding(word: string, stems: readonly DeclinedStem[], other: string): boolean {
  let common = 0
  while (common < word.length && word.charCodeAt(common) === other.charCodeAt(common)) common++
  return stems.some(({ end, endings }) => end <= common && endings.has(other.slice(end)))
}
