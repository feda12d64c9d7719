/** How many articles are copies of another's text, how fast they are found, and whether the order of arrival matters. */

import { sampleOf } from '@service/foundation/seeded-random.ts'
import { type CopyText, findCopies } from '@service/reputation-domain/articles/copies.ts'
import type { Section } from '../../harness/bench.ts'
import { stopwatch } from '../stopwatch.ts'

export async function copies(news: Buffer): Promise<Section> {
  const articles = news
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): CopyText => {
      const { id, title, publishedAt } = JSON.parse(line) as { id: number | string; title: string; publishedAt: string }
      return { id: String(id), title, publishedAt: Date.parse(publishedAt) }
    })
  const clustering = stopwatch()
  const found = findCopies(articles)
  const seconds = clustering()
  const shuffled = findCopies(sampleOf(articles, articles.length, 7))
  const different = articles.filter(({ id }) => shuffled.get(id) !== found.get(id)).length
  const n = articles.length
  return {
    title: 'Copies of one text',
    figures: [
      { name: 'copies found', group: 'corpus', value: found.size, unit: 'count', n },
      { name: 'articles clustered', group: 'corpus', value: n / seconds, unit: '1/s', n },
      {
        name: 'articles in another cluster when they arrive shuffled',
        group: 'corpus',
        value: different,
        unit: 'count',
        n,
      },
    ],
  }
}
