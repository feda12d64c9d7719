/** OFAC's labelled numbers, which its CSV writes as text (`Passport A1 (Iran) expires 2009`) and its XML in parts. */
import { countryCode } from '@service/reputation-domain/lists/country-codes.ts'
import type { Identifier } from '@service/reputation-domain/lists/model/entry.ts'

/** OFAC's labels, without `alt. `, by the kind of identifier they are. Read from the lists of 2024 to 2026. */
const labelsByKind: Record<string, readonly string[]> = {
  imo: ['Vessel Registration Identification IMO', 'Identification Number IMO', 'Company Number IMO'],
  mmsi: ['MMSI'],
  'call-sign': ['Vessel Call Sign', 'Other Vessel Call Sign', 'Call Sign'],
  'tail-number': ['Aircraft Tail Number'],
  'serial-number': [
    "Aircraft Manufacturer's Serial Number (MSN)",
    'Aircraft Construction Number (also called L/N or S/N or F/N)',
    'Aircraft Serial Identification',
  ],
  passport: [
    'Passport',
    'Passport Booklet',
    'Diplomatic Passport',
    'Stateless Person Passport',
    'British National Overseas Passport',
    'Travel Document Number',
  ],
  'national-id': [
    'National ID No.',
    'National Foreign ID Number',
    'Cedula No.',
    'Cedula de Ciudadania',
    'C.U.R.P.',
    'C.U.I.',
    'C.U.I.P.',
    'D.N.I.',
    'I.F.E.',
    'N.I.E.',
    'SSN',
    'Birth Certificate Number',
    'Personal ID Card',
    'Bosnian Personal ID No.',
    'Moroccan Personal ID No.',
    'Kenyan ID No.',
    'Turkish Identification Number',
    "Citizen's Card Number",
    'Tazkira National ID Card',
    'Identification Number',
    'Electoral Registry No.',
    'Residency Number',
    'LE Number',
    'Credencial electoral',
    'Stateless Person ID Card',
    'Refugee ID Card',
  ],
  'tax-id': [
    'Tax ID No.',
    'R.F.C.',
    'RFC',
    'NIT',
    'RUC',
    'RIF',
    'RTN',
    'C.U.I.T.',
    'C.I.F.',
    'V.A.T. Number',
    'US FEIN',
    'Italian Fiscal Code',
    'Fiscal Code',
    'Romanian Tax Registration',
  ],
  registration: [
    'Registration Number',
    'Registration ID',
    'Business Registration Number',
    'Business Registration Document',
    'Commercial Registry Number',
    'Company Number',
    'UK Company Number',
    'C.R. No.',
    'Romanian C.R.',
    'Trade License No.',
    'License',
    'Matricula Mercantil No',
    'Folio Mercantil No.',
    'Chamber of Commerce Number',
    'Istanbul Chamber of Comm. No.',
    'Dubai Chamber of Commerce Membership No.',
    'Central Registration System Number',
    'Certificate of Incorporation Number',
    'Public Registration Number',
    'Unified Social Credit Code (USCC)',
    'Government Gazette Number',
    'Economic Register Number (CBLS)',
    'Enterprise Number',
    'Business Number',
    'Organization Code',
    'Registered Charity No.',
    'Vessel Registration Identification',
    'Branch Unit Number',
    'File Number',
  ],
  swift: ['SWIFT/BIC'],
  lei: ['Legal Entity Number'],
  email: ['Email Address'],
  website: ['Website'],
  phone: ['Phone Number', 'Telephone', 'Telephone No.', 'PHONE', 'Fax', 'Fax No.', 'FAX'],
  other: [
    'ISIN',
    'D-U-N-S Number',
    'BIK (RU)',
    "Driver's License No.",
    'Military Registration Number',
    'Aircraft Mode S Transponder Code',
    'Permit Number',
    'SRE Permit No.',
    'Pilot License Number',
    'Chinese Commercial Code',
    'Equity Ticker',
    'Serial No.',
    'VisaNumberID',
  ],
}

const kindByLabel = new Map(
  Object.entries(labelsByKind).flatMap(([kind, labels]) => labels.map((label) => [label, kind] as const)),
)

// The longest label first, so that `Passport Booklet A1` is no passport called "Booklet A1".
const labelled = new RegExp(
  `^(${[...kindByLabel.keys()]
    .sort((a, b) => b.length - a.length)
    .map((label) => label.replace(/[.()/]/g, '\\$&'))
    .join('|')}):?(?: #)? (.+)$`,
)
const cryptoAddress = /^Digital Currency Address - \S+ (\S+)$/

/** An item of a CSV remark, without `alt. `; `undefined` where it is no identifier. */
export function ofacRemarkIdentifier(item: string): Identifier | undefined {
  const crypto = cryptoAddress.exec(item)
  if (crypto) return { kind: 'crypto', value: crypto[1] ?? '' }
  const [, label, rest] = labelled.exec(item) ?? []
  return label === undefined || rest === undefined ? undefined : identifier(kindByLabel.get(label) ?? 'other', rest)
}

/** An `<id>` of the XML; `undefined` where it is a remark in the dress of an identifier, such as a date or a gender. */
export function ofacXmlIdentifier(type: string, number: string, country: string): Identifier | undefined {
  if (type.startsWith('Digital Currency Address')) return number ? { kind: 'crypto', value: number } : undefined
  const kind = kindByLabel.get(type.replace(/(?: #|:)$/, ''))
  return kind === undefined ? undefined : identifier(kind, country ? `${number} (${country})` : number)
}

const validity = / (?:issued|expires) .*$/
const trailingBrackets = /^(.*\S) ?\(([^()]*)\)$/

function identifier(kind: string, text: string): Identifier | undefined {
  let value = text.replace(validity, '').trim()
  const [, number, place = ''] = trailingBrackets.exec(value) ?? []
  const country = countryCode(place)
  if (number !== undefined && country !== undefined) value = number.trim()
  // The CSV labels an IMO number as such; the XML writes it into the number of a "Vessel Registration Identification".
  const imo = /^IMO (\d{7})$/.exec(value)?.[1]
  if (imo !== undefined) return { kind: 'imo', value: imo }
  if (!/[\p{L}\p{N}]/u.test(value)) return undefined
  return country === undefined ? { kind, value } : { kind, value, country }
}
