/** What must not be called is refused when it is saved and when it is called, and no connection is ever made. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { refusedAsWritten, refusedResolutions } from '@service/foundation-testing/outbound/refused-addresses.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeOutbound, type OutboundOptions } from './make-outbound.ts'
import type { Outbound } from './outbound.ts'

let listener: Server
let port: number
let connections = 0
beforeAll(async () => {
  listener = createServer((socket) => {
    connections++
    socket.destroy()
  })
  listener.listen(0)
  await once(listener, 'listening')
  port = (listener.address() as AddressInfo).port
})
afterAll(() => listener.close())

let outbound: Outbound
afterEach(() => outbound?.close())

const open = (options: Partial<OutboundOptions>) => {
  outbound = makeOutbound({ allow: [], allowHttp: true, resolveLimitMs: 200, ...options })
  return outbound
}
const call = (url: string) => outbound.post({ url, headers: {}, body: '{}', timeoutMs: 5_000 })
const here = (url: string) => url.replaceAll('PORT', String(port))

test('the table has enough cases', () => {
  expect(new Set(refusedAsWritten).size).toBe(refusedAsWritten.length)
  expect(refusedAsWritten.length + refusedResolutions.length).toBeGreaterThanOrEqual(150)
})

test.each(refusedAsWritten.map((url) => [url.length > 100 ? `${url.slice(0, 100)}…` : url, url]))(
  '%j is refused without resolving',
  async (_short, written) => {
    const asked: string[] = []
    open({
      resolve: async (name) => {
        asked.push(name)
        return ['93.184.215.14']
      },
    })
    const url = here(written)
    expect(await outbound.faultOf(url)).toMatch(/^must /)
    expect(await call(url)).toEqual({ kind: 'failed', error: 'address-refused', durationMs: 0 })
    expect(asked).toEqual([])
    expect(connections).toBe(0)
  },
)

test.each(refusedResolutions.map((addresses) => [addresses.slice(0, 3).join(', '), addresses]))(
  'a name that leads to %j is refused',
  async (_short, addresses) => {
    open({ resolve: async () => addresses as string[] })
    const url = `http://receiver.example:${port}/`
    expect(await outbound.faultOf(url)).toMatch(
      /^must have a host whose name leads to addresses of the public internet/,
    )
    expect(await call(url)).toMatchObject({ kind: 'failed', error: 'host-unresolved' })
    expect(connections).toBe(0)
  },
)

test('http is refused unless it is allowed, and https is not', async () => {
  open({ allowHttp: false, resolve: async () => ['93.184.215.14'] })
  expect(await outbound.faultOf('http://example.com/')).toBe('must begin with https://')
  expect(await call('http://example.com/')).toMatchObject({ error: 'address-refused' })
  expect(await outbound.faultOf('https://example.com/')).toBeUndefined()
})

test.each([
  'https://example.com',
  'https://example.com/hooks?token=a%20b&x=1',
  'https://EXAMPLE.com:8443/',
  'https://example.com:80/',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/',
  'https://a_b.example/',
  'https://1.1.1.1/',
  'https://[2606:4700::1111]:8443/',
  'https://0x8080808/',
  `https://example.com/${'a'.repeat(1_980)}`,
])('%s may be saved', async (url) => {
  open({ allowHttp: false, resolve: async () => ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'] })
  expect(await outbound.faultOf(url)).toBeUndefined()
})

test('a name with hundreds of addresses is accepted', async () => {
  open({ resolve: async () => Array.from({ length: 900 }, (_, n) => `93.184.${n >> 8}.${n & 255}`) })
  expect(await outbound.faultOf('https://receiver.example/')).toBeUndefined()
})

describe('a name that is public when it is saved', () => {
  test('and private when it is called, is refused at the call', async () => {
    const addresses = ['93.184.215.14', '127.0.0.1', '169.254.169.254', '::1']
    open({ resolve: async () => [addresses.shift()!] })
    const url = `http://rebinding.example:${port}/`
    expect(await outbound.faultOf(url)).toBeUndefined()
    for (let n = 0; n < 3; n++) expect(await call(url)).toMatchObject({ error: 'host-unresolved' })
    expect(connections).toBe(0)
  })
})

describe('internal names', () => {
  test('are judged by their addresses where the operator allows private ones', async () => {
    open({ allow: ['10.0.0.0/8'], resolve: async (name) => [name === 'db' ? '10.0.0.7' : '192.168.0.7'] })
    expect(await outbound.faultOf('http://db/')).toBeUndefined()
    expect(await outbound.faultOf('http://wiki.internal/')).toMatch(/^must have a host whose name/)
  })

  test('of metadata services are always refused', async () => {
    open({ allow: ['0.0.0.0/0', '::/0'], resolve: async () => ['10.0.0.7'] })
    for (const name of ['metadata', 'metadata.google.internal', 'instance-data']) {
      expect(await outbound.faultOf(`http://${name}/`)).toBe('must not lead to a host inside a network')
      expect(await call(`http://${name}/`)).toMatchObject({ error: 'address-refused' })
    }
  })

  test('localhost is allowed where loopback is', async () => {
    open({ allow: ['127.0.0.0/8', '::1'] })
    expect(await outbound.faultOf('http://localhost/')).toBeUndefined()
    open({})
    expect(await outbound.faultOf('http://localhost/')).toBe('must not lead to a host inside a network')
  })
})

describe('a resolver that', () => {
  const url = 'https://receiver.example/'

  test('fails or never responds gives no address', async () => {
    for (const resolve of [() => Promise.reject(new Error('SERVFAIL')), () => new Promise<string[]>(() => {})]) {
      open({ resolve })
      expect(await outbound.faultOf(url)).toMatch(/^must have a host whose name/)
      expect(await call(url)).toMatchObject({ kind: 'failed', error: 'host-unresolved' })
    }
  })

  test('is slow is asked once for concurrent requests', async () => {
    let asked = 0
    open({
      resolve: () => {
        asked++
        return new Promise((resolve) => setTimeout(resolve, 50, [])) // so that all three ask meanwhile
      },
    })
    await Promise.all([call(url), call(url), outbound.faultOf(url)])
    expect(asked).toBe(1)
    await call(url)
    expect(asked).toBe(2)
  })
})

test('an allow-list that cannot be read stops the start', () => {
  open({})
  expect(() => makeOutbound({ allow: ['10.0.0.0/33'], allowHttp: false })).toThrow(/10\.0\.0\.0\/33/)
})
