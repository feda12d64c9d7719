/**
 * Makes the demo's sample of news from a folder that holds the News Aggregator corpus:
 *
 *     node reputation/server/sample/make-news-sample.ts <folder>
 *
 * `articles.jsonl.gz` with a title, url, outlet and time each, ordered by time, and `companies.json`.
 *
 * The weeks are those in which the demo's company had launches and acquisitions, an outage, and an experiment with its
 * users that authorities looked into. On many days the corpus holds little or nothing about it, for nothing was collected: they are left out, and the
 * others moved together, so that the sample has news on every day.
 * Articles about the company are taken in whole; of any other company at most a few a day, spread over the day.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { canonicalUrl } from '@service/reputation-domain/articles/canonical-url.ts'
import { itemAt } from '@service/reputation-domain/item-at/item-at.ts'
import { compileAliases } from '@service/reputation-domain/subjects/find-aliases.ts'
import type { Subject } from '@service/reputation-domain/subjects/subject.ts'
import type { NewsSample, SampleArticle } from '@service/reputation-server/news/sample/sample-file.ts'

const own = 'facebook'
const lastDay = '2014-07-04'
const days = 45
const maxOfOthersPerDay = 12
/** Days with fewer articles about the company are left out. */
const minOfOwnPerDay = 3
const daySeconds = 86_400

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
  .filter(({ publishedAt }) => publishedAt.slice(0, 10) <= lastDay)

const names = ({ title }: Row, company: string) => finder.find(title).some(({ subjectId }) => subjectId === company)
const byDay = Map.groupBy(rows, ({ publishedAt }) => publishedAt.slice(0, 10))
const taken = [...byDay.keys()]
  .filter((day) => byDay.get(day)!.filter((row) => isFit(row) && names(row, own)).length >= minOfOwnPerDay)
  .sort()
  .slice(-days)
const lastMidnight = Date.parse(lastDay) / 1_000
const addresses = new Set<string>()
const articles = taken
  .flatMap((day, index) => {
    const shift = lastMidnight - (taken.length - 1 - index) * daySeconds - Date.parse(day) / 1_000
    return thinned(byDay.get(day)!.filter(isFit)).map((row) => toArticle(row, shift))
  })
  // The corpus has some addresses twice, hours apart: an article has one time.
  .filter(([, , , url]) => {
    const key = canonicalUrl(url)?.key ?? url
    return !addresses.has(key) && addresses.add(key)
  })

/** The corpus cuts long titles. Where something was posted "on Facebook", the title is about somebody else. */
function isFit({ title }: Row): boolean {
  return !/\.\.\.$|…$|\b(?:on|via) facebook\b/i.test(title.trim())
}

function thinned(ofDay: readonly Row[]): Row[] {
  const named = ofDay.map(({ title }) => [...new Set(finder.find(title).map(({ subjectId }) => subjectId))])
  const keep = new Set<number>()
  for (const { id } of subjects) {
    const about = [...ofDay.keys()].filter((index) => named[index]?.includes(id))
    const step = id === own ? 1 : Math.max(1, about.length / maxOfOthersPerDay)
    for (let at = 0; at < about.length; at += step) keep.add(itemAt(about, Math.floor(at)))
  }
  return ofDay.filter((_, index) => keep.has(index))
}

/** The corpus writes some addresses as they stand in a page's source. */
function toArticle({ title, url, outlet, publishedAt }: Row, shift: number): SampleArticle {
  const original = Date.parse(publishedAt) / 1_000
  const publisher = outlet.replace(/ \((?:subscription|blog|press release|registration)\)$/, '')
  return [original + shift, original, publisher, url.replace(/([?&])amp;/g, '$1'), title]
}

const sample: NewsSample = { lastDay, own, subjects, articles }
const packed = brotliCompressSync(JSON.stringify(sample), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
writeFileSync(new URL('news.json.br', import.meta.url), packed)
console.log(
  `${articles.length} articles, ${taken[0]} to ${taken.at(-1)}, ${subjects.length} subjects, ${packed.length} bytes`,
)
