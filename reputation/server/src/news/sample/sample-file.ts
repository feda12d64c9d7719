/** The demo's sample of news, as `reputation/server/sample/make-news-sample.ts` makes it. */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Subject } from '@service/reputation-domain/subjects/subject.ts'

/** Seconds since 1970 in the days of the sample, and really; publisher, address, title. */
export type SampleArticle = [
  publishedAt: number,
  originalPublishedAt: number,
  outlet: string,
  url: string,
  title: string,
]

export type NewsSample = {
  /** The last day of it, UTC. */
  lastDay: string
  /** The company that the demo stands for. */
  own: string
  subjects: Subject[]
  /** In order of time. */
  articles: SampleArticle[]
}

const file = new URL('../../../sample/news.json.br', import.meta.url)

export async function readNewsSample(): Promise<NewsSample> {
  return JSON.parse((await promisify(brotliDecompress)(await readFile(file))).toString()) as NewsSample
}

/** What is dated up to then, given that the sample was moved by so many milliseconds. */
export const dueArticles = ({ articles }: NewsSample, shiftMs: number, at: Date): SampleArticle[] =>
  articles.filter(([seconds]) => seconds * 1_000 + shiftMs <= at.getTime())
