import { publicAddresses } from '@service/foundation-testing/outbound/refused-addresses.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAddress, readAddressRange } from './address.ts'
import { special4 } from './address-ranges.ts'
import { refusalOfAddress } from './judge-address.ts'

const everything = ['0.0.0.0/0', '::/0'].map((text) => readAddressRange(text)!)
const byte = fc.nat(255)
const bytes4 = fc.tuple(byte, byte, byte, byte)
const dotted = (bytes: readonly number[]) => bytes.join('.')
const groups = (bytes: readonly number[]) =>
  bytes.flatMap((high, n) => (n % 2 === 0 ? [((high << 8) | bytes[n + 1]!).toString(16)] : [])).join(':')
const inverted = (bytes: readonly number[]) => bytes.map((each) => each ^ 0xff)

/** Every form of IPv6 in which an IPv4 address is sent on to. */
const forms: readonly [name: string, of: (bytes: readonly number[]) => string][] = [
  ['compatible', (bytes) => `::${dotted(bytes)}`],
  ['mapped', (bytes) => `::ffff:${dotted(bytes)}`],
  ['mapped, in groups', (bytes) => `0:0:0:0:0:ffff:${groups(bytes)}`],
  ['SIIT', (bytes) => `::ffff:0:${dotted(bytes)}`],
  ['NAT64', (bytes) => `64:ff9b::${groups(bytes)}`],
  ['NAT64 of one’s own, 96 bits', (bytes) => `64:ff9b:1:7:8:9:${groups(bytes)}`],
  ['NAT64 of one’s own, 48 bits', ([a, b, c, d]) => `64:ff9b:1:${groups([a!, b!, 0, c!, d!, 0])}::`],
  ['6to4', (bytes) => `2002:${groups(bytes)}::1`],
  ['Teredo server', (bytes) => `2001:0:${groups(bytes)}:0:0:1:1`],
  ['Teredo client', (bytes) => `2001:0:808:808:0:0:${groups(inverted(bytes))}`],
  ['ISATAP', (bytes) => `2600:1:2:3:0:5efe:${groups(bytes)}`],
  ['ISATAP, public', (bytes) => `2600:1:2:3:200:5efe:${groups(bytes)}`],
]

describe('IPv4', () => {
  test.each(special4.map((range) => [range.name, range] as const))('%s: from the first to the last', (_name, range) => {
    const first = (range.first.toByteArray() as number[]).reduce((value, part) => value * 256 + part, 0)
    const last = first + 2 ** (32 - range.bits) - 1
    const text = (value: number) => dotted([24, 16, 8, 0].map((shift) => (value >>> shift) & 255))
    for (const value of [first, first + 1, first + Math.floor((last - first) / 2), last]) {
      expect(refusalOfAddress(text(value), [])).toBeDefined()
    }
  })

  test('public addresses, next to the ranges too, are not refused', () => {
    for (const address of publicAddresses)
      expect([address, refusalOfAddress(address, [])]).toEqual([address, undefined])
  })

  test('addresses outside all ranges are public', () => {
    const octets = (range: (typeof special4)[number]) => range.first.toByteArray()
    fc.assert(
      fc.property(bytes4, (bytes) => {
        const value = (parts: readonly number[]) => parts.reduce((sum, part) => sum * 256 + part, 0)
        const special = special4.some(
          (range) =>
            Math.floor(value(bytes) / 2 ** (32 - range.bits)) === value(octets(range)) / 2 ** (32 - range.bits),
        )
        const azure = dotted(bytes) === '168.63.129.16'
        expect(refusalOfAddress(dotted(bytes), []) !== undefined).toBe(special || azure)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('IPv6', () => {
  test('everything under ::/8 is refused, except public addresses behind NAT64', () => {
    fc.assert(
      fc.property(fc.array(byte, { minLength: 15, maxLength: 15 }), fc.nat(15), (rest, zeros) => {
        const address = groups([0, ...rest.map((part, n) => (n < zeros ? 0 : part))])
        expect(refusalOfAddress(address, [])).toBeDefined()
      }),
      { numRuns: 5_000 },
    )
    fc.assert(
      fc.property(bytes4, (bytes) => {
        const alone = refusalOfAddress(dotted(bytes), [])
        expect(refusalOfAddress(`64:ff9b::${groups(bytes)}`, [])).toBe(alone)
      }),
      { numRuns: 5_000 },
    )
  })

  test('everything outside 2000::/3 is refused', () => {
    const outside = fc.integer({ min: 0x4000, max: 0xffff })
    fc.assert(
      fc.property(outside, fc.array(byte, { minLength: 14, maxLength: 14 }), (first, rest) => {
        expect(refusalOfAddress(`${first.toString(16)}:${groups(rest)}`, [])).toBeDefined()
      }),
    )
  })

  test.each(forms)('a refused IPv4 address is also refused inside: %s', (_name, of) => {
    fc.assert(
      fc.property(bytes4, (bytes) => {
        fc.pre(refusalOfAddress(dotted(bytes), []) !== undefined)
        expect(refusalOfAddress(of(bytes), [])).toBeDefined()
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('what the operator allows', () => {
  const loopback = ['127.0.0.0/8', '::1'].map((text) => readAddressRange(text)!)

  test('is allowed, and nothing else', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1']) expect(refusalOfAddress(address, loopback)).toBeUndefined()
    for (const address of ['10.0.0.1', '::2', '::', '0.0.0.0'])
      expect(refusalOfAddress(address, loopback)).toBeDefined()
  })

  test.each(forms)('does not allow the same by way of IPv6: %s', (_name, of) => {
    expect(refusalOfAddress(of([127, 0, 0, 1]), loopback)).toBeDefined()
  })

  test('never includes metadata services', () => {
    expect(refusalOfAddress('10.0.0.1', everything)).toBeUndefined()
    expect(refusalOfAddress('::1', everything)).toBeUndefined()
    const services4 = ['169.254.169.254', '169.254.170.2', '100.100.100.200', '192.0.0.192', '168.63.129.16']
    const services6 = ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42', 'fe80::a9fe:a9fe']
    for (const address of [...services4, ...services6]) expect(refusalOfAddress(address, everything)).toBeDefined()
    for (const address of services4) {
      for (const [, of] of forms) expect(refusalOfAddress(of(address.split('.').map(Number)), everything)).toBeDefined()
    }
  })
})

describe('reading', () => {
  test.each([
    '',
    ' ',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '0x1.2.3.4',
    '1.2.3.4 ',
    '1.2.3.256',
    '2130706433',
    '1.2.3.4/32',
    '::1%lo',
    'fe80::1%eth0',
    '::ffff:010.0.0.1',
    '::ffff:0x7f.0.0.1',
    '::12345',
    '1::2::3',
    '[::1]',
    ':::',
  ])('%j is refused as an address', (text) => {
    expect(readAddress(text)).toBeUndefined()
    expect(refusalOfAddress(text, everything)).toBeDefined()
  })

  test('a dotted tail is not taken for a mapped address', () => {
    expect(readAddress('::127.0.0.1')?.toByteArray()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 127, 0, 0, 1])
  })

  test.each([
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0/8',
    'x/8',
    '10.0.0.0/-1',
    '10.0.0.0/ 8',
    '',
  ])('%j is refused as a range', (text) => expect(readAddressRange(text)).toBeUndefined())
})
