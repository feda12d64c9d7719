/**
 * The address ranges that the guard knows. Special ones follow the IANA registries of special-purpose addresses (for
 * IPv4 and IPv6), each with its source; multicast and withdrawn allocations, which those do not list, are added. Some
 * of them are reachable worldwide (AS112, AMT, anycast for port control and for relays), but no receiver is there.
 */
import { type Address, type AddressRange, isWithin, readAddressRange } from './address.ts'

export type NamedRange = AddressRange & { name: string }

/** The name of the first range that holds the address. */
export const nameOfRange = (ranges: readonly NamedRange[], address: Address): string | undefined =>
  ranges.find((range) => isWithin(range, address))?.name

export const special4 = named([
  ['0.0.0.0/8', 'this network, and on many systems this machine', 'RFC 791'],
  ['10.0.0.0/8', 'private', 'RFC 1918'],
  ['100.64.0.0/10', 'shared, behind a carrier’s translator', 'RFC 6598'],
  ['127.0.0.0/8', 'loopback', 'RFC 1122'],
  ['169.254.0.0/16', 'link-local', 'RFC 3927'],
  ['172.16.0.0/12', 'private', 'RFC 1918'],
  ['192.0.0.0/24', 'protocol assignments', 'RFC 6890'],
  ['192.0.2.0/24', 'documentation', 'RFC 5737'],
  ['192.31.196.0/24', 'AS112, a sink for stray queries', 'RFC 7535'],
  ['192.52.193.0/24', 'relays of multicast', 'RFC 7450'],
  ['192.88.99.0/24', '6to4 relays, withdrawn', 'RFC 7526'],
  ['192.168.0.0/16', 'private', 'RFC 1918'],
  ['192.175.48.0/24', 'AS112, a sink for stray queries', 'RFC 7534'],
  ['198.18.0.0/15', 'benchmarks of networks', 'RFC 2544'],
  ['198.51.100.0/24', 'documentation', 'RFC 5737'],
  ['203.0.113.0/24', 'documentation', 'RFC 5737'],
  ['224.0.0.0/4', 'multicast', 'RFC 5771'],
  ['240.0.0.0/4', 'reserved, and broadcast', 'RFC 1112, RFC 919'],
])

/** The range that is allocated for public hosts; everything else is special or not assigned (RFC 4291). */
export const globalUnicast6 = range('2000::/3')

/** The one other range with public hosts: those of IPv4, reached from a network without IPv4 (RFC 6052). */
export const translated = range('64:ff9b::/96')

/** Within `globalUnicast6`. */
export const special6 = named([
  ['2001::/23', 'protocol assignments: Teredo, benchmarks, ORCHID and more', 'RFC 2928'],
  ['2001:db8::/32', 'documentation', 'RFC 3849'],
  ['2002::/16', '6to4, which leads to any IPv4 address', 'RFC 3056'],
  ['2620:4f:8000::/48', 'AS112, a sink for stray queries', 'RFC 7534'],
  ['3ffe::/16', 'an experiment, withdrawn', 'RFC 3701'],
  ['3fff::/20', 'documentation', 'RFC 9637'],
])

/**
 * Addresses where clouds hand a machine its own credentials. Refused whatever the operator allows: a range wide enough
 * for a private receiver may well hold one of them, and no receiver is ever there.
 */
export const metadataServices = named([
  [
    '169.254.0.0/16',
    'link-local, where most clouds serve metadata',
    'AWS, Azure, Google, Oracle, OpenStack, Scaleway …',
  ],
  ['fe80::/10', 'link-local', 'OpenStack, Akamai: fe80::a9fe:a9fe'],
  ['100.100.100.200/32', 'metadata', 'Alibaba Cloud'],
  ['168.63.129.16/32', 'the host’s own services, at a public address', 'Azure'],
  ['192.0.0.192/32', 'metadata', 'Oracle Cloud'],
  ['fd00:ec2::/32', 'metadata, credentials, names, time', 'AWS'],
  ['fd20:ce::254/128', 'metadata', 'Google Cloud'],
  ['fd00:c1::a9fe:a9fe/128', 'metadata', 'Oracle Cloud'],
  ['fd00:42::42/128', 'metadata', 'Scaleway'],
  ['fd00:a9fe:a9fe::1/128', 'metadata', 'Akamai'],
  ['fd00:100::100:200/128', 'metadata', 'Alibaba Cloud'],
])

function named(rows: readonly (readonly [range: string, what: string, source: string])[]): readonly NamedRange[] {
  return rows.map(([text, what, source]) => ({ ...range(text), name: `${text}: ${what} (${source})` }))
}

function range(text: string): AddressRange {
  const read = readAddressRange(text)
  if (!read) throw new RangeError(`${text} is not a CIDR range.`)
  return read
}
