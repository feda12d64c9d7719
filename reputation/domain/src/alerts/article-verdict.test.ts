import { aMention } from '@service/reputation-testing/a-mention.ts'
import { expect, test } from 'vitest'
import type { Mention } from '../mentions/mentions.ts'
import { articleVerdict } from './article-verdict.ts'

const codes = (mention: Mention, threshold = 0.75) => {
  const { alert, reasons } = articleVerdict(mention, threshold)
  return `${alert} ${reasons.map((reason) => `${reason.for ? '+' : '-'}${reason.code}`).join(' ')}`
}
const fatal: Mention['risks'][number] = { category: 'labour_workplace', strength: 3, because: 'killed' }
const negative = { negative: 0.8, neutral: 0.1, positive: 0.1 }

test.each<[string, Partial<Mention>, string]>([
  ['a grave fact, whatever the tone', { risks: [fatal] }, 'true +grave-risk -below-threshold'],
  ['a negative article', { probabilities: negative }, 'true -no-grave-risk +negative'],
  ['a neutral article', {}, 'false -no-grave-risk -below-threshold'],
  ['a company in passing', { risks: [fatal], role: 'passing' }, 'false -named-in-passing +grave-risk -below-threshold'],
  [
    'a company that only says it',
    { role: 'source', probabilities: negative },
    'false -only-source -no-grave-risk +negative',
  ],
  [
    'another thing of that name',
    { pCompany: 0.1, risks: [fatal] },
    'false -other-meaning +grave-risk -below-threshold',
  ],
])('%s', (_, stated, expected) => {
  expect(codes(aMention(stated))).toBe(expected)
})

test('the threshold is the company’s, and is reached by what equals it', () => {
  expect(codes(aMention({ probabilities: negative }), 0.8)).toContain('+negative')
  expect(codes(aMention({ probabilities: negative }), 0.81)).toContain('-below-threshold')
})
