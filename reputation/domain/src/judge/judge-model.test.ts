import { readModelFile } from '@service/reputation-server/news/analysis/model-files.ts'
import { expect, test } from 'vitest'
import { Features } from '../text-model/text-model.ts'
import { collectJudgeFeatures } from './features.ts'
import { openJudgeModel } from './judge-model.ts'
import { meaningWidth, WordMeanings } from './word-meanings.ts'

const model = openJudgeModel(readModelFile('judge'), readModelFile('encoder'))

const noMeanings = new WordMeanings({
  keys: new Uint32Array(0),
  weights: new Int8Array(0),
  width: meaningWidth,
  scale: 1,
})

/** The company stands in brackets. */
const headline = (marked: string) => {
  const start = marked.indexOf('[')
  return { text: marked.replace(/[[\]]/g, ''), start, end: marked.indexOf(']') - 1 }
}
const judge = (marked: string, firstSentence?: string) =>
  model.judge({ language: 'en', headline: headline(marked), ...(firstSentence && { firstSentence }) })

test.each([
  ['Three workers killed in blast at [Nordwind] refinery', '[Nordwind] opens new branch in Leeds'],
  ['Police raid offices of [Nordwind] over bribes', '[Nordwind] wins award for best employer'],
  ['[Nordwind] files for bankruptcy', '[Nordwind] to report results on Thursday'],
])('%s is an alert sooner than %s', (grave, harmless) => {
  const [first, second] = [judge(grave), judge(harmless)]
  expect(first.pAlert).toBeGreaterThan(second.pAlert + 0.1)
  expect(first.gravity[3]).toBeGreaterThan(second.gravity[3]!)
  expect(second.isAlert).toBe(false)
})

test('what the headline hides may stand in the first sentence', () => {
  const alone = judge('Inquiry opens into Tuesday at [Nordwind]').pAlert
  const withSentence = judge(
    'Inquiry opens into Tuesday at [Nordwind]',
    'Two workers were killed in an explosion at the plant.',
  )
  expect(withSentence.pAlert).toBeGreaterThan(alone)
})

test('the words that spoke for an alert are named in their order', () => {
  const words = judge('Two workers killed in explosion at [Nordwind] plant').because.map(({ word }) => word)
  expect(words).toContain('killed')
  expect(words.join(' ')).not.toContain('Nordwind')
})

test('probabilities sum to one, and the same text always gets the same', () => {
  const [first, second] = [judge('[Nordwind] falls'), judge('[Nordwind] falls')]
  expect(first).toEqual(second)
  const { gravity, tone } = first
  expect(gravity.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12)
  expect(tone.negative + tone.neutral + tone.positive).toBeCloseTo(1, 12)
})

test('the name is masked wherever it stands', () => {
  const wordsOf = (marked: string, sentence: string) => {
    const tokens = collectJudgeFeatures(
      { language: 'en', headline: headline(marked), firstSentence: sentence },
      noMeanings,
      new Features(),
    )
    return tokens.filter(({ isCompany }) => !isCompany).map(({ word }) => word)
  }
  expect(wordsOf('[Marrow Line] says Marrow Line is safe', 'Marrow Line sails on.')).toEqual(
    'says is safe sails on .'.split(' '),
  )
})

test.each([
  ['[X]', ''],
  ['a [b]', ' '],
  [`${'word '.repeat(5_000)}[Nordwind] falls.`, 'And so on. '.repeat(5_000)],
  ['[🚗🚗] 💥', '💥'],
])('odd texts get a judgement (%#)', (marked, sentence) => {
  expect(Number.isFinite(judge(marked, sentence).pAlert)).toBe(true)
})
