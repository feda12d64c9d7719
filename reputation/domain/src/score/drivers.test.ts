import { aMention } from '@service/reputation-testing/a-mention.ts'
import { bad, good, mentionsOn } from '@service/reputation-testing/mentions-on.ts'
import { expect, test } from 'vitest'
import { driversOf } from './drivers.ts'
import { scoreSettings as settings } from './settings.ts'

test('the drivers of a tone are the strongest words for or against, not the last', () => {
  const quiet = mentionsOn(0, 3, 5)
  const loud = aMention({ articleId: 'loud', publishedAt: 1, probabilities: bad, host: 'www.reuters.com' })
  const praise = aMention({ articleId: 'praise', publishedAt: 2, probabilities: good, host: 'p1.com' })
  const [first, second] = driversOf('sentiment', 3, [...quiet, praise, loud], settings)
  expect(first!.articleId).toBe('loud')
  expect(first!.weight).toBeLessThan(0)
  expect(second!.articleId).toBe('praise')
})

test('a text is named once, and there are at most five', () => {
  const copies = mentionsOn(0, 0, 20, { probabilities: bad, copyOf: 'd0-0' })
  expect(
    driversOf('sentiment', 0, [aMention({ articleId: 'd0-0', probabilities: bad }), ...copies], settings),
  ).toHaveLength(1)
  expect(driversOf('sentiment', 0, mentionsOn(0, 0, 20, { probabilities: bad }), settings)).toHaveLength(5)
})

test('a theme is driven by its own articles only', () => {
  const mentions = [
    aMention({ articleId: 'results', title: 'Acme posts record profit', probabilities: good }),
    aMention({ articleId: 'phone', title: 'Acme unveils phone', probabilities: good }),
  ]
  expect(driversOf('innovation', 0, mentions, settings).map(({ articleId }) => articleId)).toEqual(['phone'])
})
