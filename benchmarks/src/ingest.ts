/**
 * Intake: what of the world's feeds is read, what becomes of damaged ones, and how fast articles come in.
 *
 * Feeds are those that other projects test their parsers with, beside the item counts that those projects expect; they
 * are damaged with a fixed seed. Articles are the whole news corpus.
 */
import type { Bench, Section } from './harness/bench.ts'
import type { Sampling } from './harness/options.ts'
import { type IngestData, openIngestData } from './ingest/data.ts'
import { articleRows } from './ingest/parts/article-rows.ts'
import { copies } from './ingest/parts/copies.ts'
import { damagedFeeds } from './ingest/parts/damaged-feeds.ts'
import { fairShares } from './ingest/parts/fair-shares.ts'
import { feedCounts } from './ingest/parts/feed-counts.ts'
import { feedSpeed } from './ingest/parts/feed-speed.ts'
import { toScoresInMemory } from './ingest/parts/to-scores-in-memory.ts'
import { toScoresInPostgres } from './ingest/parts/to-scores-in-postgres.ts'

type Part = {
  name: string
  /** Of the data. */
  needs?: keyof IngestData
  measure(data: IngestData, sampling: Sampling): Promise<Section>
}

/** In the order of an article's way. */
const parts: Part[] = [
  { name: 'counts', needs: 'feeds', measure: ({ feeds }) => feedCounts(feeds!) },
  { name: 'damaged', needs: 'feeds', measure: ({ feeds }, sampling) => damagedFeeds(feeds!, sampling) },
  { name: 'speed', needs: 'feeds', measure: ({ feeds }) => feedSpeed(feeds!) },
  { name: 'rows', needs: 'news', measure: ({ news }) => articleRows(news!) },
  { name: 'copies', needs: 'news', measure: ({ news }) => copies(news!) },
  { name: 'memory', needs: 'companies', measure: ({ news, companies }) => toScoresInMemory(news!, companies!) },
  { name: 'postgres', needs: 'companies', measure: ({ news, companies }) => toScoresInPostgres(news!, companies!) },
  { name: 'shares', measure: fairShares },
]

export const bench: Bench = {
  name: 'ingest',
  summary: 'What of feeds and imports is read, what damage does to it, and how fast articles come in.',
  parts: parts.map(({ name }) => name),
  async *run({ wanted, ...options }): AsyncIterable<Section> {
    const data = openIngestData(options)
    for (const part of parts) {
      if (!wanted(part.name)) continue
      if (!part.needs || data[part.needs]) yield await part.measure(data, options)
      else yield { title: part.name, figures: [], notes: [`Not measured: the data folder holds no ${part.needs}.`] }
    }
  },
}
