/** The news corpus: article references, the companies that they name, and what happened to these. */
import type { Article } from '@service/reputation-domain/articles/article.ts'
import { UsageError } from '../harness/options.ts'
import { type DataFolder, openDataFolder } from '../screening/data-folder.ts'

/** `story` is the aggregator's own cluster: for measuring alone, nothing that is measured may read it. */
export type CorpusArticle = Article & { story: string }

export type Company = { id: string; name: string; sector: string; aliases: string[]; ambiguityNotes: string[] }

export type LabelledEvent = {
  kind: 'crisis' | 'spike_no_crisis'
  company: string
  category: string | null
  severity: 'critical' | 'high' | null
  description: string
  firstArticleAt: number
  stories: ReadonlySet<string>
}

export type Corpus = { articles: CorpusArticle[]; companies: Company[]; events: LabelledEvent[] }

/** The folder may hold labels alone: what it lacks is taken from the sample data. */
export function readCorpus(options: { data: string | undefined; sampleData: string | undefined }): Corpus {
  const sample = options.sampleData && `${options.sampleData}/news`
  const given = [options.data, sample].filter((path) => path !== undefined && path !== '') as string[]
  if (given.length === 0) throw new UsageError('Set TEST_DATA_DIR to the sample data, or name a folder with --data.')
  const folders = [...new Set(given)].map(openDataFolder)
  return {
    articles: lines(read(folders, 'articles.jsonl')).map(toArticle),
    companies: JSON.parse(read(folders, 'companies.json')) as Company[],
    events: lines(read(folders, 'events.jsonl')).map(toEvent),
  }
}

function read(folders: readonly DataFolder[], name: string): string {
  const folder = folders.find((folder) => folder.has(name)) ?? folders[0]!
  return folder.read(name)
}

const lines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

function toArticle(row: Record<string, unknown>): CorpusArticle {
  const publishedAt = Date.parse(String(row.publishedAt))
  return {
    id: String(row.id),
    publishedAt,
    fetchedAt: publishedAt,
    title: String(row.title),
    url: String(row.url),
    host: String(row.host),
    outlet: String(row.outlet),
    story: String(row.story),
  }
}

const toEvent = (row: Record<string, unknown>): LabelledEvent => ({
  kind: row.kind as LabelledEvent['kind'],
  company: String(row.company),
  category: row.category as string | null,
  severity: row.severity as LabelledEvent['severity'],
  description: String(row.description),
  firstArticleAt: Date.parse(String(row.firstArticleAt)),
  stories: new Set(row.stories as string[]),
})
