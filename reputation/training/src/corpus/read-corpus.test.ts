import { expect, test } from 'vitest'
import { readCorpus, readKinds, readPhrases, readSecondReadings, readSplit } from './read-corpus.ts'

const rows = readCorpus()
const { testWriters, testKinds, nameWriters, rows: asked } = readSplit()

const isFirst = (writer: string) => Number(writer.slice(2)) <= (writer.startsWith('en') ? 24 : 4)

test('each row marks a name, and its labels agree with each other', () => {
  expect(rows.length).toBeGreaterThan(1_000)
  const faults = rows.filter(({ headline, start, end, isCompany, role, tone, gravity, isAlert }) => {
    if (headline.slice(start, end).trim() === '') return true
    if (!isCompany && (role !== 'none' || tone !== 'neutral' || gravity !== 0)) return true
    return isCompany ? role === 'none' || (gravity === 3) > isAlert || (gravity === 0 && isAlert) : isAlert
  })
  expect(faults).toEqual([])
})

test('writers were asked for their rows, and wrote no headline twice', () => {
  for (const [writer, own] of Map.groupBy(rows, (row) => row.writer)) {
    expect(own.length, writer).toBeGreaterThan(0.97 * (asked[writer] ?? Number.POSITIVE_INFINITY))
    expect(new Set(own.map(({ headline }) => headline)).size, writer).toBe(own.length)
  }
})

test('of the first writers none but those for testing has a kind that is for testing', () => {
  const kinds = new Set(testKinds)
  const leaked = rows.filter(({ writer, kind }) => isFirst(writer) && kinds.has(kind) && !testWriters.includes(writer))
  expect(leaked).toEqual([])
  expect(readKinds().filter((kind) => kinds.has(kind))).toHaveLength(testKinds.length)
})

test('phrases mark the company, and none of the first writers has a kind that is for testing', () => {
  const kinds = new Set(testKinds)
  const phrases = readPhrases()
  expect(phrases.length).toBeGreaterThan(1_000)
  expect(phrases.filter(({ headline, start, end }) => headline.slice(start, end) !== 'X')).toEqual([])
  expect(phrases.filter(({ writer, kind }) => isFirst(writer) && kinds.has(kind))).toEqual([])
})

test('half of the rows of writers of names are not about the company, and some of these writers are for testing', () => {
  for (const writer of nameWriters) {
    const own = rows.filter((row) => row.writer === writer)
    expect(own.filter(({ isCompany }) => isCompany).length, writer).toBe(own.length / 2)
  }
  expect(nameWriters.filter((writer) => testWriters.includes(writer)).length).toBeGreaterThan(1)
})

test('every row for testing but of writers of names has a second reading, which agrees on the alert nine times in ten', () => {
  const readings = new Map(readSecondReadings().map((reading) => [`${reading.writer}:${reading.line}`, reading]))
  const tested = rows.filter(({ writer }) => testWriters.includes(writer) && !nameWriters.includes(writer))
  const agreed = tested.filter(({ writer, line, isAlert }) => readings.get(`${writer}:${line}`)?.isAlert === isAlert)
  expect(tested.filter(({ writer, line }) => !readings.has(`${writer}:${line}`))).toEqual([])
  expect(agreed.length / tested.length).toBeGreaterThan(0.9)
})
