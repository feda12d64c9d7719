import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, makeClient, Refusal, type StreamEvent, shared } from './client.ts'

const seen: { method: string; url: string; headers: Record<string, unknown> }[] = []
const server = createServer((request, response) => {
  seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
  const { status, headers, body } = replyTo(request.url ?? '', request.headers['if-none-match'])
  response.writeHead(status, headers).end(body)
})

function replyTo(
  url: string,
  tag: string | undefined,
): { status: number; headers?: Record<string, string>; body?: string } {
  if (url === '/tagged')
    return tag === '"1"' ? { status: 304 } : { status: 200, headers: { ETag: '"1"' }, body: '{"a":1}' }
  if (url === '/untagged') return { status: 200, body: '{"b":[1]}' }
  if (url === '/empty') return { status: 204 }
  if (url === '/stream')
    return {
      status: 200,
      body: `retry: 2000\n\n: nothing\n\nid: 7-1\ndata: {"text":"a: b"}\n\nevent: end\ndata: {}\n\n`,
    }
  if (url === '/proxy') return { status: 502, body: '<html>' }
  const details = [{ path: 'body.name', message: 'is taken' }]
  const body = JSON.stringify({ error: 'Conflict', message: 'Taken.', code: 'conflict', details })
  return { status: 409, headers: { 'X-Service-Request-Id': 'req_1', 'Retry-After': '7' }, body }
}

const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => server.close())

type Operations = { read: { output: { a: number } } }
const clientOf = (address: string) => makeClient<Operations>({ read: address })

test('every request shows that it comes from a page of ours', async () => {
  await clientOf(`POST ${base()}/empty`).call('read', {})
  expect(seen.at(-1)).toMatchObject({ method: 'POST', headers: { 'x-service-csrf': '1' } })
})

test.each(['/tagged', '/untagged'])('what has not changed at %s is the same object', async (path) => {
  const client = clientOf(`GET ${base()}${path}`)
  expect(await client.call('read', {})).toBe(await client.call('read', {}))
})

test('what was seen is forgotten for another person', async () => {
  const client = clientOf(`GET ${base()}/tagged`)
  await client.call('read', {})
  client.forget()
  await client.call('read', {})
  expect(seen.at(-1)?.headers['if-none-match']).toBeUndefined()
})

test('a refusal says what the service says of it', async () => {
  const refusal = await clientOf(`GET ${base()}/taken`)
    .call('read', {})
    .catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({
    message: 'Taken.',
    status: 409,
    code: 'conflict',
    details: [{ path: 'body.name', message: 'is taken' }],
    requestId: 'req_1',
    retryAfterSeconds: 7,
  })
})

test('a page of a proxy, and no service at all, are refusals too', async () => {
  await expect(clientOf(`GET ${base()}/proxy`).call('read', {})).rejects.toMatchObject({ status: 502 })
  await expect(clientOf('GET http://127.0.0.1:1/').call('read', {})).rejects.toMatchObject({ status: 0 })
})

test('an address is filled in without a way out of its path', () => {
  expect(addressOf('/a/{id}', { id: '../b?c=d' }, { q: 'x y&z', none: undefined })).toBe('/a/..%2Fb%3Fc%3Dd?q=x+y%26z')
})

test('a stream is read event by event, and goes on after the last one that was seen', async () => {
  const events: StreamEvent[] = []
  for await (const event of clientOf('').stream(`${base()}/stream`, '6-1', new AbortController().signal))
    events.push(event)
  expect(events).toEqual([
    { event: 'message', id: '7-1', data: '{"text":"a: b"}' },
    { event: 'end', id: undefined, data: '{}' },
  ])
  expect(seen.at(-1)?.headers['last-event-id']).toBe('6-1')
  const refused = clientOf('').stream(`${base()}/taken`, undefined, new AbortController().signal)
  await expect(refused.next()).rejects.toMatchObject({ status: 409 })
})

test('what has not changed inside of something that has stays the same object', () => {
  const before = {
    rows: [
      { id: 1, at: 'a' },
      { id: 2, at: 'b' },
    ],
    next: null,
  }
  const after = shared(before, {
    rows: [{ id: 1, at: 'a' }, { id: 2, at: 'c' }, { id: 3 }],
    next: null,
  }) as typeof before
  expect([after === before, after.rows[0] === before.rows[0], after.rows[1] === before.rows[1]]).toEqual([
    false,
    true,
    false,
  ])
  expect(after.rows).toEqual([{ id: 1, at: 'a' }, { id: 2, at: 'c' }, { id: 3 }])
  expect(shared(before, structuredClone(before))).toBe(before)
  expect(shared({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 })
})
