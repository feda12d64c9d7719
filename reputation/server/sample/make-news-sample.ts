/**
 * Makes the demo's sample of news from a folder that holds the News Aggregator corpus:
 *
 *     node reputation/server/sample/make-news-sample.ts <folder>
 *
 * `articles.jsonl.gz` with a title, url, outlet and time each, ordered by time, and `companies.json`. The last 45 days
 * are taken, of all articles whose title names one of the companies.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { compileAliases } from '@service/reputation-domain/subjects/find-aliases.ts'
import type { Subject } from '@service/reputation-domain/subjects/subject.ts'
import type { NewsSample, SampleArticle } from '@service/reputation-server/news/sample/sample-file.ts'

const days = 45
const dayMs = 86_400_000

type Row = { title: string; url: string; outlet: string; publishedAt: string }
type Company = { id: string; name: string; sector: string; aliases: string[]; ambiguityNotes: string[] }

const folder = process.argv[2]
if (!folder) throw new Error('Usage: make-news-sample.ts <folder of the corpus>')

const companies = JSON.parse(readFileSync(join(folder, 'companies.json'), 'utf8')) as Company[]
const subjects = companies.map(
  ({ id, name, sector, aliases, ambiguityNotes }): Subject => ({
    id,
    name,
    sector,
    aliases: aliases.map((text) => ({
      text,
      caseSensitive: true,
      ...(ambiguityNotes.length > 0 && { needsContext: true }),
    })),
  }),
)
const finder = compileAliases(subjects)
const rows = gunzipSync(readFileSync(join(folder, 'articles.jsonl.gz')))
  .toString()
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Row)
const lastDay = Math.floor(Date.parse(rows.at(-1)!.publishedAt) / dayMs)
const first = (lastDay - days + 1) * dayMs
const articles = rows
  .filter(({ title, publishedAt }) => Date.parse(publishedAt) >= first && finder.find(title).length > 0)
  .map(({ title, url, outlet, publishedAt }): SampleArticle => [Date.parse(publishedAt) / 1_000, outlet, url, title])

const sample: NewsSample = { lastDay: new Date(lastDay * dayMs).toISOString().slice(0, 10), subjects, articles }
const packed = brotliCompressSync(JSON.stringify(sample), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
writeFileSync(new URL('news.json.br', import.meta.url), packed)
console.log(`${articles.length} articles, ${subjects.length} subjects, ${packed.length} bytes`)
