import { documentFormat } from '../formats/list-format.ts'
import { parseUnXml } from '../formats/un/un-xml.ts'
import type { Authority } from './authority.ts'

/** The United Nations Security Council's consolidated list. */
export const un: Authority = {
  id: 'UN',
  addresses: ['https://scsanctions.un.org/resources/xml/en/consolidated.xml'],
  formats: [documentFormat('UN XML', ({ root }) => root === 'CONSOLIDATED_LIST', parseUnXml)],
  regimes: {
    afghanistan: /^Taliban$/,
    'central africa': /^CAR$/,
    congo: /^DRC$/,
    haiti: /^Haiti$/,
    iran: /^Iran$/,
    iraq: /^Iraq$/,
    libya: /^Libya$/,
    'north korea': /^DPRK$/,
    somalia: /^Somalia$/,
    'south sudan': /^SouthSudan$/,
    sudan: /^Sudan$/,
    terror: /^Al-Qaida$/,
    yemen: /^Yemen$/,
  },
}
