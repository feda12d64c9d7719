/** Feeds that others collected, where `TEST_DATA_DIR` holds them, and what becomes of them when they are damaged. */

import { feedFolder, gofeedCases, isNoFeed, readFeedFiles } from '@service/reputation-testing/feeds/feed-files.ts'
import { mutate } from '@service/reputation-testing/feeds/mutations.ts'
import { describe, expect, test } from 'vitest'
import { parseFeed } from './parse-feed.ts'
import { FeedRefused } from './parsed-feed.ts'

if (!feedFolder) console.info('TEST_DATA_DIR names no folder with feeds: the tests that read them are skipped.')

describe.runIf(feedFolder)('feeds collected by others', () => {
  const files = feedFolder ? readFeedFiles(feedFolder) : { real: [], gofeed: [], feedparser: [] }

  test('real ones are read, with items that have a title or a text', async () => {
    for (const file of files.real.filter((each) => !isNoFeed(each))) {
      const { items } = await parseFeed(file)
      expect(items.length, file.path).toBeGreaterThan(0)
    }
    await expect(parseFeed(files.real.find(isNoFeed)!)).rejects.toMatchObject({ code: 'html-page' })
  })

  test.each([
    ['rss', 163],
    ['atom', 270],
  ] as const)('the %s cases of gofeed have as many items as it counts', async (format, count) => {
    const cases = gofeedCases(files.gofeed, format)
    expect(cases).toHaveLength(count)
    const wrong: string[] = []
    for (const each of cases) if ((await parseFeed(each)).items.length !== each.items) wrong.push(each.path)
    expect(wrong).toEqual([])
  })

  test('damaged ones are read or refused, and nothing else', async () => {
    const small = [...files.real, ...files.feedparser.filter(({ path }) => path.includes('illformed'))].filter(
      ({ bytes }) => bytes.length < 100_000,
    )
    let seed = 1
    const random = (): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed / 2 ** 32
    }
    let refused = 0
    for (let round = 0; round < 500; round++) {
      const { bytes } = small[round % small.length]!
      try {
        await parseFeed({ bytes: mutate(bytes, random) })
      } catch (error) {
        if (!(error instanceof FeedRefused)) throw error
        refused++
      }
    }
    expect(refused).toBeLessThan(250)
  })
})
