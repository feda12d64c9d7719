import { documentFormat } from '../formats/list-format.ts'
import { isOfacTable, readOfacTables } from '../formats/ofac/ofac-tables.ts'
import { parseOfacXml } from '../formats/ofac/ofac-xml.ts'
import type { Authority } from './authority.ts'

const exports = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports'

/**
 * The Office of Foreign Assets Control of the US Treasury: SDN, and the lists outside SDN that it publishes as one
 * "consolidated" file; one list here.
 *
 * It is taken as XML: two files, each whole in itself, with a date, a record count and a closing tag that shows a cut. The
 * CSV form is a third of the size but needs eight files that may stem from different moments, carries no date, and hides
 * weak aliases in remarks. An operator who prefers it gives the addresses of the CSV files.
 */
export const ofac: Authority = {
  id: 'OFAC',
  addresses: [`${exports}/SDN.XML`, `${exports}/CONSOLIDATED.XML`],
  formats: [
    documentFormat('OFAC XML', ({ root }) => root === 'sdnList', parseOfacXml),
    { title: 'OFAC CSV', recognises: isOfacTable, read: readOfacTables },
  ],
  regimes: {
    belarus: /^BELARUS/,
    burma: /^BURMA/,
    'central africa': /^CAR$/,
    congo: /^DRCONGO$/,
    haiti: /^HAITI/,
    iran: /^(?:IRAN.*|IFSR|IRGC)$/,
    iraq: /^IRAQ\d*$/,
    libya: /^LIBYA\d*$/,
    nicaragua: /^NICARAGUA/,
    'north korea': /^DPRK\d*$/,
    russia: /^(?:RUSSIA|UKRAINE)/,
    somalia: /^SOMALIA$/,
    'south sudan': /^SOUTH SUDAN$/,
    sudan: /^(?:SUDAN.*|DARFUR)$/,
    syria: /^(?:SYRIA|PAARSSR)/,
    terror: /^(?:SDGT|FTO)$/,
    venezuela: /^VENEZUELA/,
    yemen: /^YEMEN$/,
  },
}
