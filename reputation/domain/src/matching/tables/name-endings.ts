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

/** Whether the words are one name with two endings. */
export function differByEnding(one: string, other: string): boolean {
  if (one.length < minStem || other.length < minStem || one.slice(0, minStem) !== other.slice(0, minStem)) return false
  return groups.some((group) =>
    group.endings.some((ending) => {
      const stem = stemOf(one, ending, group)
      return stem !== undefined && other.startsWith(stem) && group.endings.includes(other.slice(stem.length))
    }),
  )
}

/** The word with all other endings that it may bear. */
export function otherEndings(word: string): Set<string> {
  const forms = new Set<string>()
  for (const group of groups)
    for (const ending of group.endings) {
      const stem = stemOf(word, ending, group)
      if (stem !== undefined) for (const other of group.endings) forms.add(stem + other)
    }
  forms.delete(word)
  return forms
}

function stemOf(word: string, ending: string, { needsConsonant }: Line): string | undefined {
  const end = word.length - ending.length
  if (end < minStem || !word.endsWith(ending)) return undefined
  return needsConsonant && 'aeiouy'.includes(word.charAt(end - 1)) ? undefined : word.slice(0, end)
}
