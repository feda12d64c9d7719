/**
 * IPv4 addresses inside IPv6 ones. A translator or a tunnel on the way, or the socket itself, sends what is addressed to
 * the outer one on to the inner one, so both have to be judged. A network may translate under a prefix of its own as
 * well, which the address does not show: its operator has to keep the translator from private addresses.
 */
import ipaddr from 'ipaddr.js'
import { type Address4, type Address6, isWithin, readAddressRange } from './address.ts'

type Form = { holds: (address: Address6) => boolean; inner: (bytes: readonly number[]) => Address4 }

const within = (text: string) => {
  const range = readAddressRange(text)!
  return (address: Address6) => isWithin(range, address)
}
const at =
  (...places: readonly [number, number, number, number]) =>
  (bytes: readonly number[]) =>
    new ipaddr.IPv4(places.map((place) => bytes[place] ?? 0))
const last = at(12, 13, 14, 15)

const forms: readonly Form[] = [
  { holds: within('::/96'), inner: last }, // IPv4-compatible, RFC 4291
  { holds: within('::ffff:0:0/96'), inner: last }, // IPv4-mapped, RFC 4291
  { holds: within('::ffff:0:0:0/96'), inner: last }, // SIIT, RFC 2765
  { holds: within('64:ff9b::/96'), inner: last }, // NAT64, RFC 6052
  { holds: within('64:ff9b:1::/48'), inner: last }, // NAT64 of one's own under a prefix of 96 bits, RFC 8215
  { holds: within('64:ff9b:1::/48'), inner: at(6, 7, 9, 10) }, // the same under one of 48 bits
  { holds: within('2002::/16'), inner: at(2, 3, 4, 5) }, // 6to4, RFC 3056
  { holds: within('2001::/32'), inner: at(4, 5, 6, 7) }, // Teredo's server, RFC 4380
  { holds: within('2001::/32'), inner: (bytes) => last(bytes.map((byte) => byte ^ 0xff)) }, // and its client, inverted
  { holds: isIsatap, inner: last },
]

export function embeddedAddresses(address: Address6): Address4[] {
  const bytes = address.toByteArray()
  return forms.filter(({ holds }) => holds(address)).map(({ inner }) => inner(bytes))
}

/** An interface identifier of `0000:5efe` or `0200:5efe` and an IPv4 address, under any prefix (RFC 5214). */
function isIsatap({ parts }: Address6): boolean {
  return (parts[4] === 0 || parts[4] === 0x0200) && parts[5] === 0x5efe
}
