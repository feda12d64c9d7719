/**
 * From an import to stored figures in PostgreSQL, by the service's own pipeline: 64 companies, each with its sector's
 * others as peers. Then what the endpoints take on what is stored, as use cases and through HTTP.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as companyStore from '@service/foundation/companies/company-store.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { migrate } from '@service/foundation/database/migrate.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { findPostgresBinaries } from '@service/foundation-testing/database/postgres-binaries.ts'
import {
  clusterUrl,
  ensureCluster,
  makeClusterFolder,
  stopCluster,
} from '@service/foundation-testing/database/postgres-cluster.ts'
import { dayOf } from '@service/reputation-domain/series/model/day.ts'
import { migrations } from '@service/reputation-server/migration-folders.ts'
import { collectRows, slicesOf } from '@service/reputation-server/news/imports/collect-rows.ts'
import { startImports } from '@service/reputation-server/news/imports/imports.ts'
import { makeStartImport } from '@service/reputation-server/news/imports/start-import.ts'
import { openPipeline } from '@service/reputation-server/news/pipeline.ts'
import { makePipelineMetrics } from '@service/reputation-server/news/pipeline-metrics.ts'
import { makeListAlerts } from '@service/reputation-server/news/read/list-alerts.ts'
import { makeReadReputation } from '@service/reputation-server/news/read/read-reputation.ts'
import { makeReadSentiment } from '@service/reputation-server/news/read/read-sentiment.ts'
import * as subjectStore from '@service/reputation-server/news/subjects/subject-store.ts'
import { makeFollowSubject } from '@service/reputation-server/news/tracking/follow-subject.ts'
import { sql } from 'kysely'
import type { Figure, Section } from '../../harness/bench.ts'
import { median, percentile } from '../../harness/intervals.ts'
import { type CorpusCompany, subjectOf, upToYesterday } from '../corpus-subjects.ts'
import { stopwatch } from '../stopwatch.ts'
import { type HttpReader, openHttpReader } from './read-through-http.ts'

const group = 'PostgreSQL'
const rowsOfAnImport = 20_000
const rounds = 5
const readings = 400

export async function toScoresInPostgres(news: Buffer, companies: readonly CorpusCompany[]): Promise<Section> {
  const title = 'Articles to scores, in PostgreSQL'
  const binaries = findPostgresBinaries(process.env)
  if (!binaries) return { title, figures: [], notes: ['Not measured: this machine has no PostgreSQL.'] }
  const folder = makeClusterFolder(process.pid)
  await ensureCluster({ folder, binaries, durable: true })
  const db = await openDatabase({ url: clusterUrl(folder, 'postgres'), folder })
  try {
    await migrate(db, migrations)
    const now = () => new Date()
    await addCompanies(db, companies, now)
    const { rows } = await collectRows(slicesOf(upToYesterday(news, now())), { format: 'ndjson', now: now() })
    const imported = await importAll(db, rows, now, () => databaseSeconds(folder))
    const http = await openHttpReader(clusterUrl(folder, 'postgres'), companies.map(companyId))
    const read = await measureReading({ reading: useCases(db, companies, now), 'reading through HTTP': http.read })
    await http.close()
    return {
      title,
      figures: [...imported, ...read],
      notes: [
        `Readings: medians of ${rounds} rounds of ${readings}, one after the other, use case and HTTP alternately.`,
      ],
    }
  } finally {
    await db.close()
    await stopCluster(folder)
  }
}

const newId = makeNewId({ now: () => new Date(), randomBytes })
const companyId = ({ id }: CorpusCompany) => `cmp_${id}`

async function addCompanies(db: Database, companies: readonly CorpusCompany[], now: () => Date): Promise<void> {
  await db.transaction((tx) =>
    subjectStore.insertAll(
      tx,
      companies.map((company) => subjectOf(company, now())),
    ),
  )
  const follow = makeFollowSubject({ db, now, newId })
  const limits = { timeZone: 'UTC', requestsPerMinute: 1_000_000, monthlyQuota: 2_000_000_000, createdAt: now() }
  for (const company of companies) {
    await companyStore.insert(db.connection, {
      id: companyId(company),
      slug: company.id,
      name: company.name,
      ...limits,
    })
    for (const other of companies) {
      if (other.sector !== company.sector) continue
      await follow(byTester, companyId(company), `sub_${other.id}`, other === company ? 'own' : 'peer')
    }
  }
}

type Rows = Parameters<ReturnType<typeof makeStartImport>>[1]['rows']

async function importAll(db: Database, rows: Rows, now: () => Date, ofDatabase: () => number): Promise<Figure[]> {
  const log = makeLogger({ level: 'error', form: 'readable' })
  const metrics = makePipelineMetrics(makeMetrics('bench_'))
  const pipeline = await openPipeline({ db, now, newId, log, metrics })
  await pipeline.searchStored()
  const began = performance.now()
  const ofService = stopwatch()
  const before = ofDatabase()
  const startImport = makeStartImport({ db, now, newId })
  for (let at = 0; at < rows.length; at += rowsOfAnImport) {
    await startImport(undefined, { rows: rows.slice(at, at + rowsOfAnImport), rejectedCount: 0, rejected: [] })
  }
  const imports = await startImports({ db, takeIn: pipeline.takeIn, now, newId, log })
  await allDone(db)
  const seconds = (performance.now() - began) / 1_000
  const [service, database] = [ofService(), ofDatabase() - before]
  await imports.stop()
  await pipeline.close()
  const n = rows.length
  return [
    {
      name: 'articles per second from import to stored scores',
      group,
      value: n / (service + database),
      unit: '1/s',
      n,
    },
    { name: 'processor time of the service', group, value: service, unit: 's', n },
    { name: 'processor time of the database', group, value: database, unit: 's', n },
    { name: 'time by the clock', group, value: seconds, unit: 's', n },
  ]
}

async function allDone(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from article_imports where finished_at is null
      union all select from touched_subjects union all select from subject_days_due union all select from figures_due
      limit 1`.execute(db.connection)
    if (rows.length === 0) return
    await sleep(250)
  }
}

type Readers = HttpReader['read']

function useCases(db: Database, companies: readonly CorpusCompany[], now: () => Date): Readers {
  const to = dayOf(now().getTime())
  const [listAlerts, readReputation, readSentiment] = [
    makeListAlerts({ db, now }),
    makeReadReputation({ db, now }),
    makeReadSentiment({ db }),
  ]
  const id = (n: number) => companyId(companies[n % companies.length]!)
  return {
    alerts: (n) => listAlerts(id(n), {}, 51),
    // A company that was never in the news has no score.
    reputation: (n) => readReputation(id(n)).catch(() => undefined),
    'sentiment, 365 days': (n) => readSentiment(id(n), { from: to - 364, to }),
  }
}

/**
 * Measures the ways alternately, so that a busy machine slows all alike. The first round warms up code and database.
 */
async function measureReading(ways: Readonly<Record<string, Readers>>): Promise<Figure[]> {
  const measured = new Map<string, number[][]>()
  for (let round = 0; round <= rounds; round++) {
    for (const [way, readers] of Object.entries(ways)) {
      for (const [endpoint, read] of Object.entries(readers)) {
        const times: number[] = []
        for (let n = 0; n < readings; n++) {
          const began = performance.now()
          await read(n)
          times.push(performance.now() - began)
        }
        const name = `${way} ${endpoint}`
        if (round > 0) measured.set(name, [...(measured.get(name) ?? []), times])
      }
    }
  }
  return [...measured].flatMap(([name, ofRounds]) =>
    [50, 99].map((share) => ({
      name: `${name}, p${share}`,
      group,
      value: median(ofRounds.map((times) => percentile(times, share))),
      unit: 'ms',
      n: rounds * readings,
    })),
  )
}

/** Processor time of all processes of a cluster so far; Linux only. */
function databaseSeconds(folder: string): number {
  const [postmaster] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statOf(pid))
    .filter((stat) => stat !== undefined && (stat.pid === postmaster || stat.parent === postmaster))
    // Of those that have ended meanwhile, their parent knows.
    .reduce((sum, stat) => sum + stat!.own + (stat!.pid === postmaster ? stat!.ofEnded : 0), 0)
  return ticks / 100 // USER_HZ is 100 on every Linux that Node runs on
}

function statOf(pid: string): { pid: string; parent: string; own: number; ofEnded: number } | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined // it has ended meanwhile
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const number = (field: number) => Number(fields[field])
  return { pid, parent: fields[1]!, own: number(11) + number(12), ofEnded: number(13) + number(14) }
}
