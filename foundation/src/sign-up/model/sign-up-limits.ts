/**
 * How many companies may be made in a day (UTC): from one range of addresses, and in all, so that many ranges together stay
 * within bounds too. A range is wider than for sign-in, for here nobody is kept out of what is theirs.
 */
import { createHash } from 'node:crypto'
import { isIPv4 } from 'node:net'

export const signUpsADay = { range: 10, all: 500 }

/** Each hashes a password, and one that succeeds uses the invitation up. */
export const attemptsWithInvitationADay = 10

export type SignUpLimit = { subject: string; limit: number }

export const invitationLimits = (tokenSha256: Uint8Array): [SignUpLimit] => [
  { subject: `invitation:${Buffer.from(tokenSha256).toString('base64url')}`, limit: attemptsWithInvitationADay },
]

export const signUpLimits = (address: string): SignUpLimit[] => [
  { subject: 'all', limit: signUpsADay.all },
  {
    subject: `range:${createHash('sha256').update(wideRangeOf(address)).digest('base64url')}`,
    limit: signUpsADay.range,
  },
]

/** 256 addresses of IPv4, 48 bits of IPv6: what a small provider or a customer of a large one has. */
export function wideRangeOf(address: string): string {
  const [, mapped = address] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (isIPv4(mapped)) return mapped.split('.').slice(0, 3).join('.')
  const [withoutZone = ''] = address.split('%', 1)
  const [head = '', tail] = withoutZone.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
  return groups
    .slice(0, 3)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}
