/** The sandbox as programs use it: the API without an account, on hubs, time and faults of a session's own. */
import { randomBytes } from 'node:crypto'
import { useService } from '@service/compute-testing/running-service.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { describe, expect, test } from 'vitest'
import { readAnnualMeans } from '../src/carbon/carbon.ts'
import { exampleHubs } from '../src/hub-engines/hub-engines.ts'
import { Session } from '../src/sandbox/session.ts'

type Deployment = {
  deployment_id: string
  status: string
  reason: string | null
  hub: string | null
  gpu_nodes: number
  carbon_score: string
  endpoint: string
  sandbox: true
  simulated: boolean
  start_at: string | null
  usage: { gpu_hours: number; cost_usd: number; gco2: number }
}
type Entry = { number: number; text: string; status: string | null; code: string | null }
type Body = Deployment & {
  code?: string
  session: string
  clock: string
  deployments_made: number
  gpu_hours_used: number
  hubs: { hub: string; state: string; faults: string[] }[]
  entries: Entry[]
  deployments: Deployment[]
  used_gpu_hours: number
  message: string
  outcome: string
  events: { cursor: string; deployment_id: string; type: string }[]
  next_cursor: string | null
}
type Result = { status: number; headers: Headers; body: Body }

const isStream = (path: string) => path.includes('/logs?') || path.includes('/events?cursor=')

// What a session keeps is in memory, whatever the database.
const [engine] = databaseEngines

describe('the sandbox', () => {
  const service = useService(engine!)
  let next = 0

  /** A session of its own, at an address of its own. */
  function aSession() {
    let session: string | undefined
    const address = `192.0.2.${++next}`
    const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await service.app.inject({
        method: method as 'GET',
        url: `/sandbox${path}`,
        remoteAddress: address,
        headers: { ...(session && { 'x-service-sandbox': session }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
      session ??= response.headers['x-service-sandbox'] as string | undefined
      const text = response.payload
      return {
        status: response.statusCode,
        headers: new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
        body: (text.startsWith('{') && text.endsWith('}') ? JSON.parse(text) : { message: text }) as Body,
      } satisfies Result
    }
    return {
      send,
      get id() {
        return session!
      },
      deploy: async (more: object = {}) =>
        (await send('POST', '/v1/compute/deploy', { gpu_type: 'H100', region: 'eu', image: 'sim/ok', ...more })).body,
      deployment: async (id: string) => (await send('GET', `/v1/compute/deployments/${id}`)).body,
      advance: async (seconds: number) => (await send('POST', '/v1/clock', { advance_seconds: seconds })).body,
      fault: async (fault: string, more: object = {}) => (await send('POST', '/v1/faults', { fault, ...more })).body,
      story: async () => (await send('GET', '/v1/story')).body.entries.map(({ text }) => text),
    }
  }

  test('makes a session with the first request, and a deployment with the contract’s six fields in it', async () => {
    const one = aSession()
    const { status, headers, body } = await one.send('POST', '/v1/compute/deploy', {
      gpu_type: 'H100',
      count: 1,
      region: 'eu',
      sovereignty: 'residency',
      carbon_aware: true,
      image: 'sim/ok:1.0',
    })
    expect([status, body.message ?? null]).toEqual([200, null])
    expect(headers.get('x-service-sandbox')).toMatch(/^sbx_[0-9a-f]{32}$/)
    expect(body).toMatchObject({ status: 'running', hub: 'se-north-1', gpu_nodes: 1, carbon_score: 'A', sandbox: true })
    expect(body.endpoint).toMatch(/\.sandbox\.invalid$/)
    expect(body.simulated).toBe(true)
    expect(headers.get('x-service-request-id')).toBeTruthy()
    expect(headers.get('ratelimit-policy')).toBe('"default";q=60;w=60')
    const { body: session } = await one.send('GET', '/v1/session')
    expect([session.session, session.deployments_made]).toEqual([one.id, 1])
  })

  test('keeps sessions apart, and knows none that it has not made', async () => {
    const [one, other] = [aSession(), aSession()]
    const { deployment_id: id } = await one.deploy()
    await other.deploy()
    expect((await other.send('GET', `/v1/compute/deployments/${id}`)).status).toBe(404)
    expect((await other.send('GET', '/v1/compute/deployments')).body.deployments).toHaveLength(1)
    const { status, body } = await one.send('GET', '/v1/session', undefined, { 'x-service-sandbox': 'sbx_unknown' })
    expect([status, body.code]).toEqual([404, 'sandbox-session-not-found'])
  })

  test('takes the session as an API key too, and no key of an account', async () => {
    const one = aSession()
    const { deployment_id: id } = await one.deploy()
    const asKey = { 'x-service-sandbox': '', authorization: `Bearer ${one.id}` }
    const { status, body } = await one.send('GET', `/v1/compute/deployments/${id}`, undefined, asKey)
    expect([status, body.deployment_id]).toEqual([200, id])
    const other = await aSession().send('GET', '/v1/compute/deployments', undefined, { authorization: 'Bearer svc_x' })
    expect([other.status, other.body.code]).toEqual([401, 'unauthenticated'])
  })

  test('begins again elsewhere what ran at a hub that is lost, under the same id and endpoint, and takes the hub back', async () => {
    const one = aSession()
    const first = await one.deploy({ carbon_aware: true })
    await one.fault('hub-lost', { hub: first.hub! })
    const lost = await one.advance(180)
    expect(lost.hubs.find(({ hub }) => hub === first.hub)).toMatchObject({ state: 'unreachable', faults: ['hub-lost'] })
    const second = await one.deployment(first.deployment_id)
    expect(second).toMatchObject({ status: 'running', endpoint: first.endpoint })
    expect(second.hub).not.toBe(first.hub)
    expect((await one.deploy({ carbon_aware: true })).hub).not.toBe(first.hub)
    await one.send('DELETE', '/v1/faults')
    const back = await one.advance(30)
    expect(back.hubs.find(({ hub }) => hub === first.hub)).toMatchObject({ state: 'ready', faults: [] })
    expect((await one.deployment(first.deployment_id)).hub).toBe(second.hub)
    const { body } = await one.send('GET', `/v1/hubs/${first.hub}`)
    const gpus = (body as unknown as { gpus: { gpu_type: string; free: number; total: number }[] }).gpus
    expect(gpus.every(({ free, total }) => free === total)).toBe(true)
    expect((await one.story()).join('\n')).toMatch(/cut off.*silent for 30 s.*Fails over.*Attempt 2 begins.*is back/s)
  })

  test('lets images choose their fate', async () => {
    const one = aSession()
    expect(await one.deploy({ image: 'sim/missing' })).toMatchObject({ status: 'failed', reason: 'image_not_found' })
    const { deployment_id: crashing } = await one.deploy({ image: 'sim/crash', wait_seconds: 0 })
    await one.advance(600)
    expect(await one.deployment(crashing)).toMatchObject({ status: 'failed', reason: 'crash_loop' })
    const { deployment_id: slow, status } = await one.deploy({ image: 'sim/slow-pull', wait_seconds: 10 })
    expect(status).toBe('provisioning')
    await one.advance(25)
    expect((await one.deployment(slow)).status).toBe('running')
  })

  test('has a container that runs crash by hand, and start slowly where a hub is slowed', async () => {
    const one = aSession()
    const { deployment_id: id, hub } = await one.deploy()
    await one.fault('crash', { deployment_id: id })
    await one.advance(600)
    expect(await one.deployment(id)).toMatchObject({ status: 'failed', reason: 'crash_loop' })
    expect((await one.send('POST', '/v1/faults', { fault: 'crash', deployment_id: id })).status).toBe(409)
    await one.fault('slow-pull', { hub })
    const slow = await one.deploy({ region: hub, wait_seconds: 60 })
    expect(slow.status).toBe('provisioning')
    await one.advance(60)
    expect((await one.deployment(slow.deployment_id)).status).toBe('running')
  })

  test('says that there is no room where hubs are filled', async () => {
    const one = aSession()
    await one.fault('hub-full', { hub: 'se-north-1' })
    expect(await one.deploy({ region: 'se-north-1' })).toMatchObject({ code: 'no-capacity', sandbox: true })
    const plan = await one.send('POST', '/v1/compute/plan', { gpu_type: 'H100', region: 'se-north-1', image: 'sim/ok' })
    expect(plan.body).toMatchObject({ outcome: 'no-capacity', sandbox: true })
    await one.send('DELETE', '/v1/faults')
    expect((await one.deploy({ region: 'se-north-1' })).status).toBe('running')
  })

  test('meters by its clock, and stops what runs a minute after the hours are gone', async () => {
    const one = aSession()
    const { deployment_id: id } = await one.deploy({ count: 2 })
    await one.advance(3_600)
    const { usage } = await one.deployment(id)
    expect(usage.gpu_hours).toBeCloseTo(2, 2)
    expect(usage.cost_usd).toBeGreaterThan(2 * 1.4 * 0.99)
    expect(usage.gco2).toBeGreaterThan(0)
    await one.fault('hours-gone')
    expect(await one.deploy()).toMatchObject({ code: 'quota-exceeded' })
    await one.advance(59)
    expect((await one.deployment(id)).status).toBe('running')
    await one.advance(15)
    expect(await one.deployment(id)).toMatchObject({ status: 'stopped', reason: 'quota_exhausted' })
  })

  test('runs out of ten hours at the very minute, however far the clock is moved at once', async () => {
    const one = aSession()
    const { deployment_id: id } = await one.deploy({ count: 4 })
    const session = await one.advance(86_400)
    expect(await one.deployment(id)).toMatchObject({ status: 'stopped', reason: 'quota_exhausted' })
    // The hours, and four GPUs for the minute of grace.
    expect(session.gpu_hours_used).toBeCloseTo(10 + 4 / 60, 1)
  })

  test('waits for a cleaner hour where this one is dirty', async () => {
    const one = aSession()
    await one.fault('dirty-hour', { hub: 'de-central-1' })
    const wish = { region: 'de-central-1', carbon_aware: true, duration_hours: 1, max_delay_hours: 6 }
    const waiting = await one.deploy(wish)
    expect(waiting.status).toBe('scheduled')
    await one.advance(2 * 3_600)
    expect((await one.deployment(waiting.deployment_id)).status).toBe('running')
  })

  test('stops a deployment at the age that it was given, and counts it no longer', async () => {
    const one = aSession()
    const { deployment_id: id } = await one.deploy({ max_lifetime_hours: 0.5 })
    await one.advance(1_700)
    expect(await one.deployment(id)).toMatchObject({ status: 'running' })
    const session = await one.advance(7_200)
    expect(await one.deployment(id)).toMatchObject({ status: 'stopped', reason: 'max_lifetime' })
    expect(session.gpu_hours_used).toBeCloseTo(0.5, 1)
  })

  test('stops, deletes and lists as the service does, with its faults of input', async () => {
    const one = aSession()
    const { deployment_id: id } = await one.deploy({ labels: { team: 'search' } })
    expect((await one.send('GET', '/v1/compute/deployments?label=team=search')).body.deployments).toHaveLength(1)
    const { status, body } = await one.send('POST', `/v1/compute/deployments/${id}/stop`)
    expect([status, body.status]).toEqual([200, 'stopped'])
    expect((await one.send('DELETE', `/v1/compute/deployments/${id}`)).status).toBe(204)
    expect((await one.send('GET', `/v1/compute/deployments/${id}`)).status).toBe(404)
    const wrong = await one.send('POST', '/v1/compute/deploy', { gpu_type: 'Z80', count: 0, image: 'sim/ok' })
    expect([wrong.status, wrong.body.code, wrong.body.sandbox]).toEqual([400, 'invalid-request', true])
    expect((await one.send('GET', '/v1/nothing')).status).toBe(404)
  })

  test('follows logs and repeats a request under its idempotency key', async () => {
    const one = aSession()
    const key = { 'idempotency-key': 'once' }
    const wish = { gpu_type: 'H100', image: 'sim/ok' }
    const first = await one.send('POST', '/v1/compute/deploy', wish, key)
    const again = await one.send('POST', '/v1/compute/deploy', wish, key)
    expect(again.body.deployment_id).toBe(first.body.deployment_id)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    await one.advance(120)
    const logs = await one.send('GET', `/v1/compute/deployments/${first.body.deployment_id}/logs`)
    expect(logs.body.message ?? JSON.stringify(logs.body)).toContain('simulated: ')
  })

  test('is bounded: 20 deployments a session, 60 requests a minute an address, bodies of 16 kB', async () => {
    const one = aSession()
    for (let made = 0; made < 20; made++) expect((await one.deploy({ wait_seconds: 0 })).deployment_id).toMatch(/^dep_/)
    expect(await one.deploy()).toMatchObject({ code: 'too-many-deployments' })
    const large = await one.send('POST', '/v1/compute/plan', { gpu_type: 'H100', image: 'x'.repeat(20_000) })
    expect(large.status).toBe(413)
    const statuses: number[] = []
    for (let asked = 0; asked < 40; asked++) statuses.push((await one.send('GET', '/v1/session')).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
    expect((await one.send('GET', '/v1/session')).headers.get('retry-after')).toBeTruthy()
  })

  test('ends a session when asked to, and is served over a socket', async () => {
    const response = await fetch(`${service.baseUrl}/sandbox/v1/compute/deploy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ gpu_type: 'H100', image: 'sim/ok' }),
    })
    const body = (await response.json()) as Body
    expect([response.status, body.status]).toEqual([200, 'running'])
    const session = { 'x-service-sandbox': response.headers.get('x-service-sandbox')! }
    const ended = await fetch(`${service.baseUrl}/sandbox/v1/session`, { method: 'DELETE', headers: session })
    expect(ended.status).toBe(204)
    expect((await fetch(`${service.baseUrl}/sandbox/v1/session`, { headers: session })).status).toBe(404)
  })

  test('has the events of all its deployments in one feed, in pages and filtered', async () => {
    const one = aSession()
    const { deployment_id: ended } = await one.deploy({ labels: { team: 'search' } })
    const { deployment_id: lives } = await one.deploy()
    await one.send('POST', `/v1/compute/deployments/${ended}/stop?wait_seconds=5`)
    const list = async (query: string) => (await one.send('GET', `/v1/events${query}`)).body.events
    const all = await list('')
    expect(all.filter(({ deployment_id: id }) => id === ended).map(({ type }) => type)).toEqual([
      'provisioning',
      'running',
      'stopping',
      'stopped',
    ])
    expect(await list('?label=team%3Dsearch')).toEqual(await list(`?deployment_id=${ended}`))
    expect((await list('?type=running')).map(({ deployment_id: id }) => id)).toEqual([ended, lives])
    const { events, next_cursor: next } = (await one.send('GET', '/v1/events?limit=2')).body
    expect([...events, ...(await list(`?cursor=${next}`))]).toEqual(all)
    expect((await aSession().send('GET', '/v1/events')).body.events).toEqual([])
  })

  /** Over a socket, for injected requests have no stream: a session with a deployment, and the request of its logs. */
  async function overSocket(wish: object) {
    const open = (path: string, more: RequestInit = {}, session?: string) =>
      fetch(`${service.baseUrl}/sandbox${path}`, {
        ...more,
        headers: {
          accept: isStream(path) ? 'text/event-stream' : 'application/json',
          ...(more.body && { 'content-type': 'application/json' }),
          ...(session && { 'x-service-sandbox': session }),
        },
      })
    const session = (await open('/v1/session')).headers.get('x-service-sandbox')!
    const send = (method: string, path: string, more?: object) =>
      open(path, { method, ...(more && { body: JSON.stringify(more) }) }, session)
    await send('POST', '/v1/faults', { fault: 'dirty-hour', hub: 'de-central-1' })
    const made = await send('POST', '/v1/compute/deploy', { gpu_type: 'H100', image: 'sim/ok', ...wish })
    const { deployment_id: id, status } = (await made.json()) as Body
    return { session, status, send, follow: () => send('GET', `/v1/compute/deployments/${id}/logs?follow=true`) }
  }

  test('ends followed logs with their session, before the first attempt too', async () => {
    const waiting = { region: 'de-central-1', carbon_aware: true, duration_hours: 1, max_delay_hours: 6 }
    for (const [expected, wish] of [['scheduled', waiting] as const, ['running', {}] as const]) {
      const { status, send, follow } = await overSocket(wish)
      expect(status).toBe(expected)
      const logs = await follow()
      expect(logs.status).toBe(200)
      expect((await send('DELETE', '/v1/session')).status).toBe(204)
      const text = await logs.text()
      expect(text).toContain('event: end')
      expect(text).not.toContain('event: error')
    }
  })

  test('streams its events from a cursor on, to two followers, and ends them with the session', async () => {
    const { send } = await overSocket({})
    const { cursor } = ((await (await send('GET', '/v1/events?limit=1')).json()) as Body).events[0]!
    const follow = () => send('GET', `/v1/events?cursor=${cursor}`)
    const streams = [await follow(), await follow()]
    expect((await follow()).status).toBe(429)
    const readers = streams.map(({ body }) => body!.pipeThrough(new TextDecoderStream()).getReader())
    for (const reader of readers) {
      let text = ''
      while (!text.includes('"type":"running"')) text += (await reader.read()).value
      expect(text.match(/^data: /gm)).toHaveLength(1)
    }
    expect((await send('DELETE', '/v1/session')).status).toBe(204)
    for (const reader of readers) expect((await reader.read()).done).toBe(true)
  })

  test('has two readers of logs a session, and one move of the clock at a time for a session and for an address', async () => {
    const { session, send, follow } = await overSocket({})
    const readers = [await follow(), await follow()]
    expect((await follow()).status).toBe(429)
    const [sameAddress, elsewhere] = [await overSocket({}), aSession()]
    const week = { advance_seconds: 7 * 86_400 }
    let isMoved = false
    const moved = send('POST', '/v1/clock', week).finally(() => {
      isMoved = true
    })
    // Nothing shows from outside that the move has begun.
    await new Promise((resolve) => setTimeout(resolve, 30))
    const sameSession = await elsewhere.send('POST', '/v1/clock', week, { 'x-service-sandbox': session })
    const others = [sameSession.status, (await sameAddress.send('POST', '/v1/clock', week)).status]
    expect([isMoved, ...others]).toEqual([false, 429, 429])
    // A request that waits moves a clock too: it is not refused, but waits for the move.
    const request = { gpu_type: 'H100', image: 'sim/ok' }
    const asked = sameAddress.send('POST', '/v1/compute/deploy', request).then(() => isMoved)
    expect((await aSession().send('POST', '/v1/clock', { advance_seconds: 1 })).status).toBe(200)
    expect((await moved).status).toBe(200)
    expect(await asked).toBe(true)
    expect((await send('POST', '/v1/clock', { advance_seconds: 1 })).status).toBe(200)
    await Promise.all(readers.map(({ body }) => body!.cancel()))
  })

  test('makes no engine and moves no clock in a session that is closed', async () => {
    const hubs = exampleHubs().map(({ hub }) => hub)
    const session = new Session('sbx_closed', {
      hubs,
      annual: readAnnualMeans(),
      zones: new Set(hubs.map(({ zone }) => zone)),
      homeCountry: null,
      log: makeLogger({ level: 'error', form: 'json' }),
      now: () => new Date('2026-03-01T00:00:00Z'),
      enqueueMove: (move) => move(),
      randomBytes,
    })
    const [first, other] = hubs
    expect(session.hubs.engineOf(first!.id)).toBeDefined()
    session.close()
    expect([session.hubs.engineOf(first!.id), session.hubs.engineOf(other!.id)]).toEqual([undefined, undefined])
    await session.serially(() => session.pass(86_400_000))
    expect(session.clock.now()).toEqual(new Date('2026-03-01T00:00:00Z'))
  })
})
