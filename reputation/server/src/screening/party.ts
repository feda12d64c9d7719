/** What may be screened, beyond what a schema can say: a name that can be compared, a date that exists, a country. */
import { Breath } from '@service/foundation/breath.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import { isCountryCode } from '@service/reputation-domain/lists/country-codes.ts'
import { edtfDate } from '@service/reputation-domain/lists/dates.ts'
import type { EntryType, ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { defaultThreshold, toWords } from '@service/reputation-domain/matching/matching.ts'
import type { Party } from './model/screening-record.ts'
import { faultOfText } from './readable-text.ts'

export type AskedParty = {
  name: string
  type?: EntryType
  dateOfBirth?: string
  country?: string
  reference?: string
  threshold?: number
  lists?: readonly ListId[]
  limit: number
}

/** Checks every party and throws one problem that names all faults; `pathOf` says where the party stands in the input. */
export function readParties(asked: readonly AskedParty[], pathOf: (index: number) => string): Party[] {
  const faults = new InputFaults()
  const parties = asked.map((one, index) => readParty(one, pathOf(index), faults))
  faults.throwIfAny()
  return parties
}

/** The same for thousands: requests of others are served in between. */
export async function readManyParties(
  asked: readonly AskedParty[],
  pathOf: (index: number) => string,
): Promise<Party[]> {
  const [faults, breath] = [new InputFaults(), new Breath()]
  const parties: Party[] = []
  for (const [index, one] of asked.entries()) {
    parties.push(readParty(one, pathOf(index), faults))
    await breath.take()
  }
  faults.throwIfAny()
  return parties
}

/** The same faults, for a report of them. */
export function faultsOfParty(asked: AskedParty): { field: string; message: string }[] {
  const faults: { field: string; message: string }[] = []
  readParty(asked, 'row', { add: (path, message) => faults.push({ field: path.slice('row.'.length), message }) })
  return faults
}

function readParty(
  { country, threshold, ...asked }: AskedParty,
  path: string,
  faults: Pick<InputFaults, 'add'>,
): Party {
  const nameFault = faultOfName(asked.name)
  if (nameFault) faults.add(`${path}.name`, nameFault)
  const { dateOfBirth, reference } = asked
  if (dateOfBirth !== undefined && !isDate(dateOfBirth))
    faults.add(`${path}.dateOfBirth`, 'must be an existing date such as 1962, 1962-04 or 1962-04-17')
  if (country !== undefined && !isCountryCode(country.toUpperCase()))
    faults.add(`${path}.country`, 'must be a two-letter country code (ISO 3166-1)')
  const referenceFault = reference === undefined ? undefined : faultOfText(reference)
  if (referenceFault) faults.add(`${path}.reference`, referenceFault)
  return {
    ...asked,
    threshold: threshold ?? defaultThreshold,
    ...(country !== undefined && { country: country.toUpperCase() }),
  }
}

/**
 * A name without anything to compare would match nothing and look clean, so it is refused. The same goes for what is no
 * text: a name with holes in it is another name than was meant.
 */
function faultOfName(name: string): string | undefined {
  const fault = faultOfText(name)
  if (fault) return fault
  if (!/[\p{L}\p{N}]/u.test(name)) return 'must have at least one letter or digit'
  if (toWords(name).length === 0) return 'has no letter or digit of a script that can be compared'
  return undefined
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? []
  if (year === undefined) return false
  const number = (part: string | undefined) => (part === undefined ? undefined : Number(part))
  return edtfDate({ year: Number(year), month: number(month), day: number(day) }) !== undefined
}
