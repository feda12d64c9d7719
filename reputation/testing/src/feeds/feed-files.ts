/** Feed files collected by others, for tests and benchmarks, where a data folder holds them (layout: its README). */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type FeedFile = { path: string; bytes: Buffer }

/** `folder` holds `real/`, `gofeed-testdata.tar.gz` and `feedparser-tests.tar.gz`. */
export function readFeedFiles(folder: string): { real: FeedFile[]; gofeed: FeedFile[]; feedparser: FeedFile[] } {
  const real = join(folder, 'real')
  return {
    real: readdirSync(real)
      .sort()
      .map((name) => ({ path: name, bytes: readFileSync(join(real, name)) })),
    gofeed: untar(gunzipSync(readFileSync(join(folder, 'gofeed-testdata.tar.gz')))),
    feedparser: untar(gunzipSync(readFileSync(join(folder, 'feedparser-tests.tar.gz')))),
  }
}

/** Regular files of a tar archive (POSIX ustar: blocks of 512 bytes, sizes in octal). */
function untar(archive: Buffer): FeedFile[] {
  const files: FeedFile[] = []
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const field = (from: number, length: number) =>
      archive.toString('utf8', at + from, at + from + length).split('\0')[0]!
    const size = Number.parseInt(field(124, 12).trim() || '0', 8)
    const path = [field(345, 155), field(0, 100)].filter(Boolean).join('/')
    if (field(156, 1) === '0' || field(156, 1) === '')
      files.push({ path, bytes: archive.subarray(at + 512, at + 512 + size) })
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** The feeds of gofeed's parser tests in one format, each with the number of items that gofeed reads. */
export function gofeedCases(files: readonly FeedFile[], format: 'rss' | 'atom'): (FeedFile & { items: number })[] {
  const byPath = new Map(files.map(({ path, bytes }) => [path, bytes]))
  return files
    .filter(({ path }) => path.includes(`parser/${format}/`) && path.endsWith('.xml'))
    .map(({ path, bytes }) => {
      const expected = JSON.parse(byPath.get(path.replace(/\.xml$/, '.json'))!.toString('utf8')) as {
        items?: unknown[]
        entries?: unknown[]
      }
      return { path, bytes, items: (expected.items ?? expected.entries ?? []).length }
    })
}

/** The one file among the real ones that is no feed, on purpose. */
export const isNoFeed = ({ path }: FeedFile): boolean => basename(path) === 'rss-parser__unrecognized.rss'

const folder = process.env.TEST_DATA_DIR && join(process.env.TEST_DATA_DIR, 'feeds')

/** For tests: the folder under `TEST_DATA_DIR`, if it is there. */
export const feedFolder = folder && existsSync(folder) ? folder : undefined
