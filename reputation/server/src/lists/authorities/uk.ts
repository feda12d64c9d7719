import { documentFormat } from '../formats/list-format.ts'
import { isUkCsv, parseUkCsv, parseUkXml } from '../formats/uk/uk-list.ts'
import type { Authority } from './authority.ts'

/**
 * The United Kingdom: the UK Sanctions List of the Foreign, Commonwealth and Development Office, the one list since OFSI's
 * consolidated list was closed in January 2026. Its data are under the Open Government Licence v3.0; they are only
 * ever downloaded by who runs the service.
 */
export const uk: Authority = {
  id: 'UK',
  optional: true,
  addresses: ['https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.xml'],
  formats: [
    documentFormat('UK XML', ({ root }) => root === 'Designations', parseUkXml),
    documentFormat('UK CSV', ({ text }) => isUkCsv(text), parseUkCsv),
  ],
  // A programme is the name of its regulations: `The Russia (Sanctions) (EU Exit) Regulations 2019`.
  regimes: {
    afghanistan: /\bAfghanistan\b/,
    belarus: /\bBelarus\b/,
    burma: /\b(?:Burma|Myanmar)\b/,
    'central africa': /\bCentral African Republic\b/,
    congo: /\bDemocratic Republic of the Congo\b/,
    haiti: /\bHaiti\b/,
    iran: /\bIran\b/,
    iraq: /\bIraq\b/,
    libya: /\bLibya\b/,
    nicaragua: /\bNicaragua\b/,
    'north korea': /\bDemocratic People['’]s Republic of Korea\b/,
    russia: /\bRussia\b/,
    somalia: /\bSomalia\b/,
    'south sudan': /\bSouth Sudan\b/,
    sudan: /\bSudan\b/,
    syria: /\bSyria\b/,
    terror: /\bCounter-Terrorism\b|\bISIL\b/,
    venezuela: /\bVenezuela\b/,
    yemen: /\bYemen\b/,
  },
}
