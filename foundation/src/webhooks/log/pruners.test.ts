import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { aCompany, aWebhook } from '@service/foundation-testing/webhooks/deliveries.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pruneData } from '../../erasure/prune-data.ts'
import { firstIdAt } from '../../new-id.ts'
import { webhookPruners } from './pruners.ts'

const day = 86_400_000
const now = new Date('2026-11-20T09:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * day)

describe.each(databaseEngines)('pruning webhooks on $name', ({ create }) => {
  let db: TestDatabase
  const prune = (before: Date) => pruneData(db, webhookPruners(0), () => before)
  beforeAll(async () => {
    db = await create()
  })
  afterAll(() => db.drop())

  let count = 0
  async function anOldEvent(companyId: string, at: Date, dispatched = true): Promise<string> {
    const id = `${firstIdAt('evt', at)}${String(++count).padStart(16, '0')}`
    await sql`insert into events (id, company_id, kind, data, at) values (${id}, ${companyId}, 'k', '{}', ${at})`.execute(
      db.connection,
    )
    if (!dispatched) await sql`insert into undispatched_events values (${id})`.execute(db.connection)
    return id
  }
  const aDelivery = (eventId: string, webhookId: string, endedAt: Date | null) =>
    sql`
    with made as (
      insert into webhook_deliveries (id, company_id, webhook_id, event_id, made_at, state, due_at, ended_at)
      select webhook_delivery_id(id, ${webhookId}), company_id, ${webhookId}, id, at,
             ${endedAt ? 'succeeded' : 'pending'}, ${endedAt ? null : now}::timestamptz, ${endedAt}::timestamptz
        from events where id = ${eventId}
      returning id, company_id, webhook_id, made_at)
    insert into webhook_attempts (delivery_id, number, company_id, webhook_id, at, duration_ms)
    select id, 1, company_id, webhook_id, made_at, 1 from made`.execute(db.connection)
  const left = async (table: string) =>
    (await sql<{ id: string }>`select * from ${sql.table(table)}`.execute(db.connection)).rows.length

  test('ended deliveries are pruned in batches, and events after their deliveries', async () => {
    const companyId = await aCompany(db)
    const [one, other] = [
      await aWebhook(db, { companyId, url: 'http://localhost/' }),
      await aWebhook(db, { companyId, url: 'http://localhost/' }),
    ]
    const ended = await anOldEvent(companyId, daysAgo(200))
    await aDelivery(ended, one, daysAgo(200))
    await aDelivery(ended, other, daysAgo(199))
    const underWay = await anOldEvent(companyId, daysAgo(200))
    await aDelivery(underWay, one, daysAgo(200))
    await aDelivery(underWay, other, null)
    const sentAgain = await anOldEvent(companyId, daysAgo(200))
    await aDelivery(sentAgain, one, daysAgo(2))
    const undispatched = await anOldEvent(companyId, daysAgo(200), false)
    await anOldEvent(companyId, daysAgo(200)) // that nobody asked for
    const young = await anOldEvent(companyId, daysAgo(5))
    await aDelivery(young, one, daysAgo(5))

    expect(await prune(daysAgo(90))).toMatchObject({ 'webhook deliveries': 3, events: 2 })
    const { rows } = await sql<{ id: string }>`select id from events order by id`.execute(db.connection)
    expect(rows.map(({ id }) => id)).toEqual([underWay, sentAgain, undispatched, young].sort())
    expect([await left('webhook_deliveries'), await left('webhook_attempts')]).toEqual([3, 3])
  })

  test('a deleted registration is pruned once nothing refers to it', async () => {
    const companyId = await aCompany(db)
    const id = await aWebhook(db, { companyId, url: 'http://localhost/' })
    await sql`update webhooks set deleted_at = ${daysAgo(200)}, enabled = false where id = ${id}`.execute(db.connection)
    await aDelivery(await anOldEvent(companyId, daysAgo(2)), id, daysAgo(2))
    expect(await prune(daysAgo(90))).toMatchObject({ 'deleted webhooks': 0 })
    expect(await prune(daysAgo(1))).toMatchObject({ 'deleted webhooks': 1 })
  })

  test('more than a batch is pruned', async () => {
    const companyId = await aCompany(db)
    await sql`
      insert into events (id, company_id, kind, data, at)
      select ${firstIdAt('evt', daysAgo(300))} || lpad(n::text, 16, '0'), ${companyId}, 'k', '{}', ${daysAgo(300)}::timestamptz
        from generate_series(1, 2500) as n`.execute(db.connection)
    expect(await prune(daysAgo(250))).toMatchObject({ events: 2_500 })
  })
})
