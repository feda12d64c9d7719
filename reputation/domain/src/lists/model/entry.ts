/** What a sanctions list says of one subject, in one shape for all authorities. Nothing here is interpreted. */

/** An authority's list, by a word in capitals: `OFAC`, `EU`, `UN`. Which lists there are is known where they are fetched. */
export type ListId = string

export const entryTypes = ['individual', 'entity', 'vessel', 'aircraft'] as const
export type EntryType = (typeof entryTypes)[number]

/**
 * One name of a subject as the list writes it. A person may be written `FAMILY NAME, Given Names` (OFAC); the comma is
 * kept, for it says which part is which. `strength` is the authority's own judgement: a weak alias is a nickname or a
 * name so common that it alone should not stop anybody.
 */
export type ListedName = {
  name: string
  kind: 'primary' | 'alias'
  strength: 'strong' | 'weak'
  /** ISO 639-1 code, lower case, where the list gives one. */
  language?: string
}

/**
 * `kind` is a lower-case word: `imo`, `mmsi`, `call-sign`, `passport`, `national-id`, `tax-id`, `registration`,
 * `tail-number`, `serial-number`, `swift`, `lei`, `email`, `website`, `phone`, `crypto`, `reference` (another
 * authority's id for the same subject, as `UN QDi.001`), `other`. `value` is as written, trimmed.
 */
export type Identifier = { kind: string; value: string; country?: string }

export type ListEntry = {
  /** `<list>:<the authority's own id>`, stable across versions of the list: `OFAC:36`, `EU:13`, `UN:6907993`. */
  entityId: string
  list: ListId
  type: EntryType
  /** The primary name first; never empty. */
  names: ListedName[]
  programs: string[]
  /**
   * EDTF level 1 (ISO 8601-2): `1962`, `1962-04`, `1962-04-17`, `1962~` (approximately), `1950/1955` (between).
   * Individuals only.
   */
  datesOfBirth: string[]
  placesOfBirth: string[]
  /** ISO 3166-1 alpha-2, upper case: nationality, citizenship, flag, registration and address, without duplicates. */
  countries: string[]
  identifiers: Identifier[]
  /** Date of listing, `YYYY-MM-DD`, where the list gives one. */
  listedOn?: string
  /** The authority's free text, for a person to read. */
  remarks?: string
}

/** Throws `RangeError` for an entry without a name, which no list has. */
export function primaryName({ entityId, names: [primary] }: Pick<ListEntry, 'entityId' | 'names'>): ListedName {
  if (!primary) throw new RangeError(`${entityId} has no name`)
  return primary
}

/** A whole list as parsed: `publishedAt` is ISO 8601 where the file carries its own date, else null. */
export type ParsedList = { list: ListId; publishedAt: string | null; entries: ListEntry[] }
