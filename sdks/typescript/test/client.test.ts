/** What no vector says: configuration, aborts, what is printed, and what browsers allow. */
import { inspect } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { APIError, APITimeoutError, Compute, ConfigurationError } from '../src/index.ts'

const apiKey = 'svc_secret0000'
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('key and address come from the environment where they are not given', () => {
  vi.stubEnv('SERVICE_API_KEY', apiKey)
  vi.stubEnv('SERVICE_BASE_URL', 'https://compute.example.com/')
  expect(new Compute().baseUrl).toBe('https://compute.example.com')
  expect(new Compute({ baseUrl: 'http://localhost:1/base' }).baseUrl).toBe('http://localhost:1/base')
})

test.each([undefined, '', '  ', 'svc_a\nb', 'svc_ä'])('the key %j is refused and not shown', (key) => {
  vi.stubEnv('SERVICE_API_KEY', '')
  const make = () => new Compute({ apiKey: key })
  expect(make).toThrow(ConfigurationError)
  if (key?.trim()) expect(make).not.toThrow(key)
})

test.each(['compute', 'ftp://a', 'https://me:secret@a', 'https://a/?key=1'])('the address %s is refused', (baseUrl) => {
  expect(() => new Compute({ apiKey, baseUrl })).toThrow(ConfigurationError)
})

test('the key is not printed with the client', () => {
  const compute = new Compute({ apiKey }).withOptions({ maxRetries: 1 })
  const shown = inspect(compute, { depth: 9, showHidden: true, getters: true })
  expect(`${shown}${JSON.stringify(compute)}${compute}`).not.toContain(apiKey)
})

test('an abort ends the request and the wait for another attempt, with its own reason', async () => {
  const silent = new Compute({ apiKey, fetch: (_url, init) => rejectOnAbort(init!.signal!) })
  const during = new AbortController()
  const asked = silent.hubs.get('h', { signal: during.signal })
  during.abort(new Error('enough'))
  await expect(asked).rejects.toThrow('enough')

  let attempts = 0
  const between = new AbortController()
  const fetch = async () => {
    attempts++
    setImmediate(() => between.abort(new Error('no more')))
    return json({}, 503)
  }
  await expect(new Compute({ apiKey, fetch }).hubs.get('h', { signal: between.signal })).rejects.toThrow('no more')
  expect(attempts).toBe(1)
})

const rejectOnAbort = (signal: AbortSignal): Promise<Response> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('the options of a call win over those of the client', async () => {
  let attempts = 0
  const fetch = (_url: unknown, init?: RequestInit) => {
    attempts++
    return rejectOnAbort(init!.signal!)
  }
  const compute = new Compute({ apiKey, fetch, maxRetries: 5 })
  const asked = compute.hubs.get('h', { timeoutMs: 5, maxRetries: 0 })
  await expect(asked).rejects.toBeInstanceOf(APITimeoutError)
  expect(attempts).toBe(1)
})

test('a browser is asked for no header that it or the service refuses', async () => {
  vi.stubGlobal('document', {})
  const seen: string[] = []
  const fetch = async (_url: unknown, init?: RequestInit) => {
    seen.push(...Object.keys(init!.headers!))
    return json({})
  }
  await new Compute({ apiKey, fetch }).deploy({ gpuType: 'H100', image: 'sim/ok' })
  expect(seen.sort()).toEqual(['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key'])
})

test.each(['', '.', '..'])('the id %j, which would lead elsewhere, is refused', (id) => {
  expect(() => new Compute({ apiKey }).deployments.get(id)).toThrow('The deployment id')
})

test('events are followed over streams that end or break, from the id of the last block on', async () => {
  const asked: string[] = []
  const streams = [
    'id: a\n\n',
    'id: b\ndata: {"event_id":"evt_1"}\n\nid: c\nda',
    ': nothing new\nid: c\n\nid: d\ndata: {"event_id":"evt_2"}\n\n',
  ]
  const fetch = async (url: unknown) => {
    asked.push(new URL(String(url)).search)
    return new Response(streams[asked.length - 1])
  }
  const runtime = { random: () => 0, elapsed: () => 0, sleep: async () => {} }
  const seen: string[] = []
  for await (const { eventId } of new Compute({ apiKey, fetch }, runtime).events.follow({ type: ['failed'] })) {
    seen.push(eventId)
    if (seen.length === 2) break
  }
  expect(seen).toEqual(['evt_1', 'evt_2'])
  expect(asked).toEqual(['?type=failed', '?type=failed&cursor=a', '?type=failed&cursor=b'])
})

test('a name of a response cannot become the prototype of what is returned', async () => {
  const text = '{"country": "SE", "__proto__": {"method": "annual-mean"}, "_proto__": 1}'
  const compute = new Compute({ apiKey, fetch: async () => new Response(text) })
  const found = await compute.carbon.get('SE')
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype)
  expect(found.method).toBeUndefined()
})

test('a response without an end fills no memory, and is not asked for again', async () => {
  let [attempts, sent] = [0, 0]
  const chunk = new Uint8Array(1024 * 1024).fill(32)
  const fetch = async () => {
    attempts++
    return new Response(
      new ReadableStream({
        pull(controller) {
          sent++
          controller.enqueue(chunk)
        },
      }),
    )
  }
  await expect(new Compute({ apiKey, fetch }).hubs.get('h')).rejects.toThrow('longer than 64 MiB')
  expect(attempts).toBe(1)
  expect(sent).toBeLessThan(70)
})

test('a list whose cursor leads to itself ends', async () => {
  const page = { deployments: [], next_cursor: 'again' }
  const compute = new Compute({ apiKey, fetch: async () => json(page) })
  await expect(compute.deployments.list().toArray()).rejects.toThrow(APIError)
})
