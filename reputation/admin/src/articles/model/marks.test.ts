import { expect, test } from 'vitest'
import { markWords } from './marks.ts'

const marked = (...given: Parameters<typeof markWords>) =>
  markWords(...given).map(({ text, mark }) => (mark ? `[${mark.kind} ${text}]` : text))

test('words that drove a judgement are marked where they stand, whatever their case, and no part of another word', () => {
  const parts = marked(
    'Sony sued: “lawsuit” over Suede',
    [{ word: 'sued', weight: -1.1 }],
    [{ because: 'lawsuit, weakened by: old' }],
  )
  expect(parts).toEqual(['Sony ', '[against sued]', ': “', '[risk lawsuit]', '” over Suede'])
})

test('a driver of several words is one mark, before a shorter one', () => {
  const words = [
    { word: 'data breach', weight: -2 },
    { word: 'breach', weight: -1 },
    { word: 'record', weight: 0.5 },
  ]
  expect(marked('Record data breach', words, [])).toEqual(['[for Record]', ' ', '[against data breach]'])
})

test('the text stays whole in any script, and text of strangers is text', () => {
  for (const text of ['', 'ﷺ <b>سوني</b> 攻撃 \u202e', '..', 'é é']) {
    expect(
      markWords(text, [{ word: 'سوني', weight: 1 }], [{ because: '' }])
        .map(({ text }) => text)
        .join(''),
    ).toBe(text)
  }
})
