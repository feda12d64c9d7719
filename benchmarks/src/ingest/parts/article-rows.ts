/** How fast an import is read and brought into one form: rows, addresses, publishers, what identifies an article. */
import { canonicalUrl } from '@service/reputation-domain/articles/canonical-url.ts'
import { identityKeys, type Observation } from '@service/reputation-domain/articles/identity.ts'
import { outletOf } from '@service/reputation-domain/articles/outlet.ts'
import { type ReadRow, readArticleRows } from '@service/reputation-server/news/imports/rows/read-article-rows.ts'
import type { Section } from '../../harness/bench.ts'
import { stopwatch } from '../stopwatch.ts'

export async function articleRows(news: Buffer): Promise<Section> {
  const reading = stopwatch()
  const rows: ReadRow[] = []
  const pieces = Array.from({ length: Math.ceil(news.length / 65_536) }, (_, i) =>
    news.subarray(i * 65_536, (i + 1) * 65_536),
  )
  // A time after all of the corpus: what counts as too far ahead is not asked here.
  for await (const some of readArticleRows(pieces, { format: 'ndjson', now: new Date('2030-01-01T00:00:00Z') }))
    rows.push(...some)
  const readSeconds = reading()
  const identifying = stopwatch()
  const good = rows.flatMap((each) => (each.kind === 'row' ? [each.row] : []))
  const observations = good.map(({ guid, url, title, text, published, outlet }): Observation => {
    const canonical = url === undefined ? undefined : canonicalUrl(url)
    const named = outletOf({ title, host: canonical?.host ?? '', source: outlet })
    return { guid, url: canonical, title: named.title, lead: text, published }
  })
  const keys = identityKeys('import', observations)
  const identifySeconds = identifying()
  const addresses = new Set(keys.map((each) => each.find((key) => key.startsWith('url ')))).size
  const n = rows.length
  return {
    title: 'Rows of an import',
    figures: [
      { name: 'rows read', group: 'ndjson', value: n / readSeconds, unit: '1/s', n },
      { name: 'rows identified', group: 'ndjson', value: good.length / identifySeconds, unit: '1/s', n },
      { name: 'bad rows', group: 'ndjson', value: n - good.length, unit: 'count', n },
    ],
    notes: [`${good.length} articles of ${addresses} addresses; by processor time.`],
  }
}
