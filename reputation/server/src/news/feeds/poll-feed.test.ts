/** Polls through the guard, of a site on a real socket. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { makeHostRateLimit } from '@service/foundation/outbound/host-rate-limit.ts'
import { makeOutbound } from '@service/foundation/outbound/make-outbound.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { feedUserAgent } from './fetch-feed.ts'
import { firstPollState, type PollState } from './next-poll.ts'
import { parseFeed } from './parse/parse-feed.ts'
import type { ParsedFeed } from './parse/parsed-feed.ts'
import { makePollFeed } from './poll-feed.ts'

const outbound = makeOutbound({ allow: ['127.0.0.0/8'], allowHttp: true })
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
afterAll(() => outbound.close())

const now = new Date('2026-11-20T12:00:00Z')
const pollFeed = makePollFeed({
  get: outbound.get,
  parse: parseFeed,
  hosts: makeHostRateLimit({ pauseMs: 0 }),
  now: () => now,
  random: () => 0.5,
  userAgent: feedUserAgent('1.2.3', 'https://example.org/contact'),
})

type Respond = (request: IncomingMessage, response: ServerResponse) => void

/** A site that responds as the test says; `requests` are those that came. */
async function site(respond: Respond): Promise<{ address: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    respond(request, response)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.xml`, requests }
}

const document = (titles: string[], channel = '') =>
  `<rss version="2.0"><channel>${channel}${titles.map((title) => `<item><title>${title}</title><link>/${title}</link></item>`).join('')}</channel></rss>`

/** Polls, and remembers titles as a store would. */
function reader() {
  const known = new Set<string>()
  return {
    known,
    poll: (state: PollState, everyMs?: number) =>
      pollFeed({
        state,
        ...(everyMs !== undefined && { everyMs }),
        takeIn: async ({ items }: ParsedFeed) => {
          const before = known.size
          for (const { title } of items) known.add(title)
          return known.size - before
        },
      }),
  }
}

test('the second poll echoes the validators byte for byte and transfers nothing', async () => {
  const etag = 'W/"a b, \u00e9" '.trim()
  const { address, requests } = await site((request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { ETag: '"another"' }).end()
    else response.writeHead(200, { ETag: etag, 'Last-Modified': 'Someday, 99 Foo' }).end(document(['a', 'b']))
  })
  const { poll, known } = reader()
  const first = await poll(firstPollState(address))
  expect(first.outcome).toMatchObject({ kind: 'read', newItems: 2 })
  const second = await poll(first.state)
  expect(second.outcome).toEqual({ kind: 'unchanged' })
  expect(second.state.validators).toEqual({ etag, lastModified: 'Someday, 99 Foo' })
  expect(requests[1]!.headers).toMatchObject({ 'if-none-match': etag, 'if-modified-since': 'Someday, 99 Foo' })
  expect([...known]).toEqual(['a', 'b'])
})

test('a request names this service', async () => {
  const { address, requests } = await site((_, response) => response.end(document(['a'])))
  await reader().poll(firstPollState(address))
  expect(requests[0]!.headers['user-agent']).toBe('ServiceReputation/1.2.3 (+https://example.org/contact)')
  expect(requests[0]!.headers.cookie).toBeUndefined()
})

test('identical bytes are not parsed again, and count as unchanged', async () => {
  const { address } = await site((_, response) => response.end(document(['a'])))
  const { poll } = reader()
  const first = await poll(firstPollState(address))
  const second = await pollFeed({ state: first.state, takeIn: () => Promise.reject(new Error('asked to take in')) })
  expect(second.outcome).toMatchObject({ kind: 'read', newItems: 0 })
})

test('validators of a page that is no feed are not kept', async () => {
  const { address } = await site((_, response) =>
    response.writeHead(200, { ETag: '"page"' }).end('<html><p>Maintenance</p></html>'),
  )
  const { state, outcome } = await reader().poll(firstPollState(address))
  expect(outcome).toMatchObject({ kind: 'failed', code: 'html-page' })
  expect(state).toMatchObject({ validators: {}, failures: 1 })
})

test('validators of a document are not kept when its items could not be stored', async () => {
  const { address } = await site((_, response) => response.writeHead(200, { ETag: '"a"' }).end(document(['a'])))
  const takeIn = () => Promise.reject(new Error('the database is away'))
  await expect(pollFeed({ state: firstPollState(address), takeIn })).rejects.toThrow('the database is away')
})

test('a compressed feed in the encoding of its header is read, links relative to where it was found', async () => {
  const { address } = await site((request, response) => {
    if (request.url === '/feed.xml') {
      response.writeHead(302, { Location: '/deep/feed' }).end()
      return
    }
    const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'text/xml; charset=iso-8859-1' }
    response
      .writeHead(200, headers)
      .end(gzipSync(Buffer.from('<rss><channel><item><title>é</title><link>1</link></item></channel></rss>', 'latin1')))
  })
  const feeds: ParsedFeed[] = []
  await pollFeed({ state: firstPollState(address), takeIn: async (feed) => feeds.push(feed) })
  expect(feeds[0]!.items).toMatchObject([{ title: 'é', url: address.replace('/feed.xml', '/deep/1') }])
})

test.each([
  [301, true],
  [308, true],
  [302, false],
  [307, false],
])('a redirect of %i is followed; permanent: %s', async (status, forGood) => {
  const { address } = await site((request, response) => {
    if (request.url === '/feed.xml') response.writeHead(status, { Location: '/new.xml#top' }).end()
    else response.end(document(['a']))
  })
  let state = firstPollState(address)
  for (let count = 0; count < 3; count++) state = (await reader().poll(state)).state
  expect(state.address).toBe(forGood ? address.replace('feed', 'new') : address)
})

test.each([
  ['too-many-redirects', { Location: '/feed.xml' }],
  ['bad-redirect', { Location: 'ftp://example.org/' }],
  ['bad-redirect', {}],
  ['address-refused', { Location: 'http://10.0.0.1/feed.xml' }],
  ['address-refused', { Location: 'http://169.254.169.254/latest/meta-data' }],
])('a redirect that cannot be followed is %s', async (code, headers) => {
  const { address } = await site((_, response) => response.writeHead(301, headers).end())
  expect((await reader().poll(firstPollState(address))).outcome).toMatchObject({ kind: 'failed', code })
})

test.each([
  [429, { 'Retry-After': '7200' }, 'rate-limited', 120],
  [503, { 'Retry-After': 'Fri, 20 Nov 2026 15:00:00 GMT' }, 'rate-limited', 180],
  [503, {}, 'http-status', 5],
  [404, {}, 'http-status', 5],
  [500, {}, 'http-status', 5],
  [304, {}, 'http-status', 5],
])('a response of %i with %j is %s', async (status, headers, code, minutes) => {
  const { address } = await site((_, response) => response.writeHead(status, headers).end())
  const { outcome, dueAt } = await reader().poll(firstPollState(address))
  expect(outcome).toMatchObject({ kind: 'failed', code })
  expect((dueAt!.getTime() - now.getTime()) / 60_000).toBe(minutes)
})

test('a feed that is gone is stopped', async () => {
  const { address } = await site((_, response) => response.writeHead(410).end())
  const { outcome, dueAt } = await reader().poll(firstPollState(address))
  expect([outcome.kind, dueAt]).toEqual(['gone', undefined])
})

test('the interval of the feed and its site is respected, unless the operator has set one', async () => {
  const { address } = await site((_, response) =>
    response.writeHead(200, { 'Cache-Control': 'public, max-age=10800' }).end(document(['a'], '<ttl>240</ttl>')),
  )
  const minutes = async (everyMs?: number) =>
    ((await reader().poll(firstPollState(address), everyMs)).dueAt!.getTime() - now.getTime()) / 60_000
  expect(await minutes()).toBe(240)
  expect(await minutes(60_000)).toBe(1)
})

test.each([
  ['too-large', (response: ServerResponse) => response.writeHead(200, { 'Content-Length': 11 * 1024 * 1024 }).end()],
  [
    'too-large',
    (response: ServerResponse) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(60 * 1024 * 1024))),
  ],
  ['empty', (response: ServerResponse) => response.end()],
])('a document that is %s is refused', async (code, respond) => {
  const { address } = await site((_, response) => void respond(response))
  expect((await reader().poll(firstPollState(address))).outcome).toMatchObject({ kind: 'failed', code })
})
