import { expect, test } from 'vitest'
import { passkeySiteOf } from './passkey-site.ts'

const at = (address: string) => {
  const { protocol, host, hostname } = new URL(address)
  return { protocol: protocol.slice(0, -1), host, hostname }
}

test.each([
  [
    'http://127.0.0.1:4000',
    'https://risk.example.com',
    { rpId: 'risk.example.com', origin: 'https://risk.example.com' },
  ],
  ['http://x', 'https://risk.example.com:8443/', { rpId: 'risk.example.com', origin: 'https://risk.example.com:8443' }],
  ['http://x', 'http://localhost:4000', { rpId: 'localhost', origin: 'http://localhost:4000' }],
  ['http://localhost:4000', undefined, { rpId: 'localhost', origin: 'http://localhost:4000' }],
])('at %s with the public base URL %s passkeys belong to the host name', (address, publicBaseUrl, site) => {
  expect(passkeySiteOf(at(address), publicBaseUrl)).toEqual(site)
})

test.each([
  ['http://127.0.0.1:4000', undefined, 'open this page at http://localhost:4000 in place of 127.0.0.1'],
  ['http://[::1]:4000', undefined, 'open this page at http://localhost:4000'],
  ['http://192.0.2.7', undefined, 'opened by an IP address'],
  ['http://rebound.example', undefined, 'which its operator has not set'],
  ['http://localhost', 'https://192.0.2.7', 'it is an IP address'],
  ['http://localhost', 'https://[2001:db8::1]', 'it is an IP address'],
  ['http://localhost', 'http://risk.example.com', 'begins with https'],
])('at %s with the public base URL %s there are none, and the words say why', (address, publicBaseUrl, words) => {
  expect(passkeySiteOf(at(address), publicBaseUrl)).toContain(words)
})
