/** The path and query under which the articles are listed that a figure is made of. */
import Type from 'typebox'

type Query = {
  counted?: true
  unjudged?: true
  day?: string
  from?: string
  to?: string
  story?: string
  tone?: string
}

export function articlesPath(query: Query): string {
  // A colon, of which the id of a story has one, needs no escape in a query.
  const escaped = (value: unknown) => encodeURIComponent(String(value)).replaceAll('%3A', ':')
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${escaped(value)}`)
  return `/api/v1/articles?${parameters.join('&')}`
}

export const ArticlesPath = (description: string) =>
  Type.String({ description, examples: [articlesPath({ counted: true, day: '2026-11-20' })] })
