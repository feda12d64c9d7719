import type { Mention } from '@service/reputation-domain/mentions/mentions.ts'

/** For tests: a mention of Acme in `title`, judged neutral; state what the test is about. */
export function aMention(stated: Partial<Mention> = {}): Mention {
  const title = stated.title ?? 'Acme makes the news'
  const start = Math.max(0, title.indexOf('Acme'))
  return {
    articleId: 'a1',
    subjectId: 'acme',
    publishedAt: 0,
    host: 'example.com',
    outlet: 'Example',
    title,
    start,
    end: title.includes('Acme') ? start + 4 : 0,
    pCompany: 1,
    role: 'subject',
    probabilities: { negative: 0.1, neutral: 0.8, positive: 0.1 },
    provider: 'test',
    providerVersion: '1',
    risks: [],
    ...stated,
  }
}
