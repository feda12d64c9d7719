import { openHeadlineEncoder } from '@service/reputation-domain/judge/headline-encoder.ts'
import { readModelFile } from '@service/reputation-server/news/analysis/model-files.ts'
import { expect, test } from 'vitest'
import { readCorpus, readPhrases, readSplit } from './corpus/read-corpus.ts'
import { fitHeads, probabilities, scoreHeads } from './fit-heads.ts'
import { trainJudge } from './judge.ts'

const encoder = openHeadlineEncoder(readModelFile('encoder'))

test('the same rows give the same bytes', () => {
  const { testWriters } = readSplit()
  const rows = readCorpus().filter(({ writer }, i) => i % 40 === 0 && !testWriters.includes(writer))
  const phrases = readPhrases().slice(0, 100)
  const real = [
    { text: 'Nordwind to report results', start: 0, end: 8, label: 1, weight: 1 },
    { text: 'A Nordwind blows', start: 2, end: 10, weight: 1 },
  ]
  const train = () => trainJudge({ rows, phrases, real, titles: real }, encoder, () => {})
  const [first, second] = [train(), train()]
  expect(first.bytes).toEqual(second.bytes)
}, 300_000)

test('heads are learnt side by side, and one that is left open is not', () => {
  const example = (row: number, truth: number[]) => ({
    rows: Int32Array.of(row),
    scale: 1,
    truth: Float64Array.from(truth),
    weight: 1,
  })
  const sizes = [2, 3]
  const examples = Array.from({ length: 50 }, () => [example(0, [1, 0, 0, 0, 1]), example(1, [0, 1, 0, 0, 0])]).flat()
  const weights = fitHeads(examples, sizes, { rowCount: 2, epochs: 4, rate: 0.2, shrink: 1e-4, seed: 1 })
  const said = [0, 1].map((row) => {
    const scores = new Float64Array(5)
    scoreHeads(scores, weights, Int32Array.of(row), 1)
    probabilities(scores, sizes)
    return [...scores]
  })
  expect(said[0]![0]).toBeGreaterThan(0.9)
  expect(said[0]![4]).toBeGreaterThan(0.8)
  expect(said[1]![1]).toBeGreaterThan(0.9)
  expect(said[1]!.slice(2)).toEqual([1 / 3, 1 / 3, 1 / 3])
})
