/**
 * Searches at GDELT's DOC 2.0 API (https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/): their addresses, and the
 * addresses of their pages.
 */

export const defaultGdeltUrl = 'https://api.gdeltproject.org/api/v2/doc/doc'

/** As many as one response may have. */
export const pageSize = 250

/** The address that a search is known and shown by. */
export const searchAddress = (query: string): string => `${defaultGdeltUrl}?${new URLSearchParams({ query })}`

export type Span = { from: Date; to: Date }

/** The oldest articles of the span come first, so that one page after the other leads to its end. */
export function pageAddress(address: string, base: string, { from, to }: Span): string {
  const page = new URL(base)
  const parameters = {
    query: new URL(address).searchParams.get('query') ?? '',
    mode: 'artlist',
    format: 'json',
    maxrecords: String(pageSize),
    sort: 'dateasc',
    startdatetime: compact(from),
    enddatetime: compact(to),
  }
  for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value)
  return page.href
}

/** `20261120093000` */
const compact = (time: Date): string => time.toISOString().slice(0, 19).replace(/[-:T]/g, '')
