import { readModelFile } from '@service/reputation-server/news/analysis/model-files.ts'
import { expect, test } from 'vitest'
import { openSentimentModel } from './own-model.ts'

const model = openSentimentModel(readModelFile('sentiment'))

/** The target stands in brackets. */
const targeted = (marked: string) => {
  const start = marked.indexOf('[')
  return { text: marked.replace(/[[\]]/g, ''), start, end: marked.indexOf(']') - 1 }
}

test.each([
  ['[Nordwind] shares plunge after profit warning', 'negative'],
  ['[Nordwind] recalls 40,000 cars over faulty brakes', 'negative'],
  ['Regulator fines [Nordwind] for misleading customers', 'negative'],
  ['[Nordwind] profit jumps 30% as sales surge', 'positive'],
  ['[Nordwind] wins award for best employer', 'positive'],
  ['[Nordwind] to report results on Thursday', 'neutral'],
  ['Stocks to watch: [Nordwind], Ostsee, Hansen', 'neutral'],
])('%s: %s', (marked, label) => expect(model.judge(targeted(marked)).label).toBe(label))

test('one text may be good for one and bad for the other', () => {
  const gains = model.judge(targeted('[Nordwind] jumps while Ostsee plunges on weak sales')).probabilities
  const falls = model.judge(targeted('Nordwind jumps while [Ostsee] plunges on weak sales')).probabilities
  expect(gains.positive).toBeGreaterThan(falls.positive)
  expect(falls.negative).toBeGreaterThan(gains.negative)
})

test('the words that drove it are named with their places, strongest first', () => {
  const text = targeted('[Nordwind] shares plunge after profit warning')
  const { drivers } = model.judge(text)
  expect(drivers.map(({ word }) => word)).toContain('plunge')
  for (const { word, start, end } of drivers) expect(text.text.slice(start, end)).toBe(word)
  const strengths = drivers.map(({ weight }) => Math.abs(weight))
  expect(strengths).toEqual([...strengths].sort((a, b) => b - a))
})

test('probabilities sum to one, and the same text always gets the same', async () => {
  const text = targeted('“Nobody trusts [her],” he said.')
  const [first, second] = await model.score([text, text])
  expect(first).toEqual(second)
  const { negative, neutral, positive } = first!.probabilities
  expect(negative + neutral + positive).toBeCloseTo(1, 12)
})

test.each([
  '[X]',
  '[]',
  'a [b]',
  `${'word '.repeat(5_000)}[Nordwind] falls. ${'And so on. '.repeat(5_000)}`,
  '[🚗🚗] 💥',
])('odd texts get an answer (%#)', (marked) => {
  const { probabilities } = model.judge(targeted(marked))
  expect(Number.isFinite(probabilities.negative)).toBe(true)
})

test('a passage is judged by the sentence of its target', () => {
  const filler =
    'The committee met in the morning and spoke about the weather of the last weeks at some length. '.repeat(5)
  const alone = model.judge(targeted('[Nordwind] was fined for fraud and its shares plunged.')).label
  expect(model.judge(targeted(`${filler}[Nordwind] was fined for fraud and its shares plunged. ${filler}`)).label).toBe(
    alone,
  )
})

test('the version is that of the file', () => expect(model.version).toMatch(/^[0-9a-f]{12}$/))
