/** Over HTTP, with a route that makes a thing, and what is left when the process is killed while it does. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { makeThingApp, steps, type ThingApp, thingKey } from '@service/foundation-testing/idempotency/thing-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCreateCompany } from '../companies/create-company.ts'
import type { App } from '../http/app.ts'
import { makeMetrics } from '../metrics/metrics.ts'
import { makeNewId } from '../new-id.ts'

const program = fileURLToPath(new URL('../../testing/src/idempotency/thing.process.ts', import.meta.url))
const newId = makeNewId({ now: () => new Date(), randomBytes })

describe.each(databaseEngines)('idempotent routes on $name', ({ create }) => {
  let db: TestDatabase
  let things: ThingApp
  let app: App
  let companyId: string
  const metrics = makeMetrics('test_')

  beforeAll(async () => {
    db = await create()
    await sql`create table things (id text primary key, operation_id text unique, name text not null)`.execute(
      db.connection,
    )
    const by = { actor: 'system', requestId: null } as const
    companyId = (await makeCreateCompany({ db, now: () => new Date(), newId })(by, { slug: 'acme', name: 'Acme' })).id
    things = await makeThingApp({ db, companyId, metrics })
    app = things.app
  })
  afterAll(async () => {
    await things.close()
    await db.drop()
  })

  const post = (key: string | undefined, body: object, url = '/v1/things') =>
    app.inject({
      method: 'POST',
      url,
      payload: body,
      headers: { authorization: `Bearer ${thingKey}`, ...(key !== undefined && { 'idempotency-key': key }) },
    })
  const count = async (name: string, from = db as Pick<TestDatabase, 'connection'>) => {
    const { rows } = await sql`select id from things where name = ${name}`.execute(from.connection)
    return rows.length
  }

  test('a repeated request gets the same response, and makes nothing', async () => {
    const first = await post('a', { name: 'lamp', colour: 'red' })
    const again = await post('a', { colour: 'red', name: 'lamp' })
    expect(first.statusCode).toBe(200)
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    expect(again.statusCode).toBe(200)
    expect(again.body).toBe(first.body)
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.headers['x-service-request-id']).not.toBe(first.headers['x-service-request-id'])
    expect(again.headers['x-service-quota-remaining']).toBeDefined()
    expect(await count('lamp')).toBe(1)
  })

  test('without a key a repeated request makes another', async () => {
    await post(undefined, { name: 'chair' })
    await post(undefined, { name: 'chair' })
    expect(await count('chair')).toBe(2)
  })

  test('another body, or another path, under the same key is refused', async () => {
    await post('b', { name: 'desk' })
    for (const other of [await post('b', { name: 'desks' }), await post('b', { name: 'desk' }, '/v1/other-things')]) {
      expect(other.statusCode).toBe(422)
      expect(other.json()).toMatchObject({ error: 'Unprocessable Entity', code: 'idempotency-mismatch' })
    }
    expect(await count('desks')).toBe(0)
  })

  test('of twenty concurrent requests one succeeds, and the others get Retry-After', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => post('c', { name: 'slow shelf' })))
    const refused = responses.filter(({ statusCode }) => statusCode === 409)
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(refused).toHaveLength(19)
    expect(refused[0]!.json()).toMatchObject({ error: 'Conflict', code: 'idempotency-in-progress' })
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
    expect(await count('slow shelf')).toBe(1)
  })

  test.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['with a space', 'a b'],
    ['with a letter beyond ASCII', 'cl\u00e9'],
    ['with a tab', 'a\tb'],
  ])('a key that is %s is a bad request', async (_what, key) => {
    const response = await post(key, { name: 'never' })
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toContain('Idempotency-Key')
    expect(await count('never')).toBe(0)
  })

  test('the longest key works', async () => {
    const key = '~'.repeat(255)
    expect((await post(key, { name: 'long' })).statusCode).toBe(200)
    expect((await post(key, { name: 'long' })).headers['idempotent-replayed']).toBe('true')
  })

  test('invalid input does not take the key', async () => {
    expect((await post('d', { nam: 'rug' })).statusCode).toBe(400)
    expect((await post('d', { name: 'rug' })).statusCode).toBe(200)
  })

  test('a final refusal is kept, a temporary one is not', async () => {
    expect((await post('e', { name: 'impossible' })).statusCode).toBe(422)
    const again = await post('e', { name: 'impossible' })
    expect(again.statusCode).toBe(422)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.json()).toMatchObject({ code: 'impossible' })

    for (const status of [409, 403, 429, 503, 500]) {
      const name = `fails with ${status}`
      for (let round = 0; round < 2; round++) {
        const response = await post(`f${status}`, { name })
        expect(response.statusCode).toBe(status)
        expect(response.headers).not.toHaveProperty('idempotent-replayed')
      }
      expect(things.tries(name)).toBe(2)
    }
  })

  test('a request that failed after its commit is resumed, and makes nothing again', async () => {
    expect((await post('g', { name: 'breaks after' })).statusCode).toBe(500)
    expect(await count('breaks after')).toBe(1)
    const again = await post('g', { name: 'breaks after' })
    expect(again.statusCode).toBe(200)
    expect(again.headers).not.toHaveProperty('idempotent-replayed')
    expect(await count('breaks after')).toBe(1)
    expect((await post('g', { name: 'breaks after' })).headers['idempotent-replayed']).toBe('true')
  })

  test('a caller who hangs up finds the response when they ask again', async () => {
    const port = Number(new URL(await app.listen({ port: 0 })).port)
    const socket = connect(port, '127.0.0.1')
    const body = JSON.stringify({ name: 'slow bench' })
    socket.write(
      `POST /v1/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${thingKey}\r\nIdempotency-Key: h\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await expect.poll(() => things.tries('slow bench')).toBe(1)
    socket.destroy()
    await expect.poll(async () => (await post('h', { name: 'slow bench' })).headers['idempotent-replayed']).toBe('true')
    expect(await count('slow bench')).toBe(1)
  })

  test('outcomes are counted', async () => {
    const text = await metrics.text()
    for (const outcome of ['first', 'resumed', 'replayed', 'in_progress', 'mismatched']) {
      expect(text).toMatch(new RegExp(`^test_idempotent_requests_total\\{outcome="${outcome}"\\} [1-9]`, 'm'))
    }
  })

  test.each(steps)('retries after a process is killed when it has %s make one thing', async (step) => {
    const name = `killed when ${step}`
    await things.close()
    await db.close() // the embedded engine has one owner
    const task = JSON.stringify({ options: db.options, companyId, name, key: name.replaceAll(' ', '-'), killAt: step })
    const child = spawn(process.execPath, [program, task], { stdio: ['ignore', 'inherit', 'inherit'] })
    const [, signal] = await once(child, 'close')
    expect(signal).toBe('SIGKILL')

    const after = await db.openAgain()
    const next = await makeThingApp({ db: after, companyId, leaseMs: 300, metrics: makeMetrics('next_') })
    const again = () =>
      next.app.inject({
        method: 'POST',
        url: '/v1/things',
        payload: { name },
        headers: { authorization: `Bearer ${thingKey}`, 'idempotency-key': name.replaceAll(' ', '-') },
      })
    await expect.poll(async () => (await again()).statusCode, { timeout: 5_000 }).toBe(200)
    expect((await again()).headers['idempotent-replayed']).toBe('true')
    expect(await count(name, after)).toBe(1)
    await next.close()
    await after.close()
  })
})
