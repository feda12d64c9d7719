/** How many feeds are read, and whether they have the items that other parsers find in them. */
import { parseFeed } from '@service/reputation-server/news/feeds/parse/parse-feed.ts'
import { FeedRefused, type ParsedFeed } from '@service/reputation-server/news/feeds/parse/parsed-feed.ts'
import { type FeedFile, gofeedCases, isNoFeed } from '@service/reputation-testing/feeds/feed-files.ts'
import type { Figure, Section } from '../../harness/bench.ts'
import type { Feeds } from '../data.ts'

type Result = FeedFile & { feed?: ParsedFeed; refusal?: string }

export async function feedCounts({ real, gofeed, feedparser }: Feeds): Promise<Section> {
  const notes: string[] = []
  const counted: Figure[] = []
  for (const format of ['rss', 'atom'] as const) {
    const cases = gofeedCases(gofeed, format)
    const results = await Promise.all(cases.map(async (each) => ({ ...(await read(each)), items: each.items })))
    const wrong = results.filter(({ feed, items }) => feed?.items.length !== items)
    counted.push(counts('feeds with the expected items', `gofeed ${format}`, cases.length - wrong.length, cases.length))
    notes.push(
      ...wrong.map((each) => `${each.path}: ${each.feed?.items.length ?? each.refusal}, not ${each.items} items.`),
    )
  }
  const feeds = real.filter((file) => !isNoFeed(file))
  const readable = (await Promise.all(feeds.map(read))).filter(({ feed }) => feed)
  const strangers = await Promise.all(real.filter(isNoFeed).map(read))
  const xml = feedparser.filter(({ path }) => path.endsWith('.xml'))
  const folders = Map.groupBy(xml, ({ path }) => path.replace(/^tests\//, '').replace(/\/[^/]*$/, ''))
  const byFolder = await Promise.all(
    [...folders].sort().map(async ([folder, files]) => ({ folder, results: await Promise.all(files.map(read)) })),
  )
  const groups = ['illformed', 'encoding', 'entities', 'wellformed'].flatMap((group) => {
    const results = byFolder.filter(({ folder }) => folder.split('/')[0] === group).flatMap((each) => each.results)
    return results.length === 0
      ? []
      : [counts('feeds read', `feedparser ${group}`, results.filter(({ feed }) => feed).length, results.length)]
  })
  notes.push(...refusals(byFolder.flatMap(({ results }) => results)))
  return {
    title: 'Feeds read',
    figures: [
      ...counted,
      counts('feeds read', 'real', readable.length, feeds.length),
      counts(
        'documents that are none refused',
        'real',
        strangers.filter(({ refusal }) => refusal).length,
        strangers.length,
      ),
      ...groups,
    ],
    tables: [
      {
        title: 'By folder',
        rows: [
          ['folder', 'files', 'read', 'items'],
          ...byFolder.map(({ folder, results }) => [
            folder,
            String(results.length),
            String(results.filter(({ feed }) => feed).length),
            String(results.reduce((sum, { feed }) => sum + (feed?.items.length ?? 0), 0)),
          ]),
        ],
      },
    ],
    notes,
  }
}

async function read(file: FeedFile): Promise<Result> {
  try {
    return { ...file, feed: await parseFeed(file) }
  } catch (error) {
    if (!(error instanceof FeedRefused)) throw error
    return { ...file, refusal: error.code }
  }
}

const counts = (name: string, group: string, value: number, n: number): Figure => ({
  name,
  group,
  value,
  unit: 'count',
  n,
})

function refusals(results: readonly Result[]): string[] {
  const byWord = Map.groupBy(
    results.filter(({ refusal }) => refusal),
    ({ refusal }) => refusal!,
  )
  return [...byWord].map(([word, files]) => {
    const names = files.map(({ path }) => path.split('/').slice(-2).join('/'))
    return `Refused as ${word}: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ` and ${names.length - 20} more` : ''}.`
  })
}
