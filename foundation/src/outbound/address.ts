/**
 * Addresses as the guard reads them: only the spellings that a socket can be opened to. `ipaddr.js` alone would read more
 * (octal and hexadecimal parts, and `::127.0.0.1` as though it were `::ffff:127.0.0.1`), and what is read otherwise than
 * it is connected to is a hole; so Node's own strict check comes first, and dotted tails are rewritten before parsing.
 */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address4 = ipaddr.IPv4
export type Address6 = ipaddr.IPv6
export type Address = Address4 | Address6
export type AddressRange = { first: Address; bits: number }

/** Undefined for whatever is no address, or has a zone (`fe80::1%eth0`): a zone names an interface of this machine. */
export function readAddress(text: string): Address | undefined {
  const version = isIP(text)
  if (version === 4) return ipaddr.IPv4.parse(text)
  if (version === 0 || text.includes('%')) return undefined
  return ipaddr.IPv6.parse(new URL(`http://[${text}]/`).hostname.slice(1, -1))
}

/** `10.0.0.7`, `10.0.0.0/8`, `::1`, `fd00::/8`; undefined for anything else. */
export function readAddressRange(text: string): AddressRange | undefined {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const first = readAddress(address)
  if (!first) return undefined
  const longest = isAddress4(first) ? 32 : 128
  const length = bits === undefined ? longest : Number(bits)
  return length <= longest ? { first, bits: length } : undefined
}

export const isAddress4 = (address: Address): address is Address4 => address.kind() === 'ipv4'

export const isWithin = ({ first, bits }: AddressRange, address: Address): boolean =>
  address.kind() === first.kind() && address.match(first, bits)
