import { expect, test } from 'vitest'
import { redactMention } from './redact-article.ts'

test('a word of a name that has left the text leaves the words that drove the tone', () => {
  const mention = {
    articleId: 'art_1',
    subjectId: 'sub_1',
    title: 'Jane Roe of Acme indicted',
    url: 'https://example.org/1',
    outlet: 'Example',
    start: 12,
    end: 16,
    lead: undefined,
    risks: [],
    words: [
      { word: 'indicted', weight: -1 },
      { word: 'Roe', weight: -0.2 },
    ],
  }
  const article = {
    id: 'art_1',
    title: '[redacted] of Acme indicted',
    text: null,
    pageText: null,
    url: 'https://example.org/1',
    outlet: 'Example',
  }
  const { words, title, start } = redactMention(mention, article, ['Jane Roe'])
  expect([words, title, start]).toEqual([[{ word: 'indicted', weight: -1 }], article.title, 14])
})
