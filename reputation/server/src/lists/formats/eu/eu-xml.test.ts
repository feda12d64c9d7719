import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import { primaryAndAliases } from '@service/reputation-testing/lists/an-entry.ts'
import { altered, excerpt } from '@service/reputation-testing/lists/excerpts.ts'
import { wholeList, wholeListsArePresent } from '@service/reputation-testing/lists/whole-lists.ts'
import { describe, expect, test } from 'vitest'
import { parseEuXml } from './eu-xml.ts'

const file = excerpt('eu/xmlFullSanctionsList_1_1.xml')
const list = parseEuXml(file)
const entry = (id: number): ListEntry => list.entries.find(({ entityId }) => entityId === `EU:${id}`)!

/** One subject of `inside`, as the live file writes it. */
const oneSubject = (inside: string, attributes = ''): ListEntry =>
  parseEuXml(
    Buffer.from(
      `<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-05-01T10:15:30.123+02:00">
        <sanctionEntity logicalId="1" euReferenceNumber="EU.1.1" ${attributes}>
          <subjectType code="person" classificationCode="P"/>${inside}
        </sanctionEntity></export>`,
    ),
  ).entries[0]!

const named = '<nameAlias wholeName="Jane Doe" strong="true" nameLanguage="EN"/>'

describe('parseEuXml', () => {
  test('reads a person whole', () => {
    expect(entry(13)).toEqual({
      entityId: 'EU:13',
      list: 'EU',
      type: 'individual',
      names: primaryAndAliases('Saddam Hussein Al-Tikriti', 'Abu Ali', {
        name: 'Abou Ali',
        kind: 'alias',
        strength: 'strong',
        language: 'fr',
      }),
      programs: ['IRQ'],
      datesOfBirth: ['1937-04-28'],
      placesOfBirth: ['al-Awja, near Tikrit, IRAQ'],
      countries: ['IQ'],
      identifiers: [{ kind: 'reference', value: 'EU EU.27.28' }],
      remarks: 'UNSC RESOLUTION 1483',
    })
  })

  test('the time of generation is given in UTC', () => {
    expect(list).toMatchObject({ list: 'EU', publishedAt: '2026-04-30T22:00:00.000Z' })
  })

  test("keeps the United Nations' reference of the same subject", () => {
    expect(entry(118025).identifiers).toContainEqual({ kind: 'reference', value: 'UN LYi.027' })
  })

  test('keeps names in other scripts with their language, behind one in Latin letters', () => {
    expect(entry(113175).names[0]!.name).toBe('Ali WANUS')
    expect(entry(113175).names).toContainEqual({ name: 'علي وانوس', kind: 'alias', strength: 'strong', language: 'ar' })
    expect(
      oneSubject(`<nameAlias wholeName="Джейн" nameLanguage="RU"/><nameAlias wholeName="Jane"/>`).names,
    ).toMatchObject([
      { name: 'Jane', kind: 'primary' },
      { name: 'Джейн', kind: 'alias', language: 'ru' },
    ])
  })

  test('builds a name that is given in parts only; titles and functions are no names', () => {
    const { names } = oneSubject(
      '<nameAlias firstName="Jane" middleName="" lastName=" Doe " wholeName="" title="Dr" function="Head of state"/>',
    )
    expect(names).toEqual([{ name: 'Jane Doe', kind: 'primary', strength: 'strong' }])
  })

  test('`strong="false"` marks a weak alias, which is never the primary name where there is a strong one', () => {
    expect(oneSubject(`<nameAlias wholeName="JD" strong="false"/>${named}`).names).toMatchObject([
      { name: 'Jane Doe', strength: 'strong' },
      { name: 'JD', strength: 'weak' },
    ])
  })

  test('reads dates of birth: about a year, between two, to the month; Islamic ones are left out', () => {
    expect(entry(71).datesOfBirth).toEqual(['1938~'])
    const { datesOfBirth } = oneSubject(
      `${named}<birthdate year="" yearRangeFrom="1950" yearRangeTo="1955" circa="false" calendarType="GREGORIAN"/>
       <birthdate year="1961" monthOfYear="7" circa="false" calendarType="GREGORIAN"/>
       <birthdate year="1340" monthOfYear="1" dayOfMonth="1" calendarType="ISLAMIC"/>`,
    )
    expect(datesOfBirth).toEqual(['1950/1955', '1961-07'])
    expect(entry(127411).datesOfBirth).toEqual(['1961'])
  })

  test('country `00` is none', () => {
    expect(file.toString()).toContain('countryIso2Code="00"')
    expect(list.entries.flatMap(({ countries }) => countries)).not.toContain('00')
    expect(list.entries.flatMap(({ identifiers }) => identifiers).map(({ country }) => country)).not.toContain('00')
  })

  test('a dash in place of a number is no identifier', () => {
    expect(file.toString()).toContain('number="-"')
    expect(entry(133516).identifiers).toEqual([{ kind: 'reference', value: 'EU EU.6955.32' }])
  })

  test("a company's own IMO number counts, those of the ships it runs do not", () => {
    expect(entry(116209)).toMatchObject({ type: 'entity' })
    expect(entry(116209).identifiers).toContainEqual({ kind: 'imo', value: '5982254' })
    expect(entry(7490).identifiers.filter(({ kind }) => kind === 'imo')).toEqual([{ kind: 'imo', value: '1790183' }])
  })

  test('the day of listing is an attribute, or in the remarks', () => {
    expect(oneSubject(named, 'designationDate="2014-10-21"').listedOn).toBe('2014-10-21')
    expect(oneSubject(`<remark>Date of listing: 21.10.2014</remark>${named}`).listedOn).toBe('2014-10-21')
    expect(oneSubject(`<remark>Date of UN designation: 5/08/2017</remark>${named}`).listedOn).toBe('2017-08-05')
  })

  test('an entry without a name or an id is passed over', () => {
    const damaged = altered(altered(file, 'wholeName="KOTI CORP"', 'wholeName=""'), 'logicalId="13">', 'logicalId="">')
    expect(parseEuXml(damaged).entries).toHaveLength(list.entries.length - 2)
  })
})

describe.runIf(wholeListsArePresent)('the whole EU list', () => {
  const whole = wholeListsArePresent
    ? parseEuXml(wholeList('eu/rebuilt-2026-05-01/xmlFullSanctionsList_1_1.xml.gz')).entries
    : []

  test('has its 4,341 persons and 1,519 enterprises', () => {
    expect(whole.filter(({ type }) => type === 'individual')).toHaveLength(4_341)
    expect(whole.filter(({ type }) => type === 'entity')).toHaveLength(1_519)
  })

  test('has all of its names in all scripts, repetitions left out', () => {
    const names = whole.flatMap((entry) => entry.names)
    expect(names.length).toBeGreaterThan(29_400) // of 29,826
    expect(names.length).toBeLessThanOrEqual(29_826)
    const count = (script: RegExp) => names.filter(({ name }) => script.test(name)).length
    expect(count(/\p{Script=Cyrillic}/u)).toBeGreaterThan(4_600)
    expect(count(/\p{Script=Arabic}/u)).toBeGreaterThan(700)
    expect(count(/\p{Script=Greek}/u)).toBeGreaterThan(340)
    expect(count(/\p{Script=Hangul}/u)).toBe(87)
    expect(Math.max(...whole.map((entry) => entry.names.length))).toBeGreaterThan(130) // of 145
  })

  test('holds 88 references of the United Nations, and no odd space in any name', () => {
    const references = whole.flatMap(({ identifiers }) => identifiers).filter(({ value }) => value.startsWith('UN '))
    expect(references).toHaveLength(88)
    expect(
      whole.flatMap(({ names }) => names).filter(({ name }) => /\s\s|^\s|\s$|[\u00a0\u200b\ufeff]/.test(name)),
    ).toEqual([])
  })
})
