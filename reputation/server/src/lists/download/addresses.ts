/**
 * Where each list comes from. A list may be several files; together they are one version of it.
 *
 * OFAC is taken as XML: two files, each whole in itself, with a date, a record count and a closing tag that shows a cut.
 * The CSV form is a third of the size but needs eight files that may stem from different moments, carries no date, and
 * hides weak aliases in remarks. Whoever prefers it gives the addresses of the CSV files instead: what a file holds is
 * told from its content, never from its name.
 *
 * The EU's token is the one its own help page publishes for everybody.
 */
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'

const ofac = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports'

export const officialAddresses: Readonly<Record<ListId, readonly string[]>> = {
  // SDN, and the lists outside SDN that OFAC publishes as one "consolidated" file: one list to whoever screens.
  OFAC: [`${ofac}/SDN.XML`, `${ofac}/CONSOLIDATED.XML`],
  EU: ['https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw'],
  UN: ['https://scsanctions.un.org/resources/xml/en/consolidated.xml'],
}

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

/** The address as it may be shown and stored: a query or a password can be a secret of the operator's. */
export function publicAddress(address: string): string {
  const url = new URL(address)
  return url.protocol === 'file:' ? `file://${url.pathname}` : `${url.origin}${url.pathname}`
}
