/** Many names in the background: checked before anything is charged, screened once each, whatever happens meanwhile. */
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { byTester as by, testKey } from '@service/foundation-testing/acts.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { lock } from '@service/reputation-server/screening/batches/batch-store.ts'
import { makeStartBatch } from '@service/reputation-server/screening/batches/start-batch.ts'
import { startBatches } from '@service/reputation-server/screening/batches/work-batch.ts'
import type { Party } from '@service/reputation-server/screening/model/screening-record.ts'
import * as screenings from '@service/reputation-server/screening/store.ts'
import { newClient } from '@service/reputation-testing/client.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const listed = { name: 'Ismail Abdul Salah Haniya', entityId: 'OFAC:9639' }
const batches = '/api/v1/screening-batches'

type Client = Awaited<ReturnType<typeof newClient>>
type Batch = { batchId: string; names: number; done: number; withMatches: number; finishedAt: string | null }
type Result = { row: number; status: string; name: string | null; verdict: string | null; screeningId: string | null }

const create = (client: Client, body: object) => client.send<Batch>('POST', batches, body)
const results = async (client: Client, { batchId }: Batch, more: Record<string, string> = {}) =>
  (await client.get<{ results: Result[]; nextCursor: string | null }>(`${batches}/${batchId}/results`, more)).body
    .results

async function finished(client: Client, { batchId }: Batch): Promise<Batch> {
  const read = async () => (await client.get<Batch>(`${batches}/${batchId}`)).body
  await expect.poll(async () => (await read()).finishedAt, { timeout: 20_000 }).not.toBeNull()
  return read()
}

describe.each(featureEngines)('batches on $name', (engine) => {
  const service = useService(engine)
  const used = async ({ companyId }: Client) =>
    (await service.administration.readQuota(by, companyId, new Date().toISOString().slice(0, 7))).used

  const areWaiting = async (kind: string) =>
    (
      await sql`
        select from pg_locks where locktype = ${kind} and not granted
           and database = (select oid from pg_database where datname = current_database())`.execute(
        service.administration.db.connection,
      )
    ).rows.length

  test('a check names every fault with its row, and charges and stores nothing for the names', async () => {
    const client = await newClient(service)
    const names = [
      { name: 'Jane Doe', dateOfBirth: '1990-02-30' },
      { name: '!' },
      { name: listed.name, country: 'Atlantis', type: 'person' },
      { name: 'John Doe', reference: 'customer 17' },
    ]
    const { status, body } = await client.send<{ requests: number; faults: { index: number; field: string }[] }>(
      'POST',
      `${batches}/check`,
      { names },
    )
    expect([status, body.requests]).toEqual([200, 4])
    expect(body.faults.map(({ index, field }) => [index, field])).toEqual([
      [0, 'dateOfBirth'],
      [1, 'name'],
      [2, 'country'],
      [2, 'type'],
    ])
    expect(await used(client)).toBe(1) // the check itself
  })

  test('every name becomes a screening, charged at once, with its results in order', async () => {
    const client = await newClient(service)
    const names = Array.from({ length: 250 }, (_, i) => ({
      name: i === 120 ? listed.name : `Ilse Invented ${i}`,
      reference: `customer ${i}`,
    }))
    const { status, body } = await create(client, { names, label: 'customers.csv' })
    expect([status, body.names]).toEqual([201, 250])
    expect(await used(client)).toBe(250)
    expect(await finished(client, body)).toMatchObject({ done: 250, withMatches: 1 })
    const [match, ...others] = await results(client, body, { matches: 'true' })
    expect(others).toEqual([])
    expect(match).toMatchObject({ row: 121, status: 'match', verdict: 'undecided', name: listed.name })
    const record = await client.get(`/api/v1/screenings/${match?.screeningId}`)
    expect(record.body).toMatchObject({ actor: `key:${client.keyId}`, parameters: { reference: 'customer 120' } })
    const csv = await client.get(`${batches}/${body.batchId}/results`, { format: 'csv' })
    const lines = csv.text.trim().split('\r\n')
    expect(lines).toHaveLength(251)
    expect(lines[0]).toMatch(/^name,type,dateOfBirth,country,reference,status,verdict,/)
    expect(lines[121]).toContain(`${listed.name},,,,customer 120,match,undecided`)
  })

  test('one that is invalid or too dear is neither charged nor stored', async () => {
    const client = await newClient(service)
    await service.administration.changeCompany(by, client.companyId, { monthlyQuota: 5 })
    const faulty = await create(client, { names: [{ name: 'Jane Doe' }, { name: '?' }] })
    expect(faulty.status).toBe(400)
    await expect.poll(() => used(client)).toBe(0)
    const dear = await create(client, { names: Array.from({ length: 6 }, (_, i) => ({ name: `Jane Doe ${i}` })) })
    expect(dear.status).toBe(429)
    expect((await client.get<{ batches: Batch[] }>(batches)).body.batches).toEqual([])
  })

  test.skipIf(engine.name === 'embedded')('a batch that is stored is charged though its caller has gone', async () => {
    const client = await newClient(service)
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const held = service.administration.db.transaction(async (tx) => {
      await lock(tx, client.companyId)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const leave = new AbortController()
    const begun = fetch(`${service.baseUrl}${batches}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${client.secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ names: Array.from({ length: 7 }, (_, i) => ({ name: `Jane Doe ${i}` })) }),
      signal: leave.signal,
    })
    begun.catch(() => {})
    await expect.poll(() => areWaiting('advisory')).toBe(1)
    leave.abort()
    await setTimeout(200) // until the service has noticed
    release.resolve()
    await held
    await expect
      .poll(async () => (await client.get<{ batches: Batch[] }>(batches)).body.batches.map(({ names }) => names))
      .toEqual([7])
    await setTimeout(300) // what is given back is written by then
    expect(await used(client)).toBeGreaterThanOrEqual(7)
  })

  test('so many that start together are counted one by one', async () => {
    const client = await newClient(service)
    const { db } = service.administration
    // Due so late that nobody works them off.
    const start = makeStartBatch({
      db,
      now: () => new Date('2100-01-01'),
      newId: makeNewId({ now: () => new Date(), randomBytes }),
    })
    const caller = { companyId: client.companyId, actor: testKey, requestId: 'req_1' }
    const one = () => start(caller, '', [{ name: 'Ilse Invented', threshold: 0.86, limit: 1 }])
    for (let i = 0; i < 19; i += 1) await one()
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, one))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('recorded screenings are screened again as they were asked', async () => {
    const client = await newClient(service)
    const asked = { name: listed.name, dateOfBirth: '1980', reference: 'customer 1' }
    const { body: screening } = await client.get<{ screeningId: string }>('/api/v1/screen', asked)
    const { body } = await create(client, { screeningIds: [screening.screeningId] })
    await finished(client, body)
    const [again] = await results(client, body)
    expect(again?.screeningId).not.toBe(screening.screeningId)
    const record = await client.get(`/api/v1/screenings/${again?.screeningId}`)
    expect(record.body).toMatchObject({
      query: listed.name,
      parameters: { dateOfBirth: '1980', reference: 'customer 1' },
    })
    expect((await create(await newClient(service), { screeningIds: [screening.screeningId] })).status).toBe(404)
  })

  test('a row that was recorded, and not noted as done before a crash, is not screened twice', async () => {
    const client = await newClient(service)
    const { body } = await create(client, { names: [{ name: listed.name }, { name: 'Ilse Invented' }] })
    await finished(client, body)
    const before = await results(client, body)
    const { connection } = service.administration.db
    await sql`
      update screening_batch_rows set done = false, party = '{"name":"Nobody","threshold":0.86,"limit":20}'
       where batch_id = ${body.batchId}`.execute(connection)
    await sql`
      update screening_batches set done_count = 0, match_count = 0, finished_at = null, due_at = now()
       where id = ${body.batchId}`.execute(connection)
    await sql`select pg_notify('screening_batches_changed', '')`.execute(connection)
    expect(await finished(client, body)).toMatchObject({ done: 2, withMatches: 1 })
    expect(await results(client, body)).toEqual(before)
    const { body: all } = await client.get<{ screenings: unknown[] }>('/api/v1/screenings')
    expect(all.screenings).toHaveLength(2)
  })

  test.runIf(engine.name === 'postgres')('a person who is erased while they are screened is in no record', async () => {
    const client = await newClient(service)
    const { db } = service.administration
    const release = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const held = db.transaction(async (tx) => {
      await sql`lock table screenings in exclusive mode`.execute(tx) // nothing is recorded meanwhile
      isHeld.resolve()
      await release.promise
    })
    await isHeld.promise
    const { body } = await create(client, { names: [{ name: 'Ilse Erasable' }, { name: 'Otto Other' }] })
    await expect.poll(() => areWaiting('relation')).toBe(1)
    await service.administration.erasePerson(by, client.companyId, { name: 'Ilse Erasable' })
    release.resolve()
    await held
    await finished(client, body)
    expect((await results(client, body)).map(({ status }) => status)).toEqual(['erased', 'clean'])
    const { rows } = await sql<{ names: string }>`
      select coalesce(query->>'name', 'erased') as names from screenings
       where company_id = ${client.companyId} order by id`.execute(db.connection)
    expect(rows.map(({ names }) => names)).toEqual(['erased', 'Otto Other'])
  })

  /** A batch whose first worker stalls for longer than its lease, before or after it records; another finishes it meanwhile. */
  async function outlived(name: string, stalls: 'before' | 'after', meanwhile: (client: Client) => Promise<unknown>) {
    const client = await newClient(service)
    const { db } = service.administration
    const newId = makeNewId({ now: () => new Date(), randomBytes })
    const log = makeLogger({ level: 'error', form: 'json' })
    const due = new Date('2100-01-01') // so late that the service itself works off nothing
    const lists = { current: () => ({}) as never }
    const basisId = await screenings.basisId(db.connection, 'test', [])
    const stalled = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const recorded = async (parties: readonly Party[], ids: readonly string[]) => {
      const common = { companyId: client.companyId, actor: testKey, requestId: 'req_1', at: new Date(), basisId }
      const found = { clean: true, matches: [], near: [], suppressed: [], moreMatches: false }
      const records = parties.map((party, i) => ({ ...common, ...found, id: ids[i]!, party }))
      if (records.length > 0) await screenings.insertAll(db.connection, records, [], [], [])
      return records as never
    }
    await sql`delete from screening_batches where due_at >= ${due}`.execute(db.connection)
    await makeStartBatch({ db, now: () => due, newId })(
      { companyId: client.companyId, actor: testKey, requestId: 'req_1' },
      '',
      [{ name, threshold: 0.86, limit: 1 }],
    )
    const slow = await startBatches({
      ...{ db, lists, newId, log, now: () => due },
      screenParties: async (_caller, parties, { ids = [] } = {}) => {
        const done = stalls === 'after' ? await recorded(parties, ids) : undefined
        stalled.resolve()
        await release.promise
        return done ?? recorded(parties, ids)
      },
    })
    await stalled.promise
    await meanwhile(client)
    const other = await startBatches({
      ...{ db, lists, newId, log, now: () => new Date(due.getTime() + 120_000) },
      screenParties: (_caller, parties, { ids = [] } = {}) => recorded(parties, ids),
    })
    await expect
      .poll(async () => (await client.get<{ batches: Batch[] }>(batches)).body.batches[0]?.finishedAt)
      .not.toBeNull()
    release.resolve()
    await slow.stop()
    await other.stop()
    const { rows } = await sql<{ name: string | null }>`
      select query->>'name' as name from screenings where company_id = ${client.companyId}`.execute(db.connection)
    const [batch] = (await client.get<{ batches: Batch[] }>(batches)).body.batches
    const [row] = await results(client, batch!)
    return { names: rows.map(({ name }) => name), done: batch?.done, status: row?.status }
  }

  test('a worker that outlives its lease takes nothing back of the one that took over', async () => {
    expect(await outlived('Otto Other', 'after', async () => {})).toEqual({
      names: ['Otto Other'],
      done: 1,
      status: 'clean',
    })
  })

  test('a worker that outlives its lease forgets who was erased meanwhile', async () => {
    const erase = ({ companyId }: Client) =>
      service.administration.erasePerson(by, companyId, { name: 'Ilse Erasable' })
    expect(await outlived('Ilse Erasable', 'before', erase)).toEqual({ names: [null], done: 1, status: 'erased' })
  })

  test('a person who is erased while they wait is not screened', async () => {
    const client = await newClient(service)
    const { connection } = service.administration.db
    const { body } = await create(client, { names: [{ name: 'Ilse Invented' }] })
    await finished(client, body)
    await sql`
      update screening_batch_rows
         set done = false, screening_id = null, party = '{"name":"Ilse Erasable","threshold":0.86,"limit":20}'
       where batch_id = ${body.batchId}`.execute(connection)
    await service.administration.erasePerson(by, client.companyId, { name: 'Ilse Erasable' })
    const { rows } = await sql<{ party: unknown }>`
      select party from screening_batch_rows where batch_id = ${body.batchId}`.execute(connection)
    expect(rows).toEqual([{ party: null }])
  })
})
