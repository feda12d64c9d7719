import { parseEuCsv } from '../formats/eu/eu-csv.ts'
import { parseEuXml } from '../formats/eu/eu-xml.ts'
import { documentFormat } from '../formats/list-format.ts'
import type { Authority } from './authority.ts'

/** The European Union: persons, groups and entities subject to its financial sanctions. */
export const eu: Authority = {
  id: 'EU',
  // The token is the one that the Commission's own help page publishes for everybody.
  addresses: [
    'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
  ],
  formats: [
    documentFormat('EU XML', ({ root }) => root === 'export', parseEuXml),
    documentFormat('EU CSV', ({ text }) => /^"?fileGenerationDate"?;/.test(text), parseEuCsv),
  ],
  regimes: {
    afghanistan: /^AFG$/,
    belarus: /^BLR$/,
    burma: /^MMR$/,
    'central africa': /^CAF$/,
    congo: /^COD$/,
    haiti: /^HTI$/,
    iran: /^IRN$/,
    iraq: /^IRQ$/,
    libya: /^LBY$/,
    nicaragua: /^NIC$/,
    'north korea': /^PRK$/,
    russia: /^(?:UKR|RUS|RUSDA)$/,
    somalia: /^SOM$/,
    'south sudan': /^SSD$/,
    sudan: /^(?:SDN|SDNZ)$/,
    syria: /^SYR$/,
    terror: /^(?:TAQA|TERR|EUAQ|HAM)$/,
    venezuela: /^VEN$/,
    yemen: /^YEM$/,
  },
}
