/** The feeds and articles of a run: of the folder named, which may hold either, else of the sample data. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type FeedFile, readFeedFiles } from '@service/reputation-testing/feeds/feed-files.ts'
import { type BenchOptions, UsageError } from '../harness/options.ts'
import { plainName } from '../screening/data-folder.ts'
import type { CorpusCompany } from './corpus-subjects.ts'

export type Feeds = { real: FeedFile[]; gofeed: FeedFile[]; feedparser: FeedFile[] }

export type IngestData = {
  feeds: Feeds | undefined
  /** Lines of JSON, one an article. */
  news: Buffer | undefined
  /** Those that the articles speak of; only where there are articles. */
  companies: CorpusCompany[] | undefined
}

export function openIngestData({ data, sampleData }: Pick<BenchOptions, 'data' | 'sampleData'>): IngestData {
  if (!data && !sampleData) throw new UsageError('Set TEST_DATA_DIR to the sample data, or name a folder with --data.')
  if (data && !existsSync(data)) throw new UsageError(`There is no folder ${data}.`)
  const folders = [
    data,
    data && join(data, 'feeds'),
    data && join(data, 'news'),
    sampleData && join(sampleData, 'feeds'),
    sampleData && join(sampleData, 'news'),
  ]
  const present = folders.filter((folder) => folder !== undefined && existsSync(folder)) as string[]
  const feedFolder = present.find((folder) => existsSync(join(folder, 'real')))
  const newsFile = present.flatMap((folder) => filesOf(folder, 'articles.jsonl')).at(0)
  const companiesFile = newsFile && present.flatMap((folder) => filesOf(folder, 'companies.json')).at(0)
  return {
    feeds: feedFolder ? readFeedFiles(feedFolder) : undefined,
    news: newsFile ? unpacked(newsFile) : undefined,
    companies: companiesFile ? (JSON.parse(unpacked(companiesFile).toString()) as CorpusCompany[]) : undefined,
  }
}

const filesOf = (folder: string, name: string): string[] =>
  readdirSync(folder)
    .filter((file) => plainName(file) === name)
    .map((file) => join(folder, file))

function unpacked(file: string): Buffer {
  const bytes = readFileSync(file)
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes
}
