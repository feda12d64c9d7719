import { openSentimentModel } from '@service/reputation-domain/sentiment/own-model.ts'
import { expect, test } from 'vitest'
import { type LabelledText, sources } from './labelled-texts.ts'
import { trainSentiment } from './sentiment.ts'

const verbs = [
  ['plunges', 'tumbles', 'collapses'],
  ['opens', 'meets', 'moves'],
  ['soars', 'thrives', 'wins'],
]
const places = ['in London', 'on Monday', 'at home', 'again', 'this year', 'in spring', 'abroad', 'today']

const labelled: LabelledText[] = sources.flatMap((source) =>
  verbs.flatMap((ofLabel, label) =>
    ofLabel.flatMap((verb) =>
      places.map((place) => ({
        text: `Nordwind ${verb} ${place}${source === 'newsmtsc' ? ', he said.' : ''}`,
        start: 0,
        end: 8,
        label,
        source,
        group: `${verb} ${place}`,
      })),
    ),
  ),
)
const unlabelled = places.map((place) => ({
  text: `Nordwind sinks and collapses ${place}`,
  start: 0,
  end: 8,
  story: 'one',
  group: `sinks ${place}`,
}))
const train = () => trainSentiment({ labelled, styled: [], unlabelled }, () => {})

test('the same data give the same bytes', () => {
  expect(Buffer.from(train().bytes).equals(Buffer.from(train().bytes))).toBe(true)
})

test('a model learns from its texts, and generalises to held-out ones', () => {
  const { bytes, crossValidation } = train()
  expect(openSentimentModel(bytes).judge({ text: 'Nordwind collapses at dawn', start: 0, end: 8 }).label).toBe(
    'negative',
  )
  for (const { macroF1 } of crossValidation) expect(macroF1).toBeGreaterThan(0.9)
})
