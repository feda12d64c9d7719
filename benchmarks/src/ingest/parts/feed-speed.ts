/** How fast feeds are read, from bytes to items, by one thread. */
import { parseFeed } from '@service/reputation-server/news/feeds/parse/parse-feed.ts'
import { isNoFeed } from '@service/reputation-testing/feeds/feed-files.ts'
import type { Section } from '../../harness/bench.ts'
import { median } from '../../harness/intervals.ts'
import type { Feeds } from '../data.ts'
import { stopwatch } from '../stopwatch.ts'

const rounds = 5

export async function feedSpeed({ real }: Feeds): Promise<Section> {
  const feeds = real.filter((file) => !isNoFeed(file))
  const megabytes = feeds.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6
  let items = 0
  const taken: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const seconds = stopwatch()
    items = 0
    for (const feed of feeds) items += (await parseFeed(feed)).items.length
    if (round > 0) taken.push(seconds()) // the first is for warming up
  }
  const n = feeds.length
  return {
    title: 'Speed of reading feeds',
    figures: [
      { name: 'feeds parsed', group: 'real', value: megabytes / median(taken), unit: 'MB/s', n },
      { name: 'items parsed', group: 'real', value: items / median(taken), unit: '1/s', n },
    ],
    notes: [`${megabytes.toFixed(1)} MB, ${items} items; median of ${rounds} rounds, by processor time.`],
  }
}
