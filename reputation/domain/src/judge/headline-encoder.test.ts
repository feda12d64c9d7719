import { readModelFile } from '@service/reputation-server/news/analysis/model-files.ts'
import { expect, test } from 'vitest'
import { Features } from '../text-model/text-model.ts'
import { collectJudgeFeatures, type JudgedText } from './features.ts'
import { openHeadlineEncoder } from './headline-encoder.ts'
import { headStarts, headsWidth } from './heads.ts'
import { meaningWidth, WordMeanings } from './word-meanings.ts'

const bytes = readModelFile('encoder')
const encoder = openHeadlineEncoder(bytes)
const noMeanings = new WordMeanings({
  keys: new Uint32Array(0),
  weights: new Int8Array(0),
  width: meaningWidth,
  scale: 1,
})

/** The company stands in brackets. */
function scores(marked: string, language: JudgedText['language'] = 'en'): Float64Array {
  const start = marked.indexOf('[')
  const text = { headline: { text: marked.replace(/[[\]]/g, ''), start, end: marked.indexOf(']') - 1 }, language }
  const said = new Float64Array(headsWidth)
  encoder.score(text, collectJudgeFeatures(text, noMeanings, new Features()), said)
  return said
}
const forAlert = (...of: Parameters<typeof scores>) => {
  const said = scores(...of)
  return said[headStarts.alert + 1]! - said[headStarts.alert]!
}

test.each([
  ['[Nordwind] hit by deadly explosion', '[Nordwind] hit by strong demand'],
  ['Coastguard calls off search for [Nordwind] ferry passengers', 'Coastguard praises crew of [Nordwind] ferry'],
])('%s speaks for an alert sooner than %s', (grave, harmless) =>
  expect(forAlert(grave)).toBeGreaterThan(forAlert(harmless) + 2),
)

test('a headline in another language is read through its English words', () =>
  expect(forAlert('Drei Tote bei Explosion in Werk von [Nordwind]', 'de')).toBeGreaterThan(
    forAlert('[Nordwind] eröffnet neues Werk in Bremen', 'de') + 2,
  ))

test('the same text gets the same scores, whatever was read between', () => {
  const first = scores('[Nordwind] recalls cars')
  scores(`[Nordwind] ${'recalls a very long list of things '.repeat(20)}`)
  expect(scores('[Nordwind] recalls cars')).toEqual(first)
})

test('a damaged file is refused', () => {
  expect(() => openHeadlineEncoder(bytes.subarray(0, bytes.length / 2))).toThrow(RangeError)
  expect(() => openHeadlineEncoder(bytes.slice().fill(0, 0, 4))).toThrow(RangeError)
})
