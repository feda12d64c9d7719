/**
 * Whether two entries are about the same subject: what speaks for it, and what speaks against it whatever else does.
 * To merge two subjects is worse than to miss a merge, so a name alone is never enough.
 */
import { type DayRange, dayRange, rangesOverlap } from './dates.ts'
import type { EntryType, ListEntry, ListId } from './entry.ts'
import { nameKey, wordsOf } from './name-key.ts'

/** What the comparison needs of an entry, computed once. */
export type Profile = {
  entityId: string
  list: ListId
  type: EntryType
  /** Keys of strong names that have enough to them to tell subjects apart. */
  nameKeys: ReadonlySet<string>
  /** Words of four letters or more of all names, legal forms left out. */
  words: ReadonlySet<string>
  births: readonly DayRange[]
  countries: ReadonlySet<string>
  /** Ids that other authorities gave the subject: `UN QDi.001`. */
  references: ReadonlySet<string>
  imoNumbers: ReadonlySet<string>
  /** Numbers of passports, registers and the like, letters and digits only. */
  numbers: ReadonlySet<string>
  taxNumbers: ReadonlySet<string>
}

/** Strongest first. The last two, and numbers without a name, count between different lists only. */
export const evidences = [
  'reference',
  'number',
  'name-and-birthday',
  'name-and-birth-year',
  'name-and-country',
] as const
export type Evidence = (typeof evidences)[number]

/**
 * Numbers this long are given out once; a shorter one may recur under another issuer, and asks for the same name. Nine
 * is too short: Russia's nine-digit KPP names a tax office, and hundreds of companies share it.
 */
const longNumber = 10
const shortestNumber = 5
const numbered = new Set(['passport', 'national-id', 'tax-id', 'registration', 'serial-number', 'lei', 'mmsi', 'other'])

export function profileOf(entry: ListEntry): Profile {
  const strong = entry.names.filter(({ strength }) => strength === 'strong')
  const valuesOf = (kinds: (kind: string) => boolean): string[] =>
    entry.identifiers.filter(({ kind }) => kinds(kind)).map(({ value }) => value)
  return {
    entityId: entry.entityId,
    list: entry.list,
    type: entry.type,
    nameKeys: new Set(strong.map(({ name }) => nameKey(name, entry.type)).filter((key) => isTelling(key))),
    words: new Set(entry.names.flatMap(({ name }) => wordsOf(name).filter(isTellingWord))),
    births: entry.datesOfBirth.flatMap((date) => dayRange(date) ?? []),
    countries: new Set(entry.countries),
    references: new Set(valuesOf((kind) => kind === 'reference')),
    imoNumbers: new Set(valuesOf((kind) => kind === 'imo')),
    numbers: new Set(
      valuesOf((kind) => numbered.has(kind))
        .map(bareNumber)
        .filter(isNumber),
    ),
    taxNumbers: new Set(
      valuesOf((kind) => kind === 'tax-id')
        .map(bareNumber)
        .filter(isNumber),
    ),
  }
}

const bareNumber = (value: string): string => value.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
const isNumber = (bare: string): boolean => bare.length >= shortestNumber && /\d{3}/.test(bare)

/** Words by which a company's name says what it is in law, and not which one it is. */
const legalWords = new Set(
  (
    'aktsionernoe aktsionerne company concern corporation enterprise federal group holding incorporated joint liability ' +
    'limited nauchno obshchestvo obshchestva otvetstvennostyu ogranichennoi ogranichennoy open public private ' +
    'publichnoe research russian society state stock unitary акционерное общество ограниченной ответственностью'
  ).split(' '),
)

const isTellingWord = (word: string): boolean => word.length >= 4 && !legalWords.has(word)

/** Two words or more, ten letters or more: not `IRGC`, not `ABU ALI`. */
const isTelling = (key: string): boolean => key.includes(' ') && key.length >= 10

/** The strongest evidence that the two are one subject; `undefined` where there is none. */
export function evidenceFor(one: Profile, other: Profile): Evidence | undefined {
  if (intersects(one.references, other.references)) return 'reference'
  if (one.type === 'vessel' && other.type === 'vessel' && intersects(one.imoNumbers, other.imoNumbers)) return 'number'
  const sameNames = shared(one.nameKeys, other.nameKeys)
  const sameNumbers = shared(one.numbers, other.numbers).concat(shared(one.imoNumbers, other.imoNumbers))
  if (sameNumbers.length > 0 && sameNames.length > 0) return 'number'
  if (one.list === other.list) {
    // Authorities give a parent's number to a subsidiary, and list twice whom they mean twice: it takes a name as well.
    return sameNames.length > 0 && one.type === other.type && shareBirthday(one, other)
      ? 'name-and-birthday'
      : undefined
  }
  if (sameNumbers.some((number) => number.length >= longNumber) && intersects(one.words, other.words)) return 'number'
  if (sameNames.length === 0 || one.type !== other.type) return undefined
  if (one.type === 'individual') return evidenceOfBirth(one, other, sameNames)
  return intersects(one.countries, other.countries) ? 'name-and-country' : undefined
}

function evidenceOfBirth(one: Profile, other: Profile, sameNames: readonly string[]): Evidence | undefined {
  if (shareBirthday(one, other)) return 'name-and-birthday'
  // A year leaves room for namesakes: it takes a longer name, or a country, to tell them apart.
  const closes = sameNames.some((name) => name.split(' ').length >= 3) || intersects(one.countries, other.countries)
  const overlap = one.births.some((birth) => other.births.some((same) => rangesOverlap(birth, same)))
  return closes && overlap ? 'name-and-birth-year' : undefined
}

const shareBirthday = (one: Profile, other: Profile): boolean =>
  one.births.some((birth) => isOneDay(birth) && other.births.some((same) => isSameDay(birth, same)))

const isOneDay = ({ from, to }: DayRange): boolean => from === to
const isSameDay = (one: DayRange, other: DayRange): boolean => one.from === other.from && one.to === other.to

/** Whether the two cannot be one subject: a person and a ship; other dates of birth, IMO numbers or tax numbers. */
export function conflict(one: Profile, other: Profile): boolean {
  if (one.type !== other.type && (one.type === 'individual' || other.type === 'individual')) return true
  return (
    (one.births.length > 0 &&
      other.births.length > 0 &&
      !one.births.some((birth) => other.births.some((same) => rangesOverlap(birth, same)))) ||
    areApart(one.imoNumbers, other.imoNumbers) ||
    (one.type === 'entity' && areApart(one.taxNumbers, other.taxNumbers))
  )
}

const areApart = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && other.size > 0 && !intersects(one, other)

export function shared<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): T[] {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one]
  return [...few].filter((value) => many.has(value))
}

function intersects<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one]
  for (const value of few) if (many.has(value)) return true
  return false
}
