/** Deviations of the names of organisations, and those that names of all kinds have. */
import { analyse } from '@service/reputation-domain/matching/tokens/analyse.ts'
import { nameKind } from '@service/reputation-domain/matching/tokens/name-kind.ts'
import { role, type Token } from '@service/reputation-domain/matching/tokens/token.ts'
import { capital, type Deviation, type DeviationClass, some, table, wordsOf } from './deviation.ts'

/** How lists and customers put two names of one party into one line. */
const templates = [
  'X / Y',
  'X/Y',
  'X (Y)',
  'X [Y]',
  'X; Y',
  'X | Y',
  'X a.k.a. Y',
  'X aka Y',
  'X, aka Y',
  'X (a.k.a. Y)',
  'X (aka: Y)',
  'X a/k/a Y',
  'X, also known as Y',
  'X (also known as Y)',
  'X also called Y',
  'X alias Y',
  'X (alias Y)',
  'X f.k.a. Y',
  'X (f.k.a. Y)',
  'X formerly Y',
  'X (formerly Y)',
  'X (formerly known as Y)',
  'X, formerly known as Y',
  'X n.k.a. Y',
  'X (now known as Y)',
  'X (known as Y)',
  'X previously known as Y',
  'X (previously: Y)',
  'X dba Y',
  'X d/b/a Y',
  'X trading as Y',
  'X t/a Y',
  'X (ex Y)',
  'X (ex-Y)',
]

export const alternatives: DeviationClass = {
  name: 'alternative within a name',
  make: ({ alternatives: pairs }) =>
    templates.flatMap((template, row) =>
      some(pairs, 24, row * 3).flatMap(({ type, one, other }, i): Deviation[] => {
        const listed = template.replace(/\b[XY]\b/g, (place) => (place === 'X' ? one : other))
        const stranger = pairs[(i * 31 + row * 17 + 1) % pairs.length]?.other ?? ''
        const pair = (query: string, isMatch: boolean) => ({ parameter: template, type, query, listed, isMatch })
        return [
          pair(i % 2 === 0 ? one : other, true),
          ...(i % 4 === 0 && stranger !== other ? [pair(stranger, false)] : []),
        ]
      }),
    ),
}

/** Words of organisations, and how letterheads shorten them. */
const contractions = table(`
  academy acad
  administration admin
  agency agcy
  agricultural agri
  agriculture agric
  airlines airl
  aluminium alum
  american amer
  associates assocs
  association assn
  association assoc
  automotive auto
  aviation avn
  brothers bros
  building bldg
  business bus
  capital cap
  center ctr
  centre ctr
  central cent
  chemical chem
  chemicals chems
  commerce comm
  commercial coml
  commission commn
  committee cttee
  communications comms
  construction constr
  consultants conslts
  consulting conslt
  control ctrl
  cooperative coop
  corporation corpn
  council cncl
  defense def
  department dept
  design dsgn
  development dev
  development devt
  distribution distrib
  division div
  eastern east
  economic econ
  education educ
  electric elec
  electrical elec
  electronic electr
  electronics elect
  energy engy
  engineering eng
  engineering engr
  engineering engrg
  enterprise ent
  enterprises ents
  equipment equip
  equipment eqpt
  exchange exch
  exploration expl
  export exp
  facility fac
  factory fcty
  federal fed
  federation fedn
  financial fin
  foundation fdn
  foundation found
  general genl
  government govt
  group grp
  holding hldg
  holdings hldgs
  hospital hosp
  import imp
  industrial indl
  industries inds
  industry ind
  information info
  institute inst
  institution instn
  insurance ins
  international int'l
  international intl
  international internat
  investment inv
  investment invest
  investments invs
  islamic isl
  laboratory lab
  laboratories labs
  logistics log
  machine mach
  machinery machy
  management mgmt
  management mgt
  manufacturing mfg
  maritime marit
  marketing mktg
  materials matls
  mechanical mech
  medical med
  metallurgical metall
  military mil
  ministry min
  mountain mt
  national nat'l
  national natl
  navigation nav
  northern north
  office off
  operations ops
  organization org
  petrochemical petrochem
  petroleum petr
  petroleum petrol
  pharmaceutical pharm
  pharmaceuticals pharma
  plastics plas
  power pwr
  precision prec
  printing prtg
  production prod
  products prods
  project proj
  properties props
  property prop
  province prov
  public pub
  regional regl
  republic rep
  research res
  resources res
  sciences sci
  scientific scient
  secretary secy
  security sec
  service svc
  services svcs
  services serv
  shipping shpg
  shipbuilding shipbldg
  society soc
  software sw
  solutions soln
  southern south
  specialized spec
  station stn
  steel stl
  supply sup
  systems sys
  technical tech
  technologies techs
  technology tech
  technology technol
  telecommunications telecom
  telecommunications telecomm
  textile text
  tourism tour
  trading trdg
  training trng
  transport trans
  transportation transp
  university univ
  western west
  workshop wkshp
`)

/** Several words, and their initials. */
const abbreviations: [full: string, short: string][] = [
  ['united states', 'u.s.'],
  ['united states of america', 'usa'],
  ['united kingdom', 'u.k.'],
  ['united arab emirates', 'u.a.e.'],
  ['united arab emirates', 'uae'],
  ['hong kong', 'hk'],
  ['hong kong', 'h.k.'],
  ['russian federation', 'rf'],
  ['united nations', 'u.n.'],
  ['european union', 'eu'],
  ['south africa', 's. africa'],
  ['saint petersburg', 'st. petersburg'],
  ["people's republic of china", 'prc'],
  ['democratic republic of the congo', 'drc'],
  ['democratic republic of congo', 'drc'],
  ["democratic people's republic of korea", 'dprk'],
  ['information technology', 'it'],
  ['research and development', 'r&d'],
  ['import and export', 'import-export'],
  ['import export', 'imp. & exp.'],
  ['oil and gas', 'oil & gas'],
  ['islamic revolutionary guard corps', 'irgc'],
  ['islamic republic of iran shipping lines', 'irisl'],
  ['national iranian oil company', 'nioc'],
  ['atomic energy organization of iran', 'aeoi'],
  ['islamic republic of iran', 'iri'],
  ['nizhny novgorod', 'n. novgorod'],
  ['middle east', 'm.e.'],
  ['north korea', 'n. korea'],
  ['free zone', 'f.z.'],
]

/** How customers write initials. */
const initialStyles = ['XYZ', 'X.Y.Z.', 'X. Y. Z.', 'X Y Z', 'Xyz']

const smallWords = new Set(
  'the of and for in on at to a an al el de la le des du y e et und und di da do dos per fur fuer no'.split(' '),
)

function initialsIn(style: string, initials: string): string {
  if (style === 'Xyz') return capital(initials)
  const letters = [...initials.toUpperCase()]
  if (style === 'XYZ') return letters.join('')
  if (style === 'X Y Z') return letters.join(' ')
  return `${letters.join(style === 'X.Y.Z.' ? '.' : '. ')}.`
}

export const shortened: DeviationClass = {
  name: 'contraction',
  make: ({ organisations }) =>
    [...contractions.map(([full = '', short = '']): [string, string] => [full, short]), ...abbreviations].flatMap(
      ([full, short], row) => {
        const pattern = new RegExp(`\\b${full}\\b`, 'i')
        const holders = organisations.filter(
          (name) => pattern.test(name) && wordsOf(name).length > full.split(' ').length + 1,
        )
        return some(holders, 6, row).map((listed, i): Deviation => {
          const deviated = listed.replace(pattern, () =>
            i % 3 === 0 ? `${capital(short)}.` : i % 3 === 1 ? short.toUpperCase() : capital(short),
          )
          const [query, other] = i % 2 === 0 ? [deviated, listed] : [listed, deviated]
          return { parameter: `${full} ${short}`, type: 'entity', query, listed: other, isMatch: true }
        })
      },
    ),
}

/** A whole name given by its initials. Those of four words are shown as near names, and shorter ones stand for too many. */
export const initials: DeviationClass = {
  name: 'initialism',
  make: ({ organisations }) =>
    [5, 6, 7].flatMap((length) =>
      initialStyles.flatMap((style, row) => {
        const whole = organisations.filter((name) => {
          const words = countedWords(name)
          return words?.length === length && words.every((word) => word.role === role.name)
        })
        return some(whole, 30, row * 11).flatMap((listed, i) =>
          written(listed, countedWords(listed) ?? [], '', style, i),
        )
      }),
    ),
}

/** The first words of a name given by their initials, where they are a listed name by themselves: IRISL Investment. */
export const initialsOfParent: DeviationClass = {
  name: 'initialism before other words',
  make: ({ organisations }) => {
    const whole = new Set(
      organisations.flatMap(
        (name) =>
          countedWords(name)
            ?.map(({ surface }) => surface)
            .join(' ') ?? [],
      ),
    )
    return [3, 4, 5].flatMap((length) =>
      initialStyles.flatMap((style, row) => {
        const own = organisations.flatMap((listed) => {
          const words = countedWords(listed) ?? []
          const parent = words.slice(0, length)
          const rest = words.slice(length).map(({ surface }) => surface)
          const isNamed = rest.length > 0 && whole.has(parent.map(({ surface }) => surface).join(' '))
          return isNamed && parent.every((word) => word.role === role.name) ? [{ listed, parent, rest }] : []
        })
        return some(own, 30, row * 11).flatMap(({ listed, parent, rest }, i) =>
          written(listed, parent, ` ${rest.map(capital).join(' ')}`, style, i),
        )
      }),
    )
  },
}

/** The words of a name in Latin letters alone, without small ones and a legal form at its end. */
function countedWords(name: string): Token[] | undefined {
  if (!/^[A-Za-z ]+$/.test(name)) return undefined
  const words = analyse(name, nameKind.organisation).filter(
    ({ surface, role: own }) => own !== role.particle && !smallWords.has(surface),
  )
  while (words.at(-1)?.role === role.legal) words.pop()
  return words
}

/** The listed name with initials for some words, and every third time with another letter at their end. */
function written(listed: string, words: readonly Token[], rest: string, style: string, i: number): Deviation[] {
  const letters = words.map(({ surface }) => surface.charAt(0))
  const parameter = `${letters.length} as ${style}`
  const pair = (own: readonly string[], isMatch: boolean): Deviation => ({
    parameter,
    type: 'entity',
    query: initialsIn(style, own.join('')) + rest,
    listed,
    isMatch,
  })
  if (i % 3 !== 0) return [pair(letters, true)]
  const next = String.fromCharCode(97 + (((letters.at(-1) ?? 'a').charCodeAt(0) - 97 + 5) % 26))
  return [pair(letters, true), pair([...letters.slice(0, -1), next], false)]
}

const unitWords =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tenWords = 'ten ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const unitOrdinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  )

function cardinal(n: number): string {
  if (n < 20) return unitWords[n] ?? ''
  const ten = tenWords[Math.floor(n / 10)] ?? ''
  return n % 10 === 0 ? ten : `${ten}-${unitWords[n % 10]}`
}

function ordinal(n: number): string {
  if (n < 20) return unitOrdinals[n] ?? ''
  const ten = tenWords[Math.floor(n / 10)] ?? ''
  return n % 10 === 0 ? ten.replace(/y$/, 'ieth') : `${ten}-${unitOrdinals[n % 10]}`
}

function roman(n: number): string {
  const figures: [number, string][] = [
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ]
  let left = n
  let text = ''
  for (const [value, figure] of figures) for (; left >= value; left -= value) text += figure
  return text
}

const suffix = (n: number) =>
  n % 100 > 10 && n % 100 < 14 ? 'th' : n % 10 === 1 ? 'st' : n % 10 === 2 ? 'nd' : n % 10 === 3 ? 'rd' : 'th'

const forms: Record<string, (n: number) => string> = {
  digits: String,
  'digits with a leading zero': (n) => String(n).padStart(2, '0'),
  'No.': (n) => `No. ${n}`,
  no: (n) => `No ${n}`,
  '№': (n) => `№ ${n}`,
  '#': (n) => `#${n}`,
  '1st': (n) => `${n}${suffix(n)}`,
  '1ST': (n) => `${n}${suffix(n).toUpperCase()}`,
  word: (n) => capital(cardinal(n)),
  'ordinal word': (n) => capital(ordinal(n)),
  'ORDINAL WORD': (n) => ordinal(n).toUpperCase(),
  roman,
  'N-': (n) => `N-${n}`,
  '1.': (n) => `${n}.`,
  'number 1': (n) => `Number ${n}`,
}

export const numerals: DeviationClass = {
  name: 'numeral',
  make: ({ organisations }) => {
    const plain = organisations.filter(
      (name) => /^[A-Za-z ]+$/.test(name) && wordsOf(name).length >= 2 && wordsOf(name).length <= 5,
    )
    const kinds = Object.keys(forms)
    return Array.from({ length: 59 }, (_, i) => i + 1).flatMap((n) =>
      some(plain, 8, n * 13).flatMap((name, i): Deviation[] => {
        const [one = '', other = ''] = [kinds[(n + i * 5) % kinds.length], kinds[(n * 3 + i * 7 + 4) % kinds.length]]
        if (one === other) return []
        const written = (kind: string, value: number) => `${name} ${forms[kind]?.(value) ?? ''}`
        const parameter = `${n} ${one} ${other}`
        const pair = (query: string, listed: string, isMatch: boolean): Deviation => ({
          parameter,
          type: 'entity',
          query,
          listed,
          isMatch,
        })
        return [
          pair(written(one, n), written(other, n), true),
          pair(written(one, n + 1 + (i % 3)), written(other, n), false),
        ]
      }),
    )
  },
}

/** Legal forms are not split: they are read as wholes. */
const legalWords =
  /^(?:obs|a[kc][ct]|limited|liability|company|corporation|publich|otkryt|zakryt|federaln|gosud|avtonom|gesell|soci)/i

export const splits: DeviationClass = {
  name: 'word split in three',
  make: ({ persons, organisations }) => {
    const cuts = Array.from({ length: 8 }, (_, i) => i + 2).flatMap((first) =>
      [2, 3, 4, 5].map((second) => [first, first + second] as const),
    )
    const longPersons = persons.filter(({ family }) => family.length >= 8)
    const longOrganisations = organisations.filter(
      (name) =>
        /^[A-Za-z ]+$/.test(name) &&
        wordsOf(name).length >= 2 &&
        !legalWords.test(name) &&
        (wordsOf(name)[0] ?? '').length >= 8,
    )
    const divided = (word: string, [one, two]: readonly [number, number]) =>
      `${word.slice(0, one)} ${word.slice(one, two)} ${word.slice(two)}`
    return cuts.flatMap((cut, row) => {
      const parameter = `after ${cut.join(' and ')} letters`
      const fits = (length: number) => length >= cut[1] + 2
      const people = some(
        longPersons.filter(({ family }) => fits(family.length)),
        12,
        row,
      ).map(({ listed, given, family }, i): Deviation => {
        const together = `${given.join(' ')} ${family}`
        const apart = `${given.join(' ')} ${divided(family, cut)}`
        return {
          parameter,
          type: 'individual',
          query: i % 2 === 0 ? apart : together,
          listed: i % 2 === 0 ? listed : apart,
          isMatch: true,
        }
      })
      const bodies = some(
        longOrganisations.filter((name) => fits((wordsOf(name)[0] ?? '').length)),
        12,
        row,
      ).map((listed, i): Deviation => {
        const [first = '', ...rest] = listed.split(' ')
        const apart = [divided(first, cut), ...rest].join(' ')
        return {
          parameter,
          type: 'entity',
          query: i % 2 === 0 ? apart : listed,
          listed: i % 2 === 0 ? listed : apart,
          isMatch: true,
        }
      })
      return [...people, ...bodies]
    })
  },
}
