/** Reports through the API, on the real database. */
import { createHash } from 'node:crypto'
import { makeErasePerson } from '@service/foundation/erasure/erasure.ts'
import type { Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { newPerson, sessionHeaders } from '@service/foundation-testing/signed-in.ts'
import { startReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import { boundsOf, localTime, periodAfter, periodOf } from '@service/reputation-domain/series/model/month.ts'
import { articles, follow, newCompanyInTheNews, newSubject, settled } from '@service/reputation-testing/news.ts'
import { noPdfTools, textOf } from '@service/reputation-testing/pdf.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newsRedactors } from '../src/news/news.ts'
import { makeDueReports } from '../src/reports/due-reports.job.ts'
import type { ReportFacts } from '../src/reports/model/report-facts.ts'
import { openReports, reportRedactor } from '../src/reports/reports.ts'
import * as schedules from '../src/reports/schedule-store.ts'

const path = '/api/v1/reports'
const scopes = ['reports:read', 'reports:write', 'articles:write', 'webhooks:manage']
const lastMonth = periodAfter(periodOf(Date.now(), 'UTC'), -1)
/** The fifteenth of it. */
const middle = Math.round((Date.now() - boundsOf(lastMonth, 'UTC').from) / 86_400_000) - 14

type Report = {
  reportId: string
  period: string
  revision: number
  pdfUrl: string
  headline: string
  comment: string | null
}

describe.each(featureEngines)('reports on $name', (engine) => {
  const service = useService(engine)

  const db = () => service.administration.db
  const inTheNews = async (titlesOf = (name: string) => [`${name} fined for fraud`, `${name} opens a plant`]) => {
    const client = await newCompanyInTheNews(service, { scopes })
    await follow(service, client.companyId, (await newSubject(service)).id, 'peer')
    const sendArticles = async (titles: readonly string[], daysAgo: number) => {
      const sent = await client.send('POST', '/api/v1/articles', { articles: articles(titles, daysAgo) })
      expect([200, 202], sent.text).toContain(sent.status) // 202: it goes on behind the response
      await settled(service)
    }
    await sendArticles(titlesOf(client.name), middle)
    const make = (body = {}) => client.send<Report>('POST', path, body)
    const readPdf = (url: string, headers = {}) =>
      fetch(url, { headers: { authorization: `Bearer ${client.secret}`, ...headers } })
    return { ...client, sendArticles, make, readPdf }
  }
  const factsOf = async (reportId: string) => {
    const { rows } = await sql<{ facts: ReportFacts }>`select facts from reports where id = ${reportId}`.execute(
      db().connection,
    )
    return rows[0]!.facts
  }

  test('of the last month are made once, listed, read as PDF, and deleted', async () => {
    const client = await inTheNews()
    const made = await client.make({ comment: 'A statement is out.' })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({ period: lastMonth, revision: 1, comment: 'A statement is out.', complete: true })
    const again = await client.make({ comment: 'A statement is out.' })
    expect([again.status, again.body]).toEqual([200, made.body])

    const { reportId, pdfUrl } = made.body
    expect(pdfUrl).toBe(`${service.baseUrl}/api/pdf/report/${reportId}.pdf`)
    const pdf = await client.readPdf(pdfUrl)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const bytes = Buffer.from(await pdf.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const tag = `"${createHash('sha256').update(bytes).digest('hex')}"`
    expect(pdf.headers.get('etag')).toBe(tag)
    expect((await client.readPdf(pdfUrl, { 'if-none-match': tag })).status).toBe(304)

    expect((await client.get<{ reports: Report[] }>(path)).body.reports).toEqual([made.body])
    expect((await client.get<{ reports: Report[] }>(path, { period: '2001-01' })).body.reports).toEqual([])
    expect((await client.send('DELETE', `${path}/${reportId}`)).status).toBe(204)
    expect((await client.get(`${path}/${reportId}`)).status).toBe(404)
    expect((await client.readPdf(pdfUrl)).status).toBe(404)
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where target = ${reportId} order by id`.execute(db().connection)
    expect(rows.map(({ action }) => action)).toEqual(['report.create', 'report.delete'])
  })

  test('are recounted as a revision of their own, whose figures add up, and announced to the letter', async () => {
    const receiver = await startReceiver()
    const client = await inTheNews()
    await client.send('POST', '/api/v1/webhooks', { url: receiver.url, events: ['report.ready'] })
    const first = (await client.make()).body
    await client.sendArticles([`${client.name} sued over late article`], middle)
    const second = (await client.make()).body
    expect([second.revision, second.reportId === first.reportId]).toEqual([2, false])
    expect((await client.get<Report>(`${path}/${first.reportId}`)).body).toMatchObject(first)

    const { articles: counted, days, score, risks, peers } = (await factsOf(second.reportId)).news
    const sum = (values: readonly number[]) => Math.round(values.reduce((one, other) => one + other, 0) * 10) / 10
    expect(counted.count).toBe(3)
    expect(sum(days.map(({ count }) => count))).toBe(3)
    expect(counted.positive + counted.neutral + counted.negative).toBe(3)
    expect(sum(score!.pillars.map(({ got }) => got))).toBe(score!.after)
    expect(risks.length).toBeGreaterThan(0)
    expect(peers.map(({ isOwn, articles: about }) => [isOwn, about])).toContainEqual([true, 3])

    await expect.poll(() => receiver.received.length).toBe(2)
    const bodies = receiver.received.map(({ body }) => JSON.parse(body))
    for (const { reportId, pdfUrl } of [first, second]) {
      const data = { reportId, type: 'monthly_insight', period: lastMonth, pdfUrl }
      const body = bodies.find((one) => one.data.reportId === reportId)
      expect(Object.keys(body)).toEqual(['event', 'deliveredAt', 'data'])
      expect([body.event, JSON.stringify(body.data)]).toEqual(['report.ready', JSON.stringify(data)])
    }
    type Announced = { announced: { receiver: string; state: string; deliveryId: string }[] }
    const announced = async () => (await client.get<Announced>(`${path}/${second.reportId}`)).body.announced
    await expect.poll(announced).toMatchObject([{ receiver: new URL(receiver.url).host, state: 'succeeded' }])
    await receiver.close()
  })

  test('say when the next is made without being asked for', async () => {
    const client = await newCompanyInTheNews(service, { scopes })
    const dueAt = new Date(Date.now() + 86_400_000)
    await schedules.insert(db().connection, { companyId: client.companyId, period: lastMonth, timeZone: 'UTC', dueAt })
    const { body } = await client.get<{ nextReport: unknown }>(path)
    expect(body.nextReport).toEqual({ period: lastMonth, dueAt: dueAt.toISOString() })
    const other = await newCompanyInTheNews(service, { scopes })
    expect((await other.get<{ nextReport: unknown }>(path)).body.nextReport).toBeNull()
  })

  test('of a month that has not begun, and of another company, are refused', async () => {
    const client = await inTheNews()
    expect((await client.make({ period: periodAfter(lastMonth, 3) })).status).toBe(409)
    expect((await client.make({ period: '2026-13' })).status).toBe(400)
    const { reportId, pdfUrl } = (await client.make()).body
    const other = await newCompanyInTheNews(service, { scopes })
    expect((await other.get(`${path}/${reportId}`)).status).toBe(404)
    const theirs = await fetch(pdfUrl, { headers: { authorization: `Bearer ${other.secret}` } })
    expect(theirs.status).toBe(404)
    expect((await fetch(pdfUrl)).status).toBe(401)
  })

  test.each([
    { comment: 'a\0b' },
    { comment: 'a\ud800' },
    { comment: '\udc00a' },
    { period: '0000-01' },
    { period: '0099-12' },
    { period: '1969-12' },
  ])('with %j are refused as input', async (body) => {
    const client = await newCompanyInTheNews(service, { scopes })
    const { status, body: problem } = await client.send<{ code: string }>('POST', path, body)
    expect([status, problem.code]).toEqual([400, 'invalid-request'])
  })

  test.each(['1970-01', '9999-12'])('of %s, as far away as a month may be, do not fail', async (period) => {
    const client = await inTheNews()
    expect((await client.make({ period })).status).toBe(period < lastMonth ? 201 : 409)
  })

  test('are made one at a time for a company, and eight at a time for all', async () => {
    const client = await inTheNews()
    const statusesOf = (made: readonly { status: number }[]) => made.map(({ status }) => status).sort()
    const own = await Promise.all(['one', 'two', 'three'].map((comment) => client.make({ comment })))
    expect(statusesOf(own)).toEqual([201, 429, 429])
    expect((await client.make({ comment: 'four' })).status).toBe(201)

    const { subjectId: id, name } = client
    const all = await Promise.all(
      Array.from({ length: 11 }, () => newCompanyInTheNews(service, { scopes, subject: { id, name } })),
    )
    const made = await Promise.all(all.map(({ send }) => send<{ code: string }>('POST', path, {})))
    expect(new Set(statusesOf(made))).toEqual(new Set([201, 503]))
    for (const { status, headers, body } of [...own, ...made].filter(({ status }) => status !== 201)) {
      expect([status, headers.get('retry-after')]).toEqual([status, '10'])
      expect(body).toMatchObject({ code: status === 429 ? 'rate-limited' : 'unavailable' })
    }
    expect((await all.at(-1)!.send('POST', path, {})).status).toBeLessThan(300)
  })

  test('are charged to the quota when a person has them made', async () => {
    const { companyId } = await inTheNews()
    const headers = await sessionHeaders(service, await newPerson(service, companyId, { role: 'analyst' }))
    const ask = (method: string) =>
      fetch(`${service.baseUrl}${path}`, {
        method,
        headers: { ...headers, 'Content-Type': 'application/json' },
        ...(method === 'POST' && { body: '{}' }),
      })
    const left = async (method: string) => (await ask(method)).headers.get('x-service-quota-remaining')
    expect([await left('GET'), await left('POST')]).toEqual([null, expect.stringMatching(/^\d+$/)])
  })

  test.skipIf(noPdfTools && !process.env.CI)(`forget a person in facts and PDF${noPdfTools}`, async () => {
    const person = 'Wilhelmina Quackenbush'
    const client = await inTheNews((name) => [`${name} chief ${person} charged with fraud`])
    const { pdfUrl, reportId } = (await client.make({ comment: `Asked ${person}.` })).body
    const text = async () => textOf(Buffer.from(await (await client.readPdf(pdfUrl)).arrayBuffer()))
    expect(await text()).toContain(person)
    const report = await service.administration.erasePerson(byTester, client.companyId, { name: person })
    expect(JSON.stringify(report)).toContain('reports')
    expect(await text()).not.toContain('Quackenbush')
    expect(await text()).toContain('[redacted]')
    expect(JSON.stringify(await factsOf(reportId))).not.toContain('Quackenbush')
  })

  test('do not name a person who is erased while they are being made', async () => {
    const person = 'Wilhelmina Quackenbush'
    const { companyId } = await inTheNews((name) => [`${name} chief ${person} charged with fraud`])
    const clock = () => new Date()
    const newId = makeNewId({ now: clock, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)) })
    const living = db()
    const make = async (comment: string | undefined, erase: () => Promise<unknown>) => {
      let isErased = false
      const on: typeof living = {
        engine: living.engine,
        connection: living.connection,
        listen: (...args) => living.listen(...args),
        close: async () => {},
        async transaction(work) {
          const result = await living.transaction(work)
          const areFacts = result instanceof Object && 'mentions' in result
          if (areFacts && !isErased) {
            isErased = true
            await erase()
          }
          return result
        },
      }
      const reports = openReports({ db: on, now: clock, newId, baseUrl: () => 'https://reputation.example' })
      const order = { companyId, period: lastMonth, comment }
      return reports.makeReport({ actor: 'system', requestId: null }, order).finally(() => reports.close())
    }
    const nobody = () => service.administration.erasePerson(byTester, companyId, { name: 'Nobody At All' })
    await expect(make('Asked her.', nobody)).rejects.toMatchObject({ code: 'conflict' })

    // An erasure that has gone through the reports, and ends when the report waits for it, or is there.
    let isSettled = false
    let erasing: Promise<unknown> | undefined
    const made = make(undefined, async () => {
      const reached = Promise.withResolvers<void>()
      const lasting: Redactor = {
        name: 'lasting',
        async redact(tx) {
          reached.resolve()
          const isWaitedFor = async () => {
            const { rows } = await sql`
              select from pg_locks where locktype = 'advisory' and not granted
                 and database = (select oid from pg_database where datname = current_database())`.execute(tx)
            return rows.length > 0
          }
          if (living.engine === 'postgres')
            await expect.poll(async () => isSettled || (await isWaitedFor()), { timeout: 60_000 }).toBe(true)
          return { redacted: 0, held: 0 }
        },
      }
      const redactors = [...newsRedactors, reportRedactor, lasting]
      erasing = makeErasePerson({ db: living, now: clock, newId, redactors }).erase(byTester, companyId, {
        name: person,
      })
      await reached.promise
    }).finally(() => {
      isSettled = true
    })
    const report = (await made)!.report
    await erasing
    expect(JSON.stringify(await factsOf(report.id))).not.toContain('Quackenbush')
  })

  test('leave nothing where the process dies before the commit, and are made once by the next', async () => {
    const client = await inTheNews()
    const { companyId } = client
    const clock = () => new Date()
    const newId = makeNewId({ now: clock, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)) })
    const living = db()
    const dying: typeof living = {
      engine: living.engine,
      connection: living.connection,
      listen: (...args) => living.listen(...args),
      close: async () => {},
      transaction: (work) =>
        living.transaction(async (tx) => {
          const result = await work(tx)
          if (typeof result === 'string') throw new Error('killed') // with all of it written
          return result
        }),
    }
    const period = lastMonth
    const timeZone = 'UTC'
    const scheduled = { companyId, period, timeZone, dueAt: new Date() }
    await sql`delete from report_schedules where company_id = ${companyId}`.execute(living.connection)
    await schedules.insert(living.connection, scheduled)
    const make = async (on: typeof living) => {
      const reports = openReports({ db: on, now: clock, newId, baseUrl: () => 'https://reputation.example' })
      const by = { actor: 'system', requestId: null } as const
      const next = { period: periodAfter(period, 1), dueAt: new Date('9999-01-01') }
      return reports
        .makeReport(by, { companyId, period }, (tx) => schedules.advance(tx, scheduled, next))
        .finally(() => reports.close())
    }
    await client.send('POST', '/api/v1/webhooks', { url: 'http://127.0.0.1:61998/hook', events: ['report.ready'] })
    const written = async () => {
      const { rows } = await sql<{ reports: number; events: number; period: string }>`
        select (select count(*)::int from reports where company_id = ${companyId}) as reports,
               (select count(*)::int from events where company_id = ${companyId} and kind = 'report.ready') as events,
               (select period from report_schedules where company_id = ${companyId}) as period`.execute(
        living.connection,
      )
      return rows[0]
    }
    await expect(make(dying)).rejects.toThrow('killed')
    expect(await written()).toEqual({ reports: 0, events: 0, period })
    expect(await make(living)).toMatchObject({ isNew: true })
    // The one that began before has been overtaken: what it made is not kept.
    expect(await make(living)).toBeUndefined()
    expect(await written()).toEqual({ reports: 1, events: 1, period: periodAfter(period, 1) })
  })

  test('that are due are made on the third at six where the company is, once, whoever looks', async () => {
    const client = await inTheNews()
    const timeZone = 'Asia/Kathmandu'
    await sql`update companies set time_zone = ${timeZone} where id = ${client.companyId}`.execute(db().connection)
    const month = periodOf(Date.now(), timeZone)
    const due = localTime(`${periodAfter(month, 1)}-03`, 6, timeZone)
    let now = Date.now()
    const clock = () => new Date(now)
    const newId = makeNewId({ now: clock, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)) })
    const reports = openReports({ db: db(), now: clock, newId, baseUrl: () => 'https://reputation.example' })
    const log = { error: (fields: unknown) => expect.fail(JSON.stringify(fields)), info() {}, debug() {} } as never
    const made = async () => {
      const jobs = [1, 2].map(() =>
        makeDueReports({ db: db(), now: clock, log, makeReport: reports.makeReport }, new AbortController().signal),
      )
      await Promise.all(jobs)
      const { rows } = await sql<{ period: string; revision: number }>`
        select period, revision from reports where company_id = ${client.companyId} order by id`.execute(
        db().connection,
      )
      return rows
    }
    await made()
    await sql`
      update report_schedules set due_at = '9999-01-01' where company_id <> ${client.companyId}`.execute(
      db().connection,
    )
    await sql`
      update report_schedules set period = ${month}, due_at = ${new Date(due)} where company_id = ${client.companyId}`.execute(
      db().connection,
    )
    const before = (await made()).length
    now = due - 1_000
    expect(await made()).toHaveLength(before)
    now = due
    expect((await made()).slice(before)).toEqual([{ period: month, revision: 1 }])
    expect(await made()).toHaveLength(before + 1)
    // After an outage of two months, both are made.
    now = localTime(`${periodAfter(month, 3)}-04`, 0, timeZone)
    expect((await made()).slice(before + 1).map(({ period }) => period)).toEqual([
      periodAfter(month, 1),
      periodAfter(month, 2),
    ])
    await reports.close()
  })
})
