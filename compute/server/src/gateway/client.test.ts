import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { makeClientOf } from './client.ts'

const clientOf = makeClientOf(['10.0.0.0/8', '192.168.1.1', 'fd00::/8'])
const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

test.each([
  ['a stranger', '1.2.3.4', {}, '1.2.3.4', 'http'],
  ['a stranger who claims to be another', '1.2.3.4', { 'x-forwarded-for': '5.6.7.8' }, '1.2.3.4', 'http'],
  ['a stranger who claims to use TLS', '1.2.3.4', { 'x-forwarded-proto': 'https' }, '1.2.3.4', 'http'],
  ['a proxy of ours', '10.1.1.1', { 'x-forwarded-for': '5.6.7.8', 'x-forwarded-proto': 'https' }, '5.6.7.8', 'https'],
  ['one written as IPv6', '::ffff:10.1.1.1', { 'x-forwarded-for': '5.6.7.8' }, '5.6.7.8', 'http'],
  ['a proxy of ours in IPv6', 'fd00::1', { 'x-forwarded-for': '2001:db8::1' }, '2001:db8::1', 'http'],
  ['two proxies of ours', '10.1.1.1', { 'x-forwarded-for': '5.6.7.8, 192.168.1.1' }, '5.6.7.8', 'http'],
  [
    'a client who has made something up before',
    '10.1.1.1',
    { 'x-forwarded-for': '9.9.9.9, 5.6.7.8' },
    '5.6.7.8',
    'http',
  ],
  ['a proxy that saw no address', '10.1.1.1', { 'x-forwarded-for': '5.6.7.8, unknown' }, '10.1.1.1', 'http'],
  ['a proxy of ours that asks itself', '10.1.1.1', {}, '10.1.1.1', 'http'],
  ['a proxy of ours with several protocols', '10.1.1.1', { 'x-forwarded-proto': 'https, http' }, '10.1.1.1', 'http'],
])('%s', (_what, peer, headers, address, protocol) => {
  expect(clientOf(from(peer, headers))).toEqual({ address, protocol })
})

test('without trusted proxies no forwarding header is believed', () => {
  const request = from('127.0.0.1', { 'x-forwarded-for': '5.6.7.8' })
  expect(makeClientOf([])(request)).toEqual({ address: '127.0.0.1', protocol: 'http' })
})
