import type { StateKind } from '@service/ui/state.tsx'
import type { Output } from '../../api/api.ts'

export type Feed = Output<'getFeed'>

export const feedStates: Readonly<Record<string, { kind: StateKind; word: string }>> = {
  new: { kind: 'moving', word: 'not polled yet' },
  ok: { kind: 'good', word: 'ok' },
  failing: { kind: 'bad', word: 'failing' },
  off: { kind: 'off', word: 'off' },
}

export const stateOf = ({ health }: Pick<Feed, 'health'>): { kind: StateKind; word: string } =>
  feedStates[health] ?? { kind: 'info', word: health }

/** What the outcome of a poll means, and what helps; undefined for those that say so themselves. */
const outcomes: Readonly<Record<string, string>> = {
  unchanged: 'Nothing new since the last poll.',
  'html-page': 'This is a page for browsers. Use the address of the feed itself.',
  'not-a-feed': 'This is not an RSS, Atom or JSON feed. Open the address in a browser to check.',
  'invalid-json': 'The JSON is damaged. Open the address in a browser to check.',
  empty: 'The response was empty. Open the address in a browser to check.',
  'too-large': 'It is larger than 10 MB. Ask the site for a shorter feed.',
  'too-deep': 'It is nested too deeply to be a feed.',
  'too-costly': 'It takes too long to read.',
  'address-refused': 'The address is in a network that may not be called.',
  'host-unresolved': 'The host name cannot be resolved. Check its spelling.',
  unreachable: 'The site cannot be reached. It will be retried.',
  'tls-failed': 'The certificate of the site is not valid. It will be retried.',
  'timed-out': 'The site took too long. It will be retried.',
  'connection-closed': 'The site ended the connection. It will be retried.',
  'invalid-answer': 'The site sent no proper response. It will be retried.',
  'invalid-body': 'The site sent no proper response. It will be retried.',
  'http-status': 'The site refused. It will be retried; if this continues, contact the site.',
  'rate-limited': 'The site asks for fewer requests. It will be retried later.',
  'search-refused': 'GDELT rejected this search. Search for another name.',
  'bad-redirect': 'The site redirects to an invalid address. Use the final address.',
  'too-many-redirects': 'The site redirects too many times. Use the final address.',
  gone: 'The site says that the feed is permanently gone. It is no longer polled.',
}

export const outcomeWords = (outcome: string): string | undefined => outcomes[outcome]

/** `every 5 min`, `every 2 h` */
export function intervalWords(seconds: number | null): string {
  if (seconds === null) return 'automatically'
  if (seconds % 3_600 === 0) return `every ${seconds / 3_600} h`
  return seconds % 60 === 0 ? `every ${seconds / 60} min` : `every ${seconds} s`
}

/** To choose from; empty: the one that suits it. A search at GDELT has none below a quarter of an hour. */
export const intervals = (kind: string, now: number | null): { value: string; label: string }[] => {
  const all = [120, 300, 600, 900, 1_800, 3_600, 10_800, 21_600, 86_400].filter(
    (seconds) => kind !== 'gdelt' || seconds >= 900,
  )
  const known = now === null || all.includes(now) ? all : [...all, now].sort((a, b) => a - b)
  return [
    { value: '', label: 'automatically' },
    ...known.map((seconds) => ({ value: String(seconds), label: intervalWords(seconds) })),
  ]
}
