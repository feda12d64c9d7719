/**
 * One row of an import, NDJSON or CSV, as an article: fields are found by their usual names, claims are checked, and
 * what is wrong is said in words. Fields that nobody asks for are ignored.
 */

import { tidyText } from '@service/foundation/text/tidy-text.ts'
import { canonicalUrl } from '@service/reputation-domain/articles/canonical-url.ts'
import { readFeedDate } from '@service/reputation-domain/articles/feed-date.ts'
import { isCredible } from '@service/reputation-domain/articles/published-at.ts'
import { plainText } from '../../text/plain-text.ts'

export type ArticleRow = {
  guid?: string
  url?: string
  title: string
  text?: string
  /** Milliseconds since 1970. Unlike a feed's, a row's date must be there: an archive would all be of today. */
  published: number
  updated?: number
  outlet?: { name: string }
  language?: string
}

export type RowFault = { code: 'missing-field' | 'invalid-field'; reason: string }

/** Names under which a field is found, the first that has a value counting. */
const fieldNames = {
  id: ['id', 'guid'],
  url: ['url', 'link'],
  title: ['title', 'headline'],
  text: ['text', 'content', 'body', 'lead', 'summary', 'description'],
  publishedAt: ['publishedat', 'published_at', 'published', 'pubdate', 'date'],
  updatedAt: ['updatedat', 'updated_at', 'updated', 'modified'],
  outlet: ['outlet', 'source', 'publisher'],
  language: ['language', 'lang'],
} as const

export type Field = keyof typeof fieldNames

const fieldByName = new Map<string, { field: Field; rank: number }>(
  Object.entries(fieldNames).flatMap(([field, names]) =>
    names.map((name, rank) => [name, { field: field as Field, rank }] as const),
  ),
)

/** The field that a column or a property names, in any case, and which of several names for it wins. */
export const fieldCalled = (name: string): { field: Field; rank: number } | undefined =>
  fieldByName.get(name.trim().toLowerCase())

export type RowFields = Partial<Record<Field, unknown>>

const limits = { id: 500, url: 4_096, title: 1_000, text: 50_000, outlet: 200, language: 35 }

export function articleRow(fields: RowFields, now: Date): { row: ArticleRow } | { fault: RowFault } {
  const faults: RowFault[] = []
  const missing = (reason: string) => void faults.push({ code: 'missing-field', reason })
  const invalid = (reason: string) => void faults.push({ code: 'invalid-field', reason })

  const textIn = (field: Exclude<Field, 'publishedAt' | 'updatedAt'>): string => {
    const value = fields[field] ?? ''
    // Programs write ids as numbers.
    if (typeof value !== 'string' && typeof value !== 'number') invalid(`${field} must be a text`)
    return typeof value === 'string' || typeof value === 'number'
      ? tidyText(String(value), limits[field] + (field === 'url' ? 1 : 0))
      : ''
  }
  const dateIn = (field: 'publishedAt' | 'updatedAt'): number | undefined => {
    const value = fields[field] ?? ''
    if (value === '') return undefined
    const date = typeof value === 'string' || typeof value === 'number' ? readFeedDate(String(value)) : undefined
    if (date === undefined) invalid(`${field} must be a date such as 2026-11-20T09:30:00Z`)
    else if (!isCredible(date, now.getTime())) invalid(`${field} must be after 1970 and at most a day in the future`)
    return date
  }

  const [guid, url, outlet, language] = [textIn('id'), textIn('url'), textIn('outlet'), textIn('language')]
  const title = plainText(textIn('title'), limits.title)
  const text = plainText(textIn('text'), limits.text)
  const [published, updated] = [dateIn('publishedAt'), dateIn('updatedAt')]
  if (title === '') missing('title is missing')
  if ((fields.publishedAt ?? '') === '') missing('publishedAt is missing')
  if (guid === '' && url === '') missing('url or id is required')
  // One letter more than is allowed is read, so that an address is refused and not cut.
  if (url.length > limits.url) invalid(`url must have at most ${limits.url} characters`)
  else if (url !== '' && !(/^https?:/i.test(url) && canonicalUrl(url))) invalid('url must be an http or https URL')
  if (faults.length > 0 || published === undefined) return { fault: combined(faults) }
  return {
    row: {
      title,
      published,
      ...(guid && { guid }),
      ...(url && { url }),
      ...(text && { text }),
      ...(updated !== undefined && { updated }),
      ...(outlet && { outlet: { name: outlet } }),
      ...(language && { language }),
    },
  }
}

const combined = (faults: readonly RowFault[]): RowFault => ({
  code: faults[0]?.code ?? 'invalid-field',
  reason: faults.map(({ reason }) => reason).join('; '),
})
