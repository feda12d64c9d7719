import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListEntry } from './model/entry.ts'
import { assignSubjects } from './subjects.ts'

const regimes = { OFAC: { terror: /^SDGT$/ }, EU: { iran: /^IRN$/ }, UN: { iran: /^Iran$/ } }
const subjectsOf = (entries: readonly ListEntry[]) => assignSubjects(entries, regimes)

type Sketch = {
  id: string
  name?: string
  aliases?: string[]
  weak?: string[]
  born?: string[]
  numbers?: [string, string][]
} & Partial<Pick<ListEntry, 'type' | 'countries' | 'programs'>>

/** An entry of the list that its id begins with; a person by default. */
function anEntry({
  id,
  name = 'Jane Example DOE',
  aliases = [],
  weak = [],
  born = [],
  numbers = [],
  ...rest
}: Sketch): ListEntry {
  return {
    entityId: id,
    list: id.slice(0, id.indexOf(':')),
    type: 'individual',
    names: [
      { name, kind: 'primary', strength: 'strong' },
      ...aliases.map((alias) => ({ name: alias, kind: 'alias' as const, strength: 'strong' as const })),
      ...weak.map((alias) => ({ name: alias, kind: 'alias' as const, strength: 'weak' as const })),
    ],
    programs: [],
    datesOfBirth: born,
    placesOfBirth: [],
    countries: [],
    identifiers: numbers.map(([kind, value]) => ({ kind, value })),
    ...rest,
  }
}

const areOne = (...sketches: Sketch[]): boolean => new Set(subjectsOf(sketches.map(anEntry)).values()).size === 1

describe('entries are one subject', () => {
  test('when one list cites the other, even if the names differ', () => {
    expect(
      areOne(
        { id: 'EU:1', name: 'Someone', numbers: [['reference', 'UN QDi.001']] },
        { id: 'UN:1', name: 'Someone Else', numbers: [['reference', 'UN QDi.001']] },
      ),
    ).toBe(true)
  })

  test('by name, in either order of its parts, and day of birth', () => {
    const born = ['1962-04-17']
    expect(areOne({ id: 'OFAC:1', name: "DOE, Jane 'Abd", born }, { id: 'EU:1', name: 'Jané Abd DOE', born })).toBe(
      true,
    )
  })

  test('by alias, year of birth and country', () => {
    expect(
      areOne(
        { id: 'OFAC:1', name: 'X', aliases: ['SOMEBODY, Jane'], born: ['1962~'], countries: ['IQ'] },
        { id: 'UN:1', name: 'JANE SOMEBODY', born: ['1963'], countries: ['IQ', 'JO'] },
      ),
    ).toBe(true)
  })

  test('by name and passport, when no date of birth is known', () => {
    const numbers: [string, string][] = [['passport', 'A 123456']]
    expect(areOne({ id: 'OFAC:1', numbers }, { id: 'EU:1', numbers: [['passport', 'A123456']] })).toBe(true)
  })

  test('companies by name and country, or by a long number and a word of the name', () => {
    const type = 'entity'
    expect(
      areOne(
        { id: 'OFAC:1', type, name: 'EXAMPLE TRADING CO.', countries: ['KP', 'CN'] },
        { id: 'EU:1', type, name: 'Example Trading Co', countries: ['CN'] },
      ),
    ).toBe(true)
    expect(
      areOne(
        { id: 'OFAC:1', type, name: 'JSC KALINA', numbers: [['tax-id', '7843873015']] },
        { id: 'EU:1', type, name: 'Kalina Works', numbers: [['registration', '7843873015']] },
      ),
    ).toBe(true)
  })

  test('ships by their IMO number, whatever their names', () => {
    const numbers: [string, string][] = [['imo', '9187629']]
    expect(
      areOne(
        { id: 'OFAC:1', type: 'vessel', name: 'A', numbers },
        { id: 'OFAC:2', type: 'vessel', name: 'B', numbers },
      ),
    ).toBe(true)
  })

  test('by name and the matter they are listed for, where one list has no date of birth', () => {
    expect(areOne({ id: 'UN:1', programs: ['Iran'], born: ['1962'] }, { id: 'EU:1', programs: ['IRN'] })).toBe(true)
  })
})

describe('entries are not one subject', () => {
  test('by name alone', () => {
    expect(areOne({ id: 'OFAC:1' }, { id: 'EU:1' })).toBe(false)
    expect(areOne({ id: 'OFAC:1', born: ['1962'] }, { id: 'EU:1', countries: ['IQ'] })).toBe(false)
  })

  test('when they share only a weak alias', () => {
    const born = ['1962-04-17']
    expect(
      areOne({ id: 'OFAC:1', name: 'A', weak: ['THE DOCTOR'], born }, { id: 'EU:1', name: 'THE DOCTOR', born }),
    ).toBe(false)
  })

  test('when their dates of birth conflict, whatever else they share', () => {
    const numbers: [string, string][] = [
      ['passport', 'A123456'],
      ['reference', 'UN QDi.001'],
    ]
    expect(areOne({ id: 'OFAC:1', born: ['1962'], numbers }, { id: 'EU:1', born: ['1964'], numbers })).toBe(false)
  })

  test('when their IMO or tax numbers conflict', () => {
    const shared = { name: 'EXAMPLE SHIPPING', countries: ['KP'] }
    expect(
      areOne(
        { id: 'OFAC:1', type: 'entity', ...shared, numbers: [['imo', '5571322']] },
        { id: 'UN:1', type: 'entity', ...shared, numbers: [['imo', '5963351']] },
      ),
    ).toBe(false)
    expect(
      areOne(
        { id: 'OFAC:1', type: 'entity', ...shared, numbers: [['tax-id', '7843873015']] },
        { id: 'EU:1', type: 'entity', ...shared, numbers: [['tax-id', '7843873016']] },
      ),
    ).toBe(false)
  })

  test('when one is a person and the other a company of that name', () => {
    expect(areOne({ id: 'OFAC:1', countries: ['IQ'] }, { id: 'EU:1', type: 'entity', countries: ['IQ'] })).toBe(false)
  })

  test('when one list lists the name twice, without a day of birth or a number in common', () => {
    expect(
      areOne({ id: 'OFAC:1', born: ['1962'], countries: ['IQ'] }, { id: 'OFAC:2', born: ['1962'], countries: ['IQ'] }),
    ).toBe(false)
  })

  test('a third entry never joins two that conflict', () => {
    const subjects = subjectsOf(
      [
        { id: 'OFAC:1', born: ['1962-04-17'], countries: ['IQ'] },
        { id: 'EU:1', born: ['1962-04-17', '1970-01-01'], countries: ['IQ'] },
        { id: 'UN:1', born: ['1970-01-01'], countries: ['IQ'] },
      ].map(anEntry),
    )
    expect(subjects.get('OFAC:1')).not.toBe(subjects.get('UN:1'))
    expect(new Set(subjects.values()).size).toBe(2)
  })
})

test('a subject is named after the smallest id of its entries', () => {
  const born = ['1962-04-17']
  expect([
    ...subjectsOf([
      anEntry({ id: 'UN:3', born }),
      anEntry({ id: 'OFAC:10', born }),
      anEntry({ id: 'OFAC:9', name: 'Other' }),
    ]),
  ]).toEqual(
    expect.arrayContaining([
      ['UN:3', 'OFAC:10'],
      ['OFAC:10', 'OFAC:10'],
      ['OFAC:9', 'OFAC:9'],
    ]),
  )
})

describe('subjects of any entries', () => {
  const names = ['Jane Example Doe', 'DOE, Jane Example', 'John Sample Roe', 'Al-Example Trading Company']
  const entries = fc.uniqueArray(
    fc.record({
      id: fc.tuple(fc.constantFrom('OFAC', 'EU', 'UN'), fc.nat(99)).map(([list, id]) => `${list}:${id}`),
      name: fc.constantFrom(...names),
      type: fc.constantFrom('individual' as const, 'entity' as const),
      born: fc.subarray(['1962', '1962-04-17', '1963~', '1970-01-01'], { maxLength: 2 }),
      countries: fc.subarray(['IQ', 'IR']),
      programs: fc.subarray(['Iran', 'IRN', 'SDGT']),
      numbers: fc.subarray<[string, string]>(
        [
          ['passport', 'A123456'],
          ['tax-id', '7843873015'],
          ['reference', 'UN QDi.001'],
        ],
        { maxLength: 1 },
      ),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )

  test('do not depend on the order of the entries', () => {
    fc.assert(
      fc.property(
        entries.chain((sketches) =>
          fc.tuple(fc.constant(sketches), fc.shuffledSubarray(sketches, { minLength: sketches.length })),
        ),
        ([sketches, shuffled]) => {
          const one = subjectsOf(sketches.map(anEntry))
          const other = subjectsOf(shuffled.map(anEntry))
          expect(Object.fromEntries([...other].sort())).toEqual(Object.fromEntries([...one].sort()))
        },
      ),
    )
  })

  test('stay as they are when unrelated entries come', () => {
    const stranger = anEntry({ id: 'EU:100', name: 'Somebody Completely Different', born: ['1950-01-01'] })
    fc.assert(
      fc.property(entries, (sketches) => {
        const before = subjectsOf(sketches.map(anEntry))
        const after = subjectsOf([stranger, ...sketches.map(anEntry)])
        after.delete('EU:100')
        expect(after.size).toBe(before.size)
        for (const [entityId, subject] of before) expect(after.get(entityId)).toBe(subject)
      }),
    )
  })

  test('never hold two entries with conflicting dates of birth', () => {
    fc.assert(
      fc.property(entries, (sketches) => {
        const subjects = subjectsOf(sketches.map(anEntry))
        const born = (year: string) => sketches.filter((sketch) => sketch.born.length === 1 && sketch.born[0] === year)
        for (const one of born('1962-04-17')) {
          for (const other of born('1970-01-01')) expect(subjects.get(one.id)).not.toBe(subjects.get(other.id))
        }
      }),
    )
  })
})

test('a name of hundreds of entries neither stalls nor joins them', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => anEntry({ id: `OFAC:${index}`, born: ['1962-04-17'] }))
  const started = performance.now()
  expect(new Set(subjectsOf(many).values()).size).toBe(5_000)
  expect(performance.now() - started).toBeLessThan(5_000)
})
