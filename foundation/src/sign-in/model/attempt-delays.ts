/**
 * How long a sign-in has to wait for those that failed before it. Failures are counted for:
 *
 * - an e-mail address from one range of addresses (`pair`): the delay grows to a quarter of an hour, there and nowhere else;
 * - an e-mail address wherever it is tried from (`account`): guesses from many places wait for each other, a minute at most;
 * - a range of addresses (`range`): one place that tries many accounts, a minute at most;
 * - somebody signed in who is asked for the password again (`proof`), and a reset that is asked for (`reset`);
 * - a person who has given the password, for each code of a second factor (`factor`);
 * - a link that a password is chosen by (`link`), for each attempt hashes one;
 * - a range of addresses from which assistants register themselves (`register`), for each that does;
 * - a range of addresses from which keys are asked for (`hand-over`), and a person who types codes of them (`hand-over-code`);
 * - a browser in which the person has signed in before (`device`), in place of all the others. So nobody's guesses keep a
 *   person out of their own browser: an account is never locked.
 *
 * Counting is by what was typed, whether or not there is such an account.
 */
import { createHash } from 'node:crypto'
import { isIPv4 } from 'node:net'

export type Limit = {
  /** Failures without a delay. */
  free: number
  /** The longest delay; the first is a second, and each next is double. */
  maxSeconds: number
}

export const limits = {
  pair: { free: 5, maxSeconds: 900 },
  account: { free: 50, maxSeconds: 60 },
  range: { free: 100, maxSeconds: 60 },
  device: { free: 10, maxSeconds: 60 },
  proof: { free: 5, maxSeconds: 900 },
  reset: { free: 3, maxSeconds: 900 },
  link: { free: 10, maxSeconds: 60 },
  factor: { free: 5, maxSeconds: 900 },
  // A tenth of what all together may in a day: the maker of an assistant registers for all its customers from one.
  register: { free: 100, maxSeconds: 12 * 3_600 },
  'hand-over': { free: 30, maxSeconds: 600 },
  'hand-over-code': { free: 10, maxSeconds: 900 },
} as const satisfies Record<string, Limit>

/** Failures are forgotten when none was added for so long. */
export const forgottenAfterMs = 24 * 3_600_000

export type Subject = Limit & { subject: string }

const subject = (kind: keyof typeof limits, ...words: string[]): Subject => ({
  ...limits[kind],
  subject: `${kind}:${createHash('sha256').update(JSON.stringify(words)).digest('base64url')}`,
})

/** For a password that somebody gives who is not signed in. */
export function signInSubjectsOf({
  email,
  address,
  deviceId,
}: {
  email: string
  address: string
  deviceId: string | undefined
}): Subject[] {
  if (deviceId !== undefined) return [subject('device', deviceId)]
  const range = rangeOf(address)
  return [subject('account', email), subject('pair', email, range), subject('range', range)]
}

export const proofSubjectsOf = (userId: string): Subject[] => [subject('proof', userId)]

export const factorSubjectsOf = (userId: string): Subject[] => [subject('factor', userId)]

export const linkSubjectsOf = (tokenSha256: Uint8Array): [Subject] => [
  subject('link', Buffer.from(tokenSha256).toString('base64url')),
]

export const resetSubjectsOf = (email: string, address: string): Subject[] => [
  subject('reset', email, rangeOf(address)),
]

export const registerSubjectsOf = (address: string): [Subject] => [subject('register', rangeOf(address))]

export const handOverSubjectsOf = (address: string): [Subject] => [subject('hand-over', rangeOf(address))]

export const handOverCodeSubjectsOf = (userId: string): [Subject] => [subject('hand-over-code', userId)]

/** Of these a success forgets all failures; of the others it takes back its own attempt alone. */
export const isOwn = ({ subject }: Subject): boolean => /^(?:pair|device|proof|factor):/.test(subject)

/** The network that one customer of a provider has: an address of IPv4, 64 bits of IPv6. */
export function rangeOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  if (isIPv4(address)) return address
  const [head = '', tail = ''] = address.split('%', 1)[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...(address.includes('::') ? zeros : []), ...right].slice(0, 4)
  return groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')
}
