/** What the operator may set about the lists, made from the authorities. */
import type { EnvReader, Variable } from '@service/foundation/config/env-reader.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { authorities } from '../authorities/authorities.ts'

/** `ofacSources`: the name of a list's addresses in the configuration. */
const sourcesOf = (list: ListId) => `${list.toLowerCase()}Sources` as `${string}Sources`

type SourcesSettings = Record<`${string}Sources`, Variable<string[]>>

/** A setting for the addresses of every list: `OFAC_SOURCES`. */
export const sourcesSettings = (read: EnvReader): SourcesSettings =>
  Object.fromEntries(
    authorities.map(({ id, addresses }) => [
      sourcesOf(id),
      read.parsed(`${id}_SOURCES`, 'addresses, comma-separated (http, https, file)', {
        about: `Where the ${id} list comes from. Several files make one list; what a file holds is known by its content.`,
        default: addresses.join(','),
        read: readAddresses,
      }),
    ]),
  )

/** Lists that are screened against only where the operator asks for them. */
const optionalLists = authorities.flatMap(({ id, optional }) => (optional ? [id] : []))

export const additionalListsSetting = (read: EnvReader) =>
  read.list('ADDITIONAL_LISTS', {
    about: `Lists to screen against in addition to the others: ${optionalLists.join(', ')}. Screening waits until they are loaded.`,
    default: '',
    item: (text) =>
      optionalLists.includes(text) ? { value: text } : { fault: `must list some of ${optionalLists.join(', ')}` },
  })

type ListConfig = Readonly<Record<`${string}Sources`, string[]>> & { additionalLists: readonly ListId[] }

/** The addresses of each list that is screened against, in the order of responses. */
export const listAddresses = (config: ListConfig): ListAddresses =>
  Object.fromEntries(
    authorities
      .filter(({ id, optional }) => !optional || config.additionalLists.includes(id))
      .map(({ id }) => [id, config[sourcesOf(id)] ?? []]),
  )

export type ListAddresses = Readonly<Record<ListId, readonly string[]>>

/**
 * The operator's own addresses for a list: http, https or file, separated by commas (a comma inside an address is
 * written `%2C`). Throws `RangeError` with a sentence for the operator.
 */
export function readAddresses(text: string): string[] {
  const addresses = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (addresses.length === 0) throw new RangeError('gives no address')
  for (const [index, address] of addresses.entries()) {
    const url = URL.parse(address)
    if (!url || !['http:', 'https:', 'file:'].includes(url.protocol)) {
      // By its place, for it may hold a password and the message ends in logs.
      throw new RangeError(`has no http:, https: or file: address in place ${index + 1} of ${addresses.length}`)
    }
  }
  return addresses
}
