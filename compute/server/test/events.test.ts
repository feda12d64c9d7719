/** The events of all deployments over HTTP: in pages, filtered, followed, resumed. */
import { newClient, runService, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { describe, expect, test } from 'vitest'

type Event = { cursor: string; event_id: string; deployment_id: string | null; type: string; simulated: boolean }
type Page = { events: Event[]; next_cursor: string | null }
type Caller = Awaited<ReturnType<typeof newClient>>

describe.each(featureEngines)('events of all deployments on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newClient(service))

  async function deploy(by: Caller, body: object = {}): Promise<string> {
    const asked = { gpu_type: 'H100', image: 'sim/ok', ...body }
    return (await by.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', asked)).body.deployment_id
  }
  const follow = (
    by: Caller,
    headers: Record<string, string> = {},
    { query = '', baseUrl = service.baseUrl, signal = null as AbortSignal | null } = {},
  ) =>
    fetch(`${baseUrl}/v1/events${query}`, {
      headers: { Authorization: `Bearer ${by.secret}`, Accept: 'text/event-stream', ...headers },
      signal,
    })
  const list = async (query: Record<string, string> = {}, by: Caller = client) =>
    (await by.get<Page>('/v1/events', query)).body

  test('pages have the events of all deployments, the oldest first, and filters narrow them', async () => {
    const search = await deploy(client, { labels: { team: 'search' } })
    const other = await deploy(client)
    const { events, next_cursor: none } = await list({ limit: '200' })
    expect(none).toBeNull()
    expect(new Set(events.map(({ deployment_id: id }) => id))).toEqual(new Set([search, other]))
    expect(events.every(({ simulated }) => simulated)).toBe(true)
    const first = await list({ limit: '2' })
    const second = await list({ limit: '200', cursor: first.next_cursor! })
    expect([...first.events, ...second.events]).toEqual(events)
    expect((await list({ limit: '200', cursor: events[2]!.cursor })).events).toEqual(events.slice(3))

    const of = (id: string) => events.filter(({ deployment_id }) => deployment_id === id)
    expect((await list({ label: 'team=search' })).events).toEqual(of(search))
    expect((await list({ label: 'team=other' })).events).toEqual([])
    expect((await list({ deployment_id: other })).events).toEqual(of(other))
    const running = await list({ type: 'running,failed' })
    expect(running.events.map(({ type }) => type)).toEqual(['running', 'running'])
  })

  test('another company sees none of them, by their ids or by a cursor neither', async () => {
    const id = await deploy(client)
    const stranger = await newClient(service)
    const { cursor } = (await list()).events[0]!
    expect(await list({}, stranger)).toEqual({ events: [], next_cursor: null })
    expect((await list({ deployment_id: id }, stranger)).events).toEqual([])
    expect((await list({ cursor }, stranger)).events).toEqual([])
    expect((await follow(stranger, { 'Last-Event-ID': cursor })).status).toBe(400)
    const mayNot = await newClient(service, ['deployments:write'])
    expect((await mayNot.get('/v1/events')).status).toBe(403)
  })

  test('a stream that is resumed, at its beginning too, misses and repeats nothing', async () => {
    const by = await newClient(service)
    const early = await deploy(by)
    const opened = readerOf(await follow(by))
    await opened.until(/^id: .+\n\n/m)
    await opened.cancel()
    const [start] = idsIn(opened.text)

    const late = await deploy(by)
    const first = readerOf(await follow(by, { 'Last-Event-ID': start! }))
    await first.until(/"type":"running"/)
    await first.cancel()
    expect(eventsIn(first.text).map(({ deployment_id: id }) => id)).not.toContain(early)
    await by.send('POST', `/v1/compute/deployments/${late}/stop`)
    const second = readerOf(await follow(by, { 'Last-Event-ID': idsIn(first.text).at(-1)! }))
    await second.until(/"type":"stopped"/)
    await second.cancel()

    const followed = [...eventsIn(first.text), ...eventsIn(second.text)]
    expect(followed).toEqual((await list({ deployment_id: late }, by)).events)
    const since = readerOf(await follow(by, {}, { query: `?cursor=${start}&type=stopped` }))
    await since.until(/"type":"stopped"/)
    await since.cancel()
    expect(eventsIn(since.text)).toHaveLength(1)
  })

  test('a malformed cursor is 400, whichever way it comes', async () => {
    const bad = Buffer.from('["x"]').toString('base64url')
    expect((await client.get('/v1/events', { cursor: bad })).status).toBe(400)
    expect((await client.get('/v1/events', { cursor: Buffer.from('[-1.5]').toString('base64url') })).status).toBe(400)
    expect((await follow(client, { 'Last-Event-ID': 'x' })).status).toBe(400)
    expect((await follow(client, {}, { query: '?type=Run%20ning' })).status).toBe(400)
  })

  test('a HEAD ends, and so does a stream when the service does', async () => {
    const other = await runService(engine)
    const its = await newClient(other)
    const head = await fetch(`${other.baseUrl}/v1/events`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${its.secret}`, Accept: 'text/event-stream' },
    })
    expect(head.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const stream = readerOf(await follow(its, {}, { baseUrl: other.baseUrl }))
    await stream.until(/^id: /m)
    await Promise.all([stream.rest(), other.stop()])
    expect(stream.text).not.toContain('event:')
  })

  test('a company may have fifty streams open at a time, and one that is closed makes room', async () => {
    const by = await newClient(service)
    const closing = Array.from({ length: 50 }, () => new AbortController())
    const opened = await Promise.all(closing.map(({ signal }) => follow(by, {}, { signal })))
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]))
    const last = new AbortController()
    const another = async () => {
      const response = await follow(by, {}, { signal: last.signal })
      if (response.status !== 200) await response.text()
      return response.status
    }
    expect(await another()).toBe(429)
    closing.pop()!.abort()
    await expect.poll(another).toBe(200)
    for (const one of [last, ...closing]) one.abort()
  })
})

const eventsIn = (text: string): Event[] => [...text.matchAll(/^data: (.+)$/gm)].map(([, json]) => JSON.parse(json!))
const idsIn = (text: string): string[] => [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id!)

/** A body that is read as it comes. */
function readerOf(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const read = {
    text: '',
    async more() {
      const { done, value = '' } = await reader.read()
      read.text += value
      return !done
    },
    async until(part: RegExp) {
      while (!part.test(read.text)) if (!(await read.more())) throw new Error(`It ended without ${part}: ${read.text}`)
    },
    async rest() {
      while (await read.more());
    },
    cancel: () => reader.cancel(),
  }
  return read
}
