/**
 * Killed at any step of a report, of a batch of screenings, or of the confirmation of a recipient of mail, the service loses
 * nothing and does nothing twice, but for a mail that was sent in the moment before: it comes again under the same id.
 */

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type DatabaseOptions, openDatabase } from '@service/foundation/database/open-database.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import type { TestEnvironment } from '@service/foundation-testing/test-environment.ts'
import { startDeliveryProcess } from '@service/foundation-testing/webhooks/delivery-process.ts'
import { startReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import { periodAfter, periodOf } from '@service/reputation-domain/series/model/month.ts'
import { newClient } from '@service/reputation-testing/client.ts'
import type { Task } from '@service/reputation-testing/crash/steps.process.ts'
import { batchSteps, decisionSteps, reportSteps, requestSteps } from '@service/reputation-testing/crash/steps.ts'
import { startMailServer } from '@service/reputation-testing/mail-server.ts'
import { linkIn } from '@service/reputation-testing/messaging.ts'
import { newCompanyInTheNews, send } from '@service/reputation-testing/news.ts'
import { newTestEnvironment, runService } from '@service/reputation-testing/running-service.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as recipients from '../src/messages/recipients/recipient-store.ts'
import * as schedules from '../src/reports/schedule-store.ts'
import * as batches from '../src/screening/batches/batch-store.ts'

const program = fileURLToPath(new URL('../../testing/src/crash/steps.process.ts', import.meta.url))

let environment: TestEnvironment
beforeEach(async () => {
  environment = await newTestEnvironment(fastestEngine)
})
afterEach(() => environment.remove())

const options = (): DatabaseOptions => {
  const { REPUTATION_DATABASE_URL: url, REPUTATION_DATA_DIR: folder = '' } = environment.settings
  return { folder, ...(url && { url }) }
}

/** How the process ended. */
async function run(task: Omit<Task, 'options'>): Promise<NodeJS.Signals | number> {
  const child = spawn(process.execPath, [program, JSON.stringify({ options: options(), ...task })], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code, signal] = (await once(child, 'exit')) as [number, NodeJS.Signals | null]
  return signal ?? code
}

/** Nothing else holds the database meanwhile: the embedded one has one owner. */
async function inDatabase<T>(work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const db = await openDatabase(options())
  return work(db).finally(() => db.close())
}

const firstRow = <Row>(query: RawBuilder<Row>) =>
  inDatabase(async ({ connection }) => (await query.execute(connection)).rows[0])

test('a report that is due is made once and announced once, wherever a process dies', async () => {
  const receiver = await startReceiver()
  const service = await runService(fastestEngine, { environment })
  const client = await newCompanyInTheNews(service, { scopes: ['articles:write', 'webhooks:manage'] })
  await send(service, client, [`${client.name} fined for fraud`, `${client.name} opens a plant`])
  await client.send('POST', '/api/v1/webhooks', { url: receiver.url, events: ['report.ready'] })
  await service.stop()
  const { companyId } = client
  const period = periodAfter(periodOf(Date.now(), 'UTC'), -1)
  await inDatabase(async ({ connection }) => {
    await sql`delete from report_schedules`.execute(connection)
    await schedules.insert(connection, { companyId, period, timeZone: 'UTC', dueAt: new Date() })
  })
  const written = () =>
    firstRow(sql<{ reports: number; events: number; period: string }>`
      select (select count(*)::int from reports) as reports,
             (select count(*)::int from events where kind = 'report.ready') as events,
             (select period from report_schedules) as period`)

  for (const killAt of reportSteps) {
    expect(await run({ work: 'reports', killAt }), killAt).toBe('SIGKILL')
    const isThere = killAt === 'report committed'
    const [reports, next] = isThere ? [1, periodAfter(period, 1)] : [0, period]
    expect(await written(), killAt).toEqual({ reports, events: reports, period: next })
  }
  expect(await run({ work: 'reports' })).toBe(0)
  expect(await written()).toEqual({ reports: 1, events: 1, period: periodAfter(period, 1) })
  const report = await firstRow(sql<{ id: string; pdf: Buffer; pdfSha256: string }>`
    select id, pdf, pdf_sha256 from reports`)
  expect(createHash('sha256').update(report!.pdf).digest('hex')).toBe(report!.pdfSha256)

  const deliver = { perReceiver: 1, inFlight: 1, disableAfterMs: 3_600_000 }
  const deliverer = await startDeliveryProcess({ options: options(), deliver })
  await expect.poll(() => receiver.received.map(({ body }) => JSON.parse(body).data.reportId)).toEqual([report!.id])
  await deliverer.end()
  await receiver.close()
})

test('every name of a batch is screened once, announced once and charged once, wherever a process dies', async () => {
  // Without a list nothing is screened before the first process that is killed.
  const settings = { REPUTATION_UN_SOURCES: 'file:///nowhere/un.xml' }
  const service = await runService(fastestEngine, { environment, settings, cold: true })
  const client = await newClient(service, ['screening:read', 'webhooks:manage'])
  const hook = { url: 'http://127.0.0.1:61998/hook', events: ['screening.match'] }
  expect((await client.send('POST', '/api/v1/webhooks', hook)).status).toBe(201)
  const names = Array.from({ length: 250 }, (_, i) => ({ name: i % 100 === 30 ? 'Jane Doe' : `Ilse Invented ${i}` }))
  const { status } = await client.send('POST', '/api/v1/screening-batches', { names })
  expect(status).toBe(201)
  await service.stop()

  const endLeases = () => inDatabase(({ connection }) => batches.endLeases(connection))
  for (const killAt of batchSteps) {
    expect(await run({ work: 'batches', killAt }), killAt).toBe('SIGKILL')
    await endLeases() // as time does
  }
  expect(await run({ work: 'batches' })).toBe(0)
  const found = await firstRow(sql<Record<string, number>>`
    select (select count(*)::int from screenings) as screenings,
           (select count(distinct s.query->>'name')::int from screenings s) as names,
           (select count(*)::int from screening_batch_rows r join screenings s on s.id = r.screening_id
             where r.done) as rows,
           (select done_count from screening_batches where finished_at is not null) as done,
           (select match_count from screening_batches) as matches,
           (select count(*)::int from screenings where not clean) as recorded_matches,
           (select count(*)::int from events where kind = 'screening.match') as announced,
           (select used::int from quota_usage) as charged`)
  expect(found).toEqual({
    screenings: 250,
    names: 248,
    rows: 250,
    done: 250,
    matches: 3,
    recordedMatches: 3,
    announced: 3,
    charged: 251, // one for the webhook
  })
})

test('a recipient is asked, and their decision is written once, wherever a process dies', async () => {
  const mail = await startMailServer()
  const service = await runService(fastestEngine, { environment, cold: true })
  const { companyId } = await service.newCompany()
  await service.stop()
  await inDatabase(async ({ connection }) => {
    const [id, address, at] = [`mrc_${'0'.repeat(26)}`, 'ada@example.com', new Date()]
    await sql`
      insert into message_channels (id, company_id, kind, name, recipients, severities, time_zone, enabled, created_at,
                                    created_by)
      values ('mch_test', ${companyId}, 'email', 'Press', ${[address]}, '{}', 'UTC', true, ${at}, 'test')`.execute(
      connection,
    )
    await recipients.add(connection, { id, companyId, address, at })
  })
  const written = () =>
    firstRow(sql<{ state: string; isDue: boolean; isRequested: boolean; confirmations: number }>`
      select state, due_at is not null as is_due, requested_at is not null as is_requested,
             (select count(*)::int from audit_events where action = 'recipient.confirm') as confirmations
        from mail_recipients`)
  const waiting = { state: 'waiting', confirmations: 0 }

  for (const killAt of requestSteps) {
    expect(await run({ work: 'requests', mailUrl: mail.url, killAt }), killAt).toBe('SIGKILL')
    const isNoted = killAt === 'request noted'
    expect(await written(), killAt).toEqual({ ...waiting, isDue: !isNoted, isRequested: isNoted })
    await inDatabase(({ connection }) => recipients.endAllLeases(connection)) // as time does
  }
  expect(await run({ work: 'requests', mailUrl: mail.url })).toBe(0)
  // Once before the death that nobody could note, and once after it.
  expect(mail.received).toHaveLength(2)
  expect(new Set(mail.received.map(({ messageId }) => messageId)).size).toBe(1)

  const asked = { ...waiting, isDue: false, isRequested: true }
  const token = mail.received.map(linkIn).at(0)?.split('/').at(-1) ?? ''
  for (const killAt of decisionSteps) {
    expect(await run({ work: 'decision', token, killAt }), killAt).toBe('SIGKILL')
    const isWritten = killAt === 'decision committed'
    expect(await written(), killAt).toEqual(isWritten ? { ...asked, state: 'confirmed', confirmations: 1 } : asked)
  }
  expect(await run({ work: 'decision', token })).toBe(0)
  expect(await written()).toEqual({ ...asked, state: 'confirmed', confirmations: 1 })
  await mail.close()
})
