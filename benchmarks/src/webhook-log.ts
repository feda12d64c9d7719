/** Reading the log of a webhook with a million attempts: the first page, and every filter. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { DeliveryFilter } from '@service/foundation/webhooks/log/delivery-log-store.ts'
import * as log from '@service/foundation/webhooks/log/delivery-log-store.ts'
import { countSteps } from '@service/foundation/webhooks/log/health-store.ts'
import { sql } from 'kysely'
import type { Bench, Figure, Section } from './harness/bench.ts'
import { percentile } from './harness/intervals.ts'
import { sampleSize } from './harness/options.ts'
import { findEngines, type MadeDatabase } from './webhooks/databases.ts'
import { aCompany, aWebhook } from './webhooks/sender.ts'

const hourMs = 3_600_000
const runs = 40
const page = 51

export const bench: Bench = {
  name: 'webhook-log',
  summary:
    'The log of a webhook with a million attempts: first page, every filter, health and the count of failed ones.',
  parts: ['log'],
  async *run(options): AsyncIterable<Section> {
    const attempts = sampleSize(options, { byDefault: 1_000_000, full: 1_000_000 })
    const engines = await findEngines()
    try {
      const postgres = engines.find(({ name }) => name === 'PostgreSQL')
      if (!postgres) throw new Error('This benchmark needs PostgreSQL.')
      const made = await postgres.make()
      try {
        yield await measured(made, attempts)
      } finally {
        await made.drop()
      }
    } finally {
      for (const engine of engines) await engine.remove()
    }
  },
}

async function measured({ db }: MadeDatabase, attempts: number): Promise<Section> {
  const companyId = await aCompany(db)
  const id = await aWebhook(db, companyId, 'https://example.com/hook')
  const webhook = { companyId, id }
  await fill(db, webhook, attempts)
  const { connection } = db
  const now = new Date()
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const deliveries = (filter: DeliveryFilter) => () => log.list(connection, webhook, filter, now, page)
  const tried = (filter: log.AttemptFilter) => () => log.listAttempts(connection, webhook, filter, page)
  const { rows } = await sql<{ id: string; eventId: string }>`
    select id, event_id from webhook_deliveries where webhook_id = ${id} order by id offset 1000 limit 1`.execute(
    connection,
  )
  const [old] = rows
  const health = (hours: number) => () =>
    countSteps(connection, webhook, { from: ago(hours), until: now, stepMs: (hours / 24) * hourMs })
  const reads: Record<string, () => Promise<unknown>> = {
    'deliveries: first page': deliveries({}),
    'deliveries: second page': deliveries({ beforeId: old?.id }),
    'deliveries: failed, the oldest of all': deliveries({ state: 'failed' }),
    'deliveries: succeeded': deliveries({ state: 'succeeded' }),
    'deliveries: pending': deliveries({ state: 'pending' }),
    'deliveries: held': deliveries({ state: 'held' }),
    'deliveries: a frequent kind': deliveries({ kind: 'often.happened' }),
    'deliveries: a seldom kind': deliveries({ kind: 'seldom.happened' }),
    'deliveries: a seldom kind, failed': deliveries({ kind: 'seldom.happened', state: 'failed' }),
    'deliveries: a frequent kind, failed': deliveries({ kind: 'often.happened', state: 'failed' }),
    'deliveries: one event': deliveries({ eventId: old?.eventId }),
    'deliveries: the last hour': deliveries({ since: ago(1) }),
    'deliveries: the last 30 days': deliveries({ since: ago(720) }),
    'deliveries: a day 25 days ago': deliveries({ since: ago(600), until: ago(576) }),
    'deliveries: failed, the last 24 hours': deliveries({ since: ago(24), state: 'failed' }),
    'attempts: first page': tried({}),
    'attempts: failed, the oldest of all': tried({ outcome: 'failed' }),
    'attempts: succeeded': tried({ outcome: 'succeeded' }),
    'attempts: one delivery': tried({ deliveryId: old?.id }),
    'attempts: the last hour': tried({ since: ago(1) }),
    'attempts: a day 25 days ago': tried({ since: ago(600), until: ago(576) }),
    'attempts: failed, the last 24 hours': tried({ since: ago(24), outcome: 'failed' }),
    'health: a day': health(24),
    'health: 30 days': health(720),
    'count of failed ones, 7 days': () => log.countFailed(connection, webhook, { since: ago(168), until: now }),
    'count of failed ones, all': () => log.countFailed(connection, webhook, { since: ago(800), until: now }),
  }
  const figures: Figure[] = []
  for (const [name, read] of Object.entries(reads)) {
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      const begun = performance.now()
      await read()
      times.push(performance.now() - begun)
    }
    figures.push({ name: `${name}, p95`, value: percentile(times, 95), unit: 'ms', n: runs })
  }
  return { title: `${attempts} attempts, PostgreSQL`, figures }
}

/**
 * Thirty days, evenly. One in twenty of the oldest fifth failed after four attempts, 200 are held now, and 30 are of a seldom
 * kind, all of them old.
 */
async function fill(db: MadeDatabase['db'], webhook: { companyId: string; id: string }, attempts: number) {
  await db.transaction((tx) => fillIn(tx, webhook, attempts))
  for (const table of ['events', 'webhook_deliveries', 'webhook_attempts']) {
    await sql`vacuum analyze ${sql.id(table)}`.execute(db.connection)
  }
}

async function fillIn(tx: Queryable, { companyId, id }: { companyId: string; id: string }, attempts: number) {
  const count = Math.round(attempts / 1.03)
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`
    create function bench_time(ms bigint) returns text language sql immutable as $$
      select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (5 * (9 - i))) & 31)::int + 1, 1), '' order by i)
        from generate_series(0, 9) i $$`.execute(tx)
  await sql`
    create temp table bench_rows as
    select n, now() - (${count}::int - n) * (interval '30 days' / ${count}::int) as at,
           n % 20 = 0 and n < ${count}::int / 5 as fails, n > ${count}::int - 200 as held
      from generate_series(1, ${count}::int) n`.execute(tx)
  await sql`
    insert into events (id, company_id, kind, data, at)
    select 'evt_' || bench_time((extract(epoch from at) * 1000)::bigint) || lpad(n::text, 16, '0'), ${companyId},
           case when n < ${count}::int / 10 and n % (${count}::int / 300) = 0 then 'seldom.happened' else 'often.happened' end,
           '{"n":1}', at
      from bench_rows`.execute(tx)
  await sql`
    insert into webhook_deliveries (id, company_id, webhook_id, event_id, made_at, state, attempts, failures, due_at, ended_at)
    select webhook_delivery_id(e.id, ${id}), ${companyId}, ${id}, e.id, r.at,
           case when r.held then 'pending' when r.fails then 'failed' else 'succeeded' end,
           case when r.held then 0 when r.fails then 4 else 1 end, case when r.fails then 4 else 0 end,
           case when r.held then r.at - interval '1 minute' end, case when not r.held then r.at + interval '1 second' end
      from bench_rows r join events e on right(e.id, 16) = lpad(r.n::text, 16, '0')`.execute(tx)
  await sql`
    insert into webhook_attempts (delivery_id, number, company_id, webhook_id, at, status, duration_ms, error, answer)
    select d.id, number, ${companyId}, ${id}, d.made_at + number * interval '2 seconds',
           case when d.state = 'failed' then 503 else 204 end, 41, null, 'an answer of some length'::bytea
      from webhook_deliveries d, generate_series(1, d.attempts) number`.execute(tx)
}
