import { aMention } from '@service/reputation-testing/a-mention.ts'
import { bad, good } from '@service/reputation-testing/mentions-on.ts'
import { expect, test } from 'vitest'
import { dailySentiment } from './daily-sentiment.ts'
import { dayMs } from './model/day.ts'

test('every day has an entry, and a day without news has no average', () => {
  const mentions = [aMention({ publishedAt: 0 }), aMention({ articleId: 'a2', publishedAt: 2 * dayMs })]
  const days = dailySentiment(mentions, 0, 3)
  expect(days.map(({ date }) => date)).toEqual(['1970-01-01', '1970-01-02', '1970-01-03', '1970-01-04'])
  expect(days.map(({ articleCount }) => articleCount)).toEqual([1, 0, 1, 0])
  expect(days[1]!.averageScore).toBeNull()
})

test('the average is unweighted, copies included, and the counts add up', () => {
  const mentions = [
    aMention({ articleId: 'a1', probabilities: good }),
    aMention({ articleId: 'a2', probabilities: bad, copyOf: 'a0' }),
    aMention({ articleId: 'a3' }),
  ]
  const [day] = dailySentiment(mentions, 0, 0)
  expect(day!.averageScore).toBeCloseTo((0.75 - 0.8 + 0) / 3)
  expect(day).toMatchObject({ articleCount: 3, positive: 1, neutral: 1, negative: 1 })
})

test('mentions as a source, or of no company, are left out', () => {
  const mentions = [aMention({ role: 'source' }), aMention({ articleId: 'a2', pCompany: 0.3 })]
  expect(dailySentiment(mentions, 0, 0)[0]!.articleCount).toBe(0)
})

test('the order of arrival does not change an average by a bit', () => {
  const mentions = [0.1, 0.2, 0.3, 0.7, 0.9].map((negative, index) =>
    aMention({ articleId: `a${index}`, probabilities: { negative, neutral: 0, positive: 1 - negative } }),
  )
  expect(dailySentiment(mentions.toReversed(), 0, 0)).toEqual(dailySentiment(mentions, 0, 0))
})
