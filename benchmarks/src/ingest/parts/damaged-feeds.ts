/** Ten thousand damaged feeds, each read or refused in good time, or it counts here. */

import { randomFrom } from '@service/foundation/seeded-random.ts'
import { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { documentThread, makeFeedParser } from '@service/reputation-server/news/feeds/feed-parser.ts'
import { FeedRefused } from '@service/reputation-server/news/feeds/parse/parsed-feed.ts'
import type { FeedFile } from '@service/reputation-testing/feeds/feed-files.ts'
import { mutate } from '@service/reputation-testing/feeds/mutations.ts'
import type { Section } from '../../harness/bench.ts'
import { percentile } from '../../harness/intervals.ts'
import { type Sampling, sampleSize } from '../../harness/options.ts'
import type { Feeds } from '../data.ts'

const sizes = { byDefault: 10_000, full: 50_000 }
/** Ten thousand times the largest would take hours and find nothing more. */
const largestBytes = 60_000

export async function damagedFeeds({ real, gofeed, feedparser }: Feeds, sampling: Sampling): Promise<Section> {
  const sources = [real, gofeed.filter(isFeed), feedparser].map((files) =>
    files.filter(({ bytes }) => bytes.length > 0 && bytes.length <= largestBytes),
  )
  const random = randomFrom(4_711)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const rounds = sampleSize(sampling, sizes)
  const thread = new WorkerThread({ ...documentThread, timeoutMs: 10_000 })
  const parse = makeFeedParser(thread)
  const durations: number[] = []
  const codes = new Map<string, number>()
  const crashes: string[] = []
  let items = 0
  try {
    for (let round = 0; round < rounds; round++) {
      const file = pick(pick(sources))
      const bytes = mutate(file.bytes, random)
      const begun = performance.now()
      try {
        items += (await parse({ bytes })).items.length
      } catch (error) {
        if (error instanceof FeedRefused) codes.set(error.code, (codes.get(error.code) ?? 0) + 1)
        else crashes.push(`${file.path}, round ${round}: ${error}`)
      }
      durations.push(performance.now() - begun)
    }
  } finally {
    await thread.close()
  }
  const refused = [...codes.values()].reduce((sum, count) => sum + count, 0)
  const figure = (name: string, value: number, unit: string) => ({ name, group: 'damaged', value, unit, n: rounds })
  return {
    title: 'Damaged feeds',
    figures: [
      figure('crashes', crashes.length, 'count'),
      figure('read for more than 10 s', codes.get('too-costly') ?? 0, 'count'),
      figure('feeds read', (100 * (rounds - refused - crashes.length)) / rounds, '%'),
      figure('slowest', percentile(durations, 100), 'ms'),
      figure('p99', percentile(durations, 99), 'ms'),
    ],
    notes: [
      `${items} items were read; refused: ${[...codes]
        .sort()
        .map(([code, count]) => `${count} ${code}`)
        .join(', ')}.`,
      ...crashes.slice(0, 20),
    ],
  }
}

/** Beside its feeds, gofeed has files of what it expects of them. */
const isFeed = ({ path }: FeedFile): boolean => path.endsWith('.xml') || path.includes('parser/json/')
