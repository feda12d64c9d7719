/** The labelled data: each row a text, its target, its class, and the group of rows that no fold may tear apart. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import { wordHash } from '@service/reputation-domain/text-model/word-hash.ts'

/** In the order of the model's styles. */
export const sources = ['newsmtsc', 'sentfin', 'headlines'] as const
export type Source = (typeof sources)[number]

/** `label`: 0 negative, 1 neutral, 2 positive. */
export type LabelledText = TargetedText & { label: number; source: Source; group: string }

type Row = { text: string; start: number; end: number; label: string | null }
const labels = ['negative', 'neutral', 'positive']

/** Rows without a label (the name is not the company) are left out. */
function readLabelled(file: string, source: Source): LabelledText[] {
  return lines(readFileSync(file, 'utf8'))
    .map((line) => JSON.parse(line) as Row)
    .filter(({ label }) => label !== null)
    .map(({ text, start, end, label }) => ({
      text,
      start,
      end,
      label: labels.indexOf(label!),
      source,
      group: plainText(text),
    }))
}

export const ownLabels = join(import.meta.dirname, '..', 'labels', 'headlines.jsonl')

/** `dataFolder` holds `sentiment/` and `news/`. */
export function readTrainingTexts(dataFolder: string): LabelledText[] {
  const file = (name: string) => {
    const path = join(dataFolder, 'sentiment', name)
    if (!existsSync(path)) throw new Error(`There is no ${path}.`)
    return path
  }
  return [
    ...readLabelled(file('newsmtsc.train.jsonl'), 'newsmtsc'),
    ...readLabelled(file('sentfin.train.jsonl'), 'sentfin'),
    ...readLabelled(ownLabels, 'headlines'),
  ]
}

/** Half of the market headlines, which weigh little, and all company headlines, those included whose name is another's. */
export function readRealHeadlines(dataFolder: string): (TargetedText & { label?: number; weight: number })[] {
  const market = readTrainingTexts(dataFolder)
    .filter(({ source, group }) => source === 'sentfin' && wordHash(group) % 2 === 0)
    .map(({ text, start, end, label }) => ({ text, start, end, label, weight: 0.3 }))
  const own = lines(readFileSync(ownLabels, 'utf8')).map((line) => {
    const { text, start, end, label } = JSON.parse(line) as Row
    return { text, start, end, weight: 1, ...(label !== null && { label: labels.indexOf(label) }) }
  })
  return [...market, ...own]
}

/** Titles of the news corpus, each text once, in the order of time. */
export function readTitles(dataFolder: string): string[] {
  const path = join(dataFolder, 'news', 'articles.jsonl.gz')
  if (!existsSync(path)) throw new Error(`There is no ${path}.`)
  const titles = lines(gunzipSync(readFileSync(path)).toString('utf8')).map(
    (line) => (JSON.parse(line) as { title: string }).title,
  )
  return [...new Map(titles.map((title) => [plainText(title), title])).values()]
}

/** Letters alone: copies of a text that differ in numbers or punctuation are one. */
export const plainText = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, ' ')

const lines = (text: string): string[] => text.split('\n').filter(Boolean)
