import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListEntry, ListedName } from '../lists/model/entry.ts'
import { compileIndex, openIndex, scoreSum } from './matching.ts'

const named = (name: string, kind: ListedName['kind'] = 'primary', strength: ListedName['strength'] = 'strong') => ({
  name,
  kind,
  strength,
})

let number = 0
const anEntry = (names: (string | ListedName)[], rest: Partial<ListEntry> = {}): ListEntry => ({
  entityId: `OFAC:${++number}`,
  list: 'OFAC',
  type: 'individual',
  names: names.map((name, i) => (typeof name === 'string' ? named(name, i === 0 ? 'primary' : 'alias') : name)),
  programs: [],
  datesOfBirth: [],
  placesOfBirth: [],
  countries: [],
  identifiers: [],
  ...rest,
})

/** People and companies are invented, in the spellings and scripts that lists use. */
const lavrin = anEntry(['LAVRIN, Sergei Viktorovich', 'Сергей ЛАВРИН', named('The Fox', 'alias', 'weak')], {
  datesOfBirth: ['1962-04-17'],
  countries: ['RU'],
})
const gaziev = anEntry(['GAZIEV, Rustam Magomedovich'])
const gazievInShort = anEntry(['Rustam GAZIEV'])
const mansur = anEntry(['AL-MANSURI, Abd al-Rahman Muhammad', 'محمد المنصوري'])
const kim = anEntry(['KIM, Jong Su', '김정수'])
const choe = anEntry(['CHOE, Myong Sik'])
const wang = anEntry(['王伟'])
const omar = anEntry(['OMAR BIN ABDULLAH AL-HADRAMI'])
const repeated = anEntry(['VALENCIA VALENCIA, Juan Pedro'])
const bank = anEntry(['OPEN JOINT STOCK COMPANY NORDEN BANK'], { type: 'entity' })
const brigade = anEntry(['Brigade 44'], { type: 'entity' })
const siemer = anEntry(['Siemer AG'], { type: 'entity' })
const ship = anEntry(['LADY LEILANA'], { type: 'vessel', identifiers: [{ kind: 'imo', value: 'IMO 9187629' }] })
const storm = anEntry(['SNOW STORM 1'], { type: 'vessel' })
const plane = anEntry(['EP-GOX'], { type: 'aircraft' })
const entries = [
  lavrin,
  gaziev,
  gazievInShort,
  mansur,
  kim,
  choe,
  wang,
  omar,
  repeated,
  bank,
  brigade,
  siemer,
  ship,
  storm,
  plane,
]
const index = openIndex(compileIndex(entries, new Map()))

const scoreOf = (name: string, entry: ListEntry, more = {}) =>
  index
    .screen({ name, threshold: 0.01, type: entry.type, ...more })
    .find((match) => match.entry.entityId === entry.entityId)?.similarity ?? 0

describe('a name that is on a list', () => {
  test.each([
    ['LAVRIN, Sergei Viktorovich', lavrin],
    ['Sergei Viktorovich Lavrin', lavrin],
    ['sergei viktorovich LAVRIN.', lavrin],
    ['Sérgei Viktórovich Lavrin', lavrin],
    ['VALENCIA VALENCIA, Juan Pedro', repeated],
    ['Juan Pedro Valencia Valencia', repeated],
    ['Open Joint Stock Company "Norden Bank"', bank],
    ['EP GOX', plane],
    ['lady-leilana', ship],
  ])('%s is 1.00', (name, entry) => {
    expect(scoreOf(name, entry)).toBe(1)
  })

  test('never passes 0.92 when the alias is weak', () => {
    const [match] = index.screen({ name: 'the fox', threshold: 0.86 })
    expect(match).toMatchObject({ similarity: 0.92, matched: { name: 'The Fox', strength: 'weak' } })
  })
})

describe('a name near one on a list is found', () => {
  test.each([
    ['a typing error', 'Sergei Lavrni', lavrin],
    ['another transliteration', 'Sergey Lavryn', lavrin],
    ['its own script', 'Сергей Лаврин', lavrin],
    ['no space', 'RustamGaziev', gazievInShort],
    ['a shifted space', 'Serge iLavrin', lavrin],
    ['digits for letters', 'Serge1 Lavr1n', lavrin],
    ['a title', 'Dr. Sergei Lavrin', lavrin],
    ['the initial of the middle name', 'Sergei V. Lavrin', lavrin],
    ['the compound of Abd al- in one word', 'Abdulrahman Muhammad Al Mansuri', mansur],
    ['the article left out', 'Abdul Rahman Mohammed Mansouri', mansur],
    ['Arabic without vowels', 'عبد الرحمن محمد المنصوري', mansur],
    ['Hangul', '김정수', kim],
    ['Hangul beside Latin spellings alone', '최명식', choe],
    ['the same characters in traditional form', '王偉', wang],
    ['Pinyin beside characters', 'Wang Wei', wang],
    ['a legal form in short', 'Norden Bank OJSC', bank],
    ['a legal form of another language', 'OAO Norden Bank', bank],
    ['a number in words', 'Brigade Forty-Four', brigade],
    ['a legal form stuck to the name', 'SiemerAG', siemer],
    ['a ship prefix', 'M/V Lady Leilana', ship],
    ['a slip in a ship name', 'Snow Stom 1', storm],
  ])('%s: %s', (_what, name, entry) => {
    expect(scoreOf(name, entry)).toBeGreaterThanOrEqual(0.86)
  })
})

describe('the findings of a match add up to its similarity', () => {
  const asked = [
    ...[
      'Sergei Lavrni',
      'Serge iLavrin',
      'Dr. S. V. Lavrin',
      'the fox',
      'Sergei Ivanov Lavrin',
      'Lavrin Sergei Petrovich',
    ],
    ...[
      'Rustam P. Gaziev',
      'Mohammed Mansouri',
      'Abdullah bin Omar Al-Hadrami',
      'Kim Su',
      '김정수일',
      'Norden Bank GmbH',
    ],
    ...[
      'Brigade 45',
      'Snow Stom',
      'IMO 9187629',
      'Open Bank Norden',
      'Juan Valencia',
      'Jong-Su Kim',
      'EPGOX',
      'Siemers',
    ],
  ]
  test.each(asked)('%s', (name) => {
    const party = { name, threshold: 0.1 }
    const found = [{}, { dateOfBirth: '1980', country: 'FR' }].flatMap((more) => index.screen({ ...party, ...more }))
    expect(found).not.toEqual([])
    for (const { similarity, explanation } of found) expect(scoreSum(explanation).score).toBeCloseTo(similarity, 4)
  })
})

describe('a name that contradicts one on a list does not match', () => {
  test.each([
    ['another surname', 'Sergei Ivanov', lavrin],
    ['another father', 'Rustam Petrovich Gaziev', gaziev],
    ['another middle initial', 'Rustam P. Gaziev', gaziev],
    ['father and son exchanged', 'Abdullah bin Omar Al-Hadrami', omar],
    ['one syllable more', '김정수일', kim],
    ['another syllable', '최명철', choe],
    ['a character that sounds alike', '王炜', wang],
    ['another number', 'Brigade 45', brigade],
    ['another number of a ship', 'Snow Storm 2', storm],
    ['another ship', 'Lady Rania', ship],
    ['only the common word', 'Bank', bank],
    ['one name of several', 'Sergei', lavrin],
  ])('%s: %s', (_what, name, entry) => {
    expect(scoreOf(name, entry)).toBeLessThan(0.86)
  })
})

describe('other fields of the query', () => {
  test('a date of birth that agrees keeps the score, one that conflicts takes the match away', () => {
    expect(scoreOf('Sergei Viktorovich Lavrin', lavrin, { dateOfBirth: '1962-04-17' })).toBe(1)
    expect(scoreOf('Sergei Viktorovich Lavrin', lavrin, { dateOfBirth: '1962' })).toBe(1)
    expect(scoreOf('Sergei Viktorovich Lavrin', lavrin, { dateOfBirth: '1990-01-01' })).toBeLessThan(0.86)
  })

  test('another country lowers the score', () => {
    expect(scoreOf('Sergei Viktorovich Lavrin', lavrin, { country: 'RU' })).toBe(1)
    expect(scoreOf('Sergei Viktorovich Lavrin', lavrin, { country: 'FR' })).toBe(0.95)
  })

  test('types and lists that are not asked for are left out', () => {
    expect(index.screen({ name: 'Lady Leilana', threshold: 0.86, type: 'individual' })).toEqual([])
    expect(index.screen({ name: 'Lady Leilana', threshold: 0.86, lists: ['EU'] })).toEqual([])
    expect(index.screen({ name: 'Lady Leilana', threshold: 0.86, lists: ['OFAC'] })).toHaveLength(1)
  })

  test('an IMO number finds its ship under any name', () => {
    expect(index.screen({ name: 'IMO 9187629', threshold: 0.86 })[0]?.entry.entityId).toBe(ship.entityId)
    expect(index.screen({ name: '9187629', threshold: 0.86 })[0]?.entry.entityId).toBe(ship.entityId)
    expect(index.screen({ name: 'Renamed, IMO: 9187629', threshold: 0.86 })[0]?.entry.entityId).toBe(ship.entityId)
    expect(index.screen({ name: 'IMO 9187620', threshold: 0.86 })).toEqual([])
  })
})

test('the explanation names the words that agree and those that are left over', () => {
  const [match] = index.screen({ name: 'Sergei Lavrin', threshold: 0.86 })
  expect(match?.explanation).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ rule: 'same', query: 'lavrin', listed: 'lavrin', similarity: 1 }),
    ]),
  )
})

test('the same entries in another order make the same bytes', () => {
  const shuffled = openIndex(compileIndex([...entries].reverse(), new Map()))
  expect(compileIndex([...entries].reverse(), new Map())).toEqual(compileIndex(entries, new Map()))
  expect(shuffled.screen({ name: 'Sergey Lavrin', threshold: 0.5 })).toEqual(
    index.screen({ name: 'Sergey Lavrin', threshold: 0.5 }),
  )
})

test('bytes that were cut short are refused', () => {
  const bytes = compileIndex(entries, new Map())
  expect(() => openIndex(bytes.subarray(0, bytes.length - 100))).toThrow(RangeError)
  expect(() => openIndex(new Uint8Array(100))).toThrow(RangeError)
})

/** Listed names as a hurried writer would type them: letters lost, doubled and swapped, words moved and joined. */
const mistyped = fc
  .tuple(
    fc.constantFrom(...entries.flatMap((entry) => entry.names.map(({ name }) => name))),
    fc.array(fc.tuple(fc.nat(60), fc.constantFrom('drop', 'double', 'swap', 'space', 'join')), { maxLength: 2 }),
  )
  .map(([name, slips]) =>
    slips.reduce((text, [at, slip]) => {
      const i = at % Math.max(1, text.length)
      if (slip === 'drop') return text.slice(0, i) + text.slice(i + 1)
      if (slip === 'double') return text.slice(0, i) + text.slice(i, i + 1) + text.slice(i)
      if (slip === 'swap') return text.slice(0, i) + text.slice(i + 1, i + 2) + text.slice(i, i + 1) + text.slice(i + 2)
      return slip === 'space' ? `${text.slice(0, i)} ${text.slice(i)}` : text.replace(' ', '')
    }, name),
  )

test('the index loses nothing that a comparison with every name finds', () => {
  const figuresOf = (matches: ReturnType<typeof index.screen>) =>
    matches.map(({ entry, similarity, matched }) => [entry.entityId, similarity, matched.name])
  fc.assert(
    fc.property(mistyped, (name) => {
      const query = { name, threshold: 0.86 }
      expect(figuresOf(index.screen(query))).toEqual(figuresOf(index.screenExhaustively(query)))
    }),
    { numRuns: 400, seed: 1 },
  )
})

test('initials stand for the first words of an organisation, if the rest of the name agrees', () => {
  const oil = anEntry(['Norden National Oil Company Trading Overseas'], { type: 'entity' })
  const agency = anEntry(['Guarda Nova della Federazione Norden'], { type: 'entity' })
  const own = openIndex(compileIndex([...entries, oil, agency], new Map()))
  const screened = (name: string) => own.screen({ name, threshold: 0.86 })
  for (const name of ['NNOC Trading Overseas', 'N.N.O.C. Trading Overseas', 'n n o c overseas trading']) {
    expect(screened(name).map(({ entry }) => entry.entityId)).toEqual([oil.entityId])
    expect(screened(name)[0]!.explanation).toContainEqual(
      expect.objectContaining({ rule: 'initialism', query: 'nnoc', listed: 'norden national oil company' }),
    )
    const query = { name, threshold: 0.86 }
    expect(own.screenExhaustively(query).map(({ similarity }) => similarity)).toEqual(
      screened(name).map(({ similarity }) => similarity),
    )
  }
  // With the particle and without it.
  for (const name of ['GNF Norden', 'GNdF Norden']) expect(screened(name)).toHaveLength(1)
  for (const name of ['NNKC Trading Overseas', 'NNOC', 'NNOC Bank', 'NN Oil Company Overseas Bank'])
    expect(screened(name)).toEqual([])
})

test('a syllable that is said twice in a name of characters counts twice', () => {
  const wei = anEntry(['WANG, Wei'])
  const own = openIndex(compileIndex([wei], new Map()))
  expect(own.screen({ name: '王伟', threshold: 0.86 })).toHaveLength(1)
  expect(own.screen({ name: '王伟伟', threshold: 0.86 })).toEqual([])
})

test('letters that are one sign only in the right order are found when swapped', () => {
  const query = { name: 'Hcoe Myong Sik', threshold: 0.86 }
  expect(index.screen(query)).toMatchObject([{ entry: { entityId: choe.entityId } }])
})

test('a limit keeps the best and cuts the rest, whatever the threshold', () => {
  for (const name of ['Rustam Gaziev', 'Sergei Abdullah', 'Bank 44', 'Al Mansuri Omar Kim'])
    for (const threshold of [0, 0.3, 0.6]) {
      const all = index.screen({ name, threshold })
      for (const limit of [1, 2, 5]) expect(index.screen({ name, threshold, limit })).toEqual(all.slice(0, limit))
    }
})

test('any text is screened, with the same result each time', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 80 })),
      (name) => {
        const matches = index.screen({ name, threshold: 0.5 })
        for (const { similarity } of matches) expect(similarity).toBeLessThanOrEqual(1)
        expect(index.screen({ name, threshold: 0.5 })).toEqual(matches)
      },
    ),
    { numRuns: 300 },
  )
})

test('a query of some lists finds entries of these alone, whatever lists there are', () => {
  const own = anEntry(['VESTERGAARD, Mikkel'], { list: 'UK', entityId: 'UK:1' })
  const other = anEntry(['VESTERGAARD, Mikkel'])
  const both = openIndex(compileIndex([own, other], new Map()))
  const found = (lists?: string[]) =>
    both.screen({ name: 'Mikkel Vestergaard', threshold: 0.86, ...(lists && { lists }) }).map(({ entry }) => entry.list)
  expect(found().sort()).toEqual(['OFAC', 'UK'])
  expect(found(['UK'])).toEqual(['UK'])
  expect(found(['UN'])).toEqual([])
})
