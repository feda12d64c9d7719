import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import { primaryAndAliases } from '@service/reputation-testing/lists/an-entry.ts'
import { altered, excerpt } from '@service/reputation-testing/lists/excerpts.ts'
import { wholeList, wholeListsArePresent } from '@service/reputation-testing/lists/whole-lists.ts'
import { describe, expect, test } from 'vitest'
import { parseUnXml } from './un-xml.ts'

const file = excerpt('un/consolidated.xml')
const list = parseUnXml(file)
const entry = (id: number): ListEntry => list.entries.find(({ entityId }) => entityId === `UN:${id}`)!
const namesOf = ({ names }: ListEntry): string[] => names.map(({ name }) => name)

/** One person of `inside`. */
const onePerson = (inside: string): ListEntry =>
  parseUnXml(
    Buffer.from(
      `<CONSOLIDATED_LIST dateGenerated="2026-02-27"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID>
        <FIRST_NAME>JANE</FIRST_NAME>${inside}</INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`,
    ),
  ).entries[0]!

describe('parseUnXml', () => {
  test('reads a person whole', () => {
    const { remarks, ...rest } = entry(6908545)
    expect(rest).toEqual({
      entityId: 'UN:6908545',
      list: 'UN',
      type: 'individual',
      names: primaryAndAliases(
        'MUHAMMAD SHOLEH IBRAHIM',
        'Mohammad Sholeh Ibrahim',
        'Muhammad Sholeh Ibrohim',
        'Muhammad Soleh Ibrahim',
        'Sholeh Ibrahim',
        'Muh Sholeh Ibrahim',
      ),
      programs: ['Al-Qaida'],
      datesOfBirth: ['1958-09'], // the month is in a note
      placesOfBirth: ['Demak, Indonesia'],
      countries: ['ID'],
      identifiers: [
        { kind: 'reference', value: 'UN QDi.395' },
        { kind: 'national-id', value: '3311092409580002', country: 'ID' },
        { kind: 'national-id', value: '3311092409580003', country: 'ID' },
      ],
      listedOn: '2016-04-20',
    })
    expect(remarks).toMatch(/^Has served as the acting emir/)
  })

  test('reads the time of generation', () => {
    expect(list).toMatchObject({ list: 'UN', publishedAt: '2026-02-27T00:00:09.554Z' })
  })

  test('empty aliases are none', () => {
    expect(namesOf(entry(6907993))).toEqual(['ERIC BADEGE'])
  })

  test('a fourth name of `na` is none', () => {
    expect(file.toString()).toContain('<FOURTH_NAME>na</FOURTH_NAME>')
    expect(namesOf(entry(2975510))[0]).toBe('FAIZULLAH KHAN NOORZAI')
  })

  test('aliases of low quality are weak, unless the name is a good one elsewhere', () => {
    expect(entry(2975510).names).toContainEqual({ name: 'Haji Mullah Faizullah', kind: 'alias', strength: 'weak' })
  })

  test('names in their original script are names, without a language', () => {
    expect(entry(2975510).names[1]).toEqual({ name: 'فیض الله خان نورزی', kind: 'alias', strength: 'strong' })
  })

  test('one alias may hold several names', () => {
    expect(namesOf(entry(110413)).slice(1)).toEqual([
      'Mohammed Sabet',
      'Mohammad Sabet',
      'M. Javad Kareemi Sabet',
      'M. Jawad Kareemi Sabet',
      'M. Jawad Karimi Sabet',
    ])
    expect(namesOf(entry(6908429))).toEqual(
      expect.arrayContaining(['هيئة تحرير الشام', 'Hayat Tahrir al-Sham', 'Jabhat al-Nusrah']),
    )
  })

  test('an entity may hold two names in one, and former names', () => {
    expect(entry(6908026)).toMatchObject({ type: 'entity', countries: ['CD', 'RW'] })
    expect(namesOf(entry(6908026))).toEqual([
      'COMPAGNIE AERIENNE DES GRANDS LACS (CAGL)',
      'GREAT LAKES BUSINESS COMPANY (GLBC)',
      'CAGL',
    ])
  })

  test("a shipping company's IMO number is in its comments", () => {
    expect(entry(6908681).identifiers).toEqual([
      { kind: 'reference', value: 'UN KPe.067' },
      { kind: 'imo', value: '5982254' },
    ])
  })

  test('dates of birth are exact, approximate, between two years, or those of an alias', () => {
    expect(entry(3000769).datesOfBirth).toEqual(['1969/1971'])
    const { datesOfBirth } = onePerson(`
      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Joan</ALIAS_NAME><DATE_OF_BIRTH>1958-02-22</DATE_OF_BIRTH></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1957-03-01</DATE></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1960</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><NOTE>30-35 years old</NOTE></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE/></INDIVIDUAL_DATE_OF_BIRTH>`)
    expect(datesOfBirth).toEqual(['1957-03-01', '1960~', '1958-02-22'])
  })

  test('documents are passports in any of their languages, else national ids', () => {
    const documents = ['Passport', 'Número de pasaporte', 'Numéro de passeport ', 'National Identification Number']
      .map(
        (type, index) =>
          `<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>${type}</TYPE_OF_DOCUMENT><NUMBER>A000${index}</NUMBER></INDIVIDUAL_DOCUMENT>`,
      )
      .join('')
    expect(onePerson(documents).identifiers.map(({ kind }) => kind)).toEqual([
      'passport',
      'passport',
      'passport',
      'national-id',
    ])
  })

  test('an entry without a name or an id is passed over', () => {
    const damaged = altered(altered(file, 'KOTI CORP', ''), '<DATAID>6907993</DATAID>', '<DATAID/>')
    expect(parseUnXml(damaged).entries).toHaveLength(list.entries.length - 2)
  })
})

describe.runIf(wholeListsArePresent)('the whole UN list', () => {
  const whole = wholeListsArePresent ? parseUnXml(wholeList('un/official/consolidated.xml')).entries : []

  test('has its 730 persons and 273 entities, each with a reference and a day of listing', () => {
    expect(whole.filter(({ type }) => type === 'individual')).toHaveLength(730)
    expect(whole.filter(({ type }) => type === 'entity')).toHaveLength(273)
    expect(whole.filter(({ identifiers }) => /^UN \w\w[ie]\.\d{3}$/.test(identifiers[0]?.value ?? ''))).toHaveLength(
      1_003,
    )
    expect(whole.filter(({ listedOn }) => listedOn === undefined)).toEqual([])
  })

  test('has all of its names, good and weak, in all scripts', () => {
    const names = whole.flatMap((entry) => entry.names)
    expect(names.length).toBeGreaterThan(4_150)
    expect(names.filter(({ strength }) => strength === 'weak').length).toBeGreaterThan(600)
    expect(names.filter(({ name }) => /\p{Script=Arabic}/u.test(name)).length).toBeGreaterThan(380)
    expect(names.filter(({ name }) => /;|original script|\bborn in\b/.test(name))).toEqual([])
  })

  test('finds the IMO numbers of 16 shipping companies', () => {
    expect(whole.filter(({ identifiers }) => identifiers.some(({ kind }) => kind === 'imo'))).toHaveLength(16)
  })
})
