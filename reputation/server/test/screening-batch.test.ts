/** Screening many names in one request: order, cost, limits. */
import { setTimeout } from 'node:timers/promises'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import type { BatchResponse, Screening } from '@service/reputation-server/screening/responses.ts'
import { newClient } from '@service/reputation-testing/client.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const screen = '/api/v1/screen'
const batch = '/api/v1/screen/batch'
const listedName = 'Ismail Abdul Salah Haniya'

describe.each(featureEngines)('a batch of screenings on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newClient(service))

  test('screens every name in order, each as a screening of its own', async () => {
    const names = ['Wilhelmina Quackenbush', { name: listedName, reference: 'customer 17', type: 'individual' }]
    const { status, body } = await client.send<BatchResponse>('POST', batch, { names })
    expect(status).toBe(200)
    expect(body.screenings.map(({ query, clean, reference }) => ({ query, clean, reference }))).toEqual([
      { query: 'Wilhelmina Quackenbush', clean: true, reference: undefined },
      { query: listedName, clean: false, reference: 'customer 17' },
    ])
    const asked = { name: listedName, type: 'individual', reference: 'customer 17' }
    const alone = (await client.get<Screening>(screen, asked)).body
    expect({ ...body.screenings[1], screeningId: '' }).toEqual({ ...alone, screeningId: '' })
    expect(new Set(body.screenings.map(({ screeningId }) => screeningId)).size).toBe(2)
  })

  test('ends when its caller has gone, and charges what was recorded until then', async () => {
    const owner = await newClient(service)
    const words = 'Abdul Salah Mohammed Haniya Technology Group Corporation International Trading'
    const names = Array.from({ length: 1_000 }, (_, i) => `${words} ${words} ${words} ${i}`)
    const recorded = async () =>
      (await owner.get<{ screenings: unknown[] }>('/api/v1/screenings', { limit: '200' })).body
    const leave = new AbortController()
    const begun = fetch(`${service.baseUrl}${batch}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ names, threshold: 0.3, limit: 1 }),
      signal: leave.signal,
    })
    begun.catch(() => {})
    await expect.poll(async () => (await recorded()).screenings.length).toBeGreaterThan(0)
    leave.abort()
    await expect(begun).rejects.toThrow()
    const { connection } = service.administration.db
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from screenings where company_id = ${owner.companyId}`.execute(connection)
      return rows[0]?.count ?? 0
    }
    const charged = async () =>
      (await service.administration.readQuota(by, owner.companyId, new Date().toISOString().slice(0, 7))).used
    const reads = async () => (await charged()) - (await count())
    await expect.poll(reads, { timeout: 20_000 }).toBeLessThan(200)
    expect(await count()).toBeLessThan(1_000)
    expect(await reads()).toBeGreaterThanOrEqual(0)
  })

  test.skipIf(engine.name === 'embedded')('charges all that is recorded for a caller who has gone', async () => {
    const owner = await newClient(service)
    const { db } = service.administration
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const held = db.transaction(async (tx) => {
      await sql`lock table screenings in share mode`.execute(tx)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const leave = new AbortController()
    const begun = fetch(`${service.baseUrl}${batch}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ names: ['Ilse Invented', 'Jane Doe', 'John Doe'] }),
      signal: leave.signal,
    })
    begun.catch(() => {})
    const waiting = async () =>
      (
        await sql`
        select from pg_locks where locktype = 'relation' and not granted
           and database = (select oid from pg_database where datname = current_database())`.execute(db.connection)
      ).rows
    await expect.poll(async () => (await waiting()).length).toBe(1)
    leave.abort()
    await setTimeout(200) // until the service has noticed
    release.resolve()
    await held
    await setTimeout(500) // what is given back is written by then
    const { used } = await service.administration.readQuota(by, owner.companyId, new Date().toISOString().slice(0, 7))
    expect(used).toBe(3)
  })

  test('costs one unit per name, all or nothing', async () => {
    const owner = await newClient(service)
    await service.administration.changeCompany(by, owner.companyId, {
      monthlyQuota: 10,
    })
    const left = async (count: number) => {
      const names = Array.from({ length: count }, (_, index) => `Jane Doe ${index}`)
      const { status, headers } = await owner.send('POST', batch, { names })
      return [status, headers.get('X-Service-Quota-Remaining')]
    }
    expect(await left(4)).toEqual([200, '6'])
    expect(await left(7)).toEqual([429, null])
    expect((await owner.send('POST', batch, { names: ['Jane Doe', '!'] })).status).toBe(400)
    expect(await left(6)).toEqual([200, '0'])
    expect((await owner.get(screen, { name: 'Jane Doe' })).status).toBe(429)
    const { body } = await owner.get<{ screenings: unknown[] }>('/api/v1/screenings')
    expect(body).toMatchObject({ error: 'Too Many Requests' })
  })

  const bad: [string, unknown, string][] = [
    ['no names', { names: [] }, 'body.names'],
    ['1,001 names', { names: Array(1_001).fill('a') }, 'body.names'],
    ['a name that is a number', { names: ['a', 7] }, 'body.names[1]'],
    ['a name of half a surrogate pair', { names: ['a', 'Jane \ud800 Doe'] }, 'body.names[1].name'],
    ['a name of punctuation', { names: ['a', 'b', { name: '!?' }] }, 'body.names[2].name'],
    ['a reference with NUL', { names: [{ name: 'a', reference: '\0' }] }, 'body.names[0].reference'],
    ['a date that does not exist', { names: [{ name: 'a', dateOfBirth: '2023-02-29' }] }, 'body.names[0].dateOfBirth'],
    ['an unknown field', { names: ['a'], treshold: 1 }, 'body.treshold'],
    ['more matches than a batch may hold', { names: Array(100).fill('a'), limit: 200 }, 'body.limit'],
  ]
  test.each(bad)('with %s is 400 with the path of the fault', async (_what, body, path) => {
    const response = await client.send('POST', batch, body)
    expect(response.status, response.text).toBe(400)
    expect((response.body.details as { path: string }[]).map((detail) => detail.path)).toContain(path)
  })

  test('has room for a thousand of the longest names', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `${'ж'.repeat(495)} ${index}`)
    const { status, body } = await client.send<BatchResponse>('POST', batch, { names })
    expect(status).toBe(200)
    expect(body.screenings).toHaveLength(1_000)
  })

  test('is CSV with a row for every name', async () => {
    const { text } = await client.send(
      'POST',
      batch,
      { names: ['Wilhelmina Quackenbush', listedName] },
      { format: 'csv' },
    )
    const rows = text.trimEnd().split('\r\n')
    expect(rows[0]).toMatch(/^reference,clean,screeningId,query/)
    expect(rows[1]).toMatch(/^,true,scr_\w+,Wilhelmina Quackenbush,0\.86,{13},clean,,,OFAC /)
    expect(rows.slice(2).every((row) => row.startsWith(',false,'))).toBe(true)
  })

  test('does not block other requests', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `${listedName} ${index}`)
    const running = client.send<BatchResponse>('POST', batch, { names, threshold: 0.5 })
    const waits: number[] = []
    let done = false
    void running.then(() => {
      done = true
    })
    while (!done) {
      const begun = performance.now()
      await fetch(`${service.baseUrl}/healthz`)
      waits.push(performance.now() - begun)
    }
    expect((await running).body.screenings).toHaveLength(1_000)
    expect(waits.length).toBeGreaterThan(3)
  })
})
