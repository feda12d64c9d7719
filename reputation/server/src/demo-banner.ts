import type { ListStatus } from './lists/lists.ts'

type Demo = { baseUrl: string; metricsUrl: string; lists: { status(): readonly ListStatus[] } }

/** What `npm start` prints once the demo can be used. */
export function demoBanner(
  { baseUrl, metricsUrl, lists }: Demo,
  { key, validity, link }: { key: string; validity: string; link: string | undefined },
): string {
  const curl = (path: string) => `  curl -H "Authorization: Bearer ${key}" "${baseUrl}${path}"`
  return `
Reputation is running at ${baseUrl}  (reference: ${baseUrl}/docs, metrics: ${metricsUrl})

  Lists in use: ${lists.status().map(described).join(', ')}${whatIsSample(lists.status())}
${link === undefined ? '' : `  Sign in (works once, for ten minutes): ${link}\n`}  API key of this demo, ${validity}: ${key}
  Webhooks may lead to this machine and over plain http, which no other start allows.

  The news is a sample of 2014 about Facebook and others, with shifted dates; it loads in the background, half a minute at
  the first start. It has a week of bad news: ask for alerts by story, then for the score and what drives it.

Try:

${curl('/api/v1/screen?name=Nikolas%20Maduro%20Moros')}

${curl('/api/v1/alerts?group=story')}

${curl('/api/v1/reputation')}

Ctrl-C stops it.
`
}

const described = ({ list, entries, publishedAt, sample }: ListStatus): string =>
  `${list} (${sample ? 'sample, ' : ''}${entries} entries${publishedAt ? ` of ${publishedAt.slice(0, 10)}` : ''})`

const whatIsSample = (status: readonly ListStatus[]): string =>
  status.some(({ sample }) => sample)
    ? '\n  The official lists replace the samples as soon as they can be downloaded.'
    : ''
