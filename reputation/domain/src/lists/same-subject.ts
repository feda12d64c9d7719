/**
 * Whether two entries are about the same subject: what speaks for it, and what speaks against it whatever else does.
 * To merge two subjects is worse than to miss a merge, so a name alone is never enough.
 */
import { type DayRange, dayRange, rangesOverlap } from './dates.ts'
import type { EntryType, ListEntry, ListId } from './model/entry.ts'
import { nameKey, wordsOf } from './name-key.ts'
import type { RegimesOf } from './regime.ts'

/** What the comparison needs of an entry, computed once. */
export type Profile = {
  entityId: string
  list: ListId
  type: EntryType
  /** Keys of strong names. */
  nameKeys: ReadonlySet<string>
  /** Words of four letters or more of all names, legal forms left out; none where there is no number to bear out. */
  words: ReadonlySet<string>
  births: readonly DayRange[]
  countries: ReadonlySet<string>
  regimes: ReadonlySet<string>
  /** Ids that other authorities gave the subject: `UN QDi.001`. */
  references: ReadonlySet<string>
  imoNumbers: ReadonlySet<string>
  /** Numbers of passports, registers and the like, letters and digits only. */
  numbers: ReadonlySet<string>
  taxNumbers: ReadonlySet<string>
}

/** Strongest first. From the birth year on, and numbers without a name, they count between different lists only. */
export const evidences = [
  'reference',
  'number',
  'name-and-birthday',
  'name-and-birth-year',
  'name-and-country',
  'name-and-regime',
] as const
export type Evidence = (typeof evidences)[number]

/**
 * Numbers this long are given out once; a shorter one may recur under another issuer, and asks for the same name. Nine
 * is too short: Russia's nine-digit KPP names a tax office, and hundreds of companies share it.
 */
const longNumber = 10
const shortestNumber = 5
const numberedKinds = ['passport', 'national-id', 'tax-id', 'registration', 'serial-number', 'lei', 'mmsi', 'other']

export function profileOf(entry: ListEntry, regimesOf: RegimesOf): Profile {
  const strong = entry.names.filter(({ strength }) => strength === 'strong')
  const valuesOf = (...kinds: string[]): string[] =>
    entry.identifiers.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => value)
  const numbersOf = (...kinds: string[]): string[] =>
    valuesOf(...kinds)
      .map(bareNumber)
      .filter(isNumber)
  const numbers = numbersOf(...numberedKinds)
  return {
    entityId: entry.entityId,
    list: entry.list,
    type: entry.type,
    nameKeys: setOf(strong.map(({ name }) => nameKey(name, entry.type))),
    words: setOf(
      numbers.length === 0 ? [] : entry.names.flatMap(({ name }) => wordsOf(name)).filter(isDistinctiveWord),
    ),
    births: entry.datesOfBirth.flatMap((date) => dayRange(date) ?? []),
    countries: setOf(entry.countries),
    regimes: regimesOf(entry),
    references: setOf(valuesOf('reference')),
    imoNumbers: setOf(valuesOf('imo')),
    numbers: setOf(numbers),
    taxNumbers: setOf(numbersOf('tax-id')),
  }
}

const none: ReadonlySet<string> = new Set()

/** Most sets of most entries are empty, and share one. */
const setOf = (values: readonly string[]): ReadonlySet<string> => (values.length === 0 ? none : new Set(values))

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

const isDistinctiveWord = (word: string): boolean => word.length >= 4 && !legalWords.has(word)

/** Two words of three letters or more, ten letters in all: not `IRGC`, `ABU ALI` or `AL-SHABAAB`. */
const isDistinctive = (key: string): boolean =>
  key.length >= 10 && key.split(' ').filter((word) => word.length >= 3).length >= 2

const hasTwoWords = (key: string): boolean => key.includes(' ')

/** The strongest evidence that the two are one subject; `undefined` where there is none. */
export function evidenceFor(one: Profile, other: Profile): Evidence | undefined {
  if (intersects(one.references, other.references)) return 'reference'
  if (one.type === 'vessel' && other.type === 'vessel' && intersects(one.imoNumbers, other.imoNumbers)) return 'number'
  const sameNames = shared(one.nameKeys, other.nameKeys)
  const sameNumbers = shared(one.numbers, other.numbers).concat(shared(one.imoNumbers, other.imoNumbers))
  if (sameNumbers.length > 0 && sameNames.length > 0) return 'number'
  if (one.list === other.list) {
    // Authorities give a parent's number to a subsidiary, and list twice whom they mean twice: it takes a name as well.
    return one.type === other.type && shareBirthday(one, other) && sameNames.some(hasTwoWords)
      ? 'name-and-birthday'
      : undefined
  }
  if (sameNumbers.some((number) => number.length >= longNumber) && intersects(one.words, other.words)) return 'number'
  if (one.type !== other.type) return undefined
  const distinctiveNames = sameNames.filter(isDistinctive)
  if (one.type === 'individual')
    return evidenceOfBirth(one, other, sameNames) ?? evidenceOfRegime(one, other, distinctiveNames)
  if (distinctiveNames.length === 0) return undefined
  if (intersects(one.countries, other.countries)) return 'name-and-country'
  return intersects(one.regimes, other.regimes) ? 'name-and-regime' : undefined
}

function evidenceOfBirth(one: Profile, other: Profile, sameNames: readonly string[]): Evidence | undefined {
  if (sameNames.length === 0) return undefined
  if (shareBirthday(one, other) && sameNames.some(hasTwoWords)) return 'name-and-birthday'
  // A year leaves room for namesakes: it takes a longer name, or a country, to tell them apart.
  const closes =
    sameNames.some((name) => name.split(' ').length >= 3) ||
    (sameNames.some(isDistinctive) && intersects(one.countries, other.countries))
  const overlap = one.births.some((birth) => other.births.some((same) => rangesOverlap(birth, same)))
  return closes && overlap ? 'name-and-birth-year' : undefined
}

/** The same name, listed over the same matter: evidence for persons of whom one list at least knows no date of birth. */
function evidenceOfRegime(one: Profile, other: Profile, distinctiveNames: readonly string[]): Evidence | undefined {
  const unknown = one.births.length === 0 || other.births.length === 0
  return unknown && distinctiveNames.length > 0 && intersects(one.regimes, other.regimes)
    ? 'name-and-regime'
    : undefined
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
