/**
 * Headlines of the news corpus that name a company and have no label, each text once. Those of one story that name the
 * same company mostly say the same of it in other words.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { randomFrom, shuffled } from '@service/foundation/seeded-random.ts'
import { tagRisks } from '@service/reputation-domain/risk/tag-risks.ts'
import { compileAliases } from '@service/reputation-domain/subjects/find-aliases.ts'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import { plainText } from './labelled-texts.ts'
import { type Company, readCompanies } from './named-texts.ts'

export type HeadlineMention = TargetedText & {
  /** Of the story and the company. */
  story: string
  group: string
}

const maxPerCompany = 300
const maxPerTitle = 2

type Article = { title: string; story: string }

export function readHeadlineMentions(dataFolder: string, companies: readonly Company[]): HeadlineMention[] {
  const finder = compileAliases(
    companies.map(({ id, aliases }) => ({ id, aliases: aliases.map((text) => ({ text, caseSensitive: true })) })),
  )
  const articles = gunzipSync(readFileSync(join(dataFolder, 'news', 'articles.jsonl.gz')))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Article)
  const mentions: HeadlineMention[] = []
  const [seen, taken] = [new Set<string>(), new Map<string, number>()]
  for (const { title, story } of shuffled(articles, randomFrom(77))) {
    const group = plainText(title)
    if (seen.has(group)) continue
    seen.add(group)
    for (const { subjectId, start, end } of finder.find(title).slice(0, maxPerTitle)) {
      const count = taken.get(subjectId) ?? 0
      if (count >= maxPerCompany) continue
      taken.set(subjectId, count + 1)
      mentions.push({ text: title, start, end, story: `${story} ${subjectId}`, group })
    }
  }
  return mentions
}

/** Those in whose titles the rules find nothing serious. */
export const readOrdinaryTitles = (dataFolder: string): HeadlineMention[] =>
  readHeadlineMentions(dataFolder, readCompanies(dataFolder)).filter(
    ({ text, start, end }) =>
      !tagRisks({ text, company: { start, end }, year: newsYear }).some(({ strength }) => strength >= 2),
  )

/** Of the corpus. */
const newsYear = 2014
