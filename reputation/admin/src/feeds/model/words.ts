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
  unchanged: 'Nothing new since the poll before.',
  'html-page': 'This is a page for browsers. Take the address of the feed itself.',
  'not-a-feed': 'This is no RSS, Atom or JSON feed. Open the address in a browser and look.',
  'invalid-json': 'The JSON is damaged. Open the address in a browser and look.',
  empty: 'Nothing came. Open the address in a browser and look.',
  'too-large': 'It is larger than 10 MB. Ask the site for a shorter feed.',
  'too-deep': 'It is nested too deeply to be a feed.',
  'too-costly': 'It takes too long to read.',
  'address-refused': 'The address leads into a network that may not be called.',
  'host-unresolved': 'The name of the site leads nowhere. Look whether it is spelt right.',
  unreachable: 'The site cannot be reached. It is tried again.',
  'tls-failed': 'The certificate of the site is not valid. It is tried again.',
  'timed-out': 'The site took too long. It is tried again.',
  'connection-closed': 'The site ended the connection. It is tried again.',
  'invalid-answer': 'The site sent no proper response. It is tried again.',
  'invalid-body': 'The site sent no proper response. It is tried again.',
  'http-status': 'The site refused. It is tried again; if it stays so, ask the site.',
  'rate-limited': 'The site asks to be left alone for a while. It is tried again later.',
  'search-refused': 'GDELT does not take this search. Search for another name.',
  'bad-redirect': 'The site leads to nowhere. Take the address that it should lead to.',
  'too-many-redirects': 'The site leads on and on. Take the address that it should lead to.',
  gone: 'The site says that the feed is gone for good. It is not polled any more.',
}

export const outcomeWords = (outcome: string): string | undefined => outcomes[outcome]

/** `every 5 min`, `every 2 h` */
export function intervalWords(seconds: number | null): string {
  if (seconds === null) return 'as suits it'
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
    { value: '', label: 'as suits it' },
    ...known.map((seconds) => ({ value: String(seconds), label: intervalWords(seconds) })),
  ]
}
