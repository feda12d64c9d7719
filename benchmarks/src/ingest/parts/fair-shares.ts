/**
 * How long one article of a company takes to its alert while the service works on twenty thousand of another, made to
 * resemble each other: by the service's own imports and pipeline, on both engines of the database.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as companyStore from '@service/foundation/companies/company-store.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { migrate } from '@service/foundation/database/migrate.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { randomFrom } from '@service/foundation/seeded-random.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { findPostgresBinaries } from '@service/foundation-testing/database/postgres-binaries.ts'
import {
  clusterUrl,
  ensureCluster,
  makeClusterFolder,
  stopCluster,
} from '@service/foundation-testing/database/postgres-cluster.ts'
import { migrations } from '@service/reputation-server/migration-folders.ts'
import { startImports } from '@service/reputation-server/news/imports/imports.ts'
import { makeStartImport } from '@service/reputation-server/news/imports/start-import.ts'
import { openPipeline } from '@service/reputation-server/news/pipeline.ts'
import { makePipelineMetrics } from '@service/reputation-server/news/pipeline-metrics.ts'
import { makeAddSubject } from '@service/reputation-server/news/tracking/add-subject.ts'
import { makeFollowSubject } from '@service/reputation-server/news/tracking/follow-subject.ts'
import { sql } from 'kysely'
import type { Figure, Section } from '../../harness/bench.ts'
import { median } from '../../harness/intervals.ts'

const flood = 20_000
const betweenMs = 500

export async function fairShares(): Promise<Section> {
  const figures = [...(await onEmbedded()), ...(await onPostgres())]
  const notes = figures.some(({ group }) => group === 'PostgreSQL') ? [] : ['This machine has no PostgreSQL.']
  return { title: 'One article beside another company’s twenty thousand', figures, notes }
}

async function onEmbedded(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'shares-'))
  const db = await openDatabase({ url: undefined, folder })
  try {
    return await measure('embedded', db)
  } finally {
    await db.close()
    await rm(folder, { recursive: true })
  }
}

async function onPostgres(): Promise<Figure[]> {
  const binaries = findPostgresBinaries(process.env)
  if (!binaries) return []
  const folder = makeClusterFolder(process.pid)
  await ensureCluster({ folder, binaries, durable: true })
  const db = await openDatabase({ url: clusterUrl(folder, 'postgres'), folder })
  try {
    return await measure('PostgreSQL', db)
  } finally {
    await db.close()
    await stopCluster(folder)
  }
}

const now = () => new Date()
const newId = makeNewId({ now, randomBytes })

async function measure(group: string, db: Database): Promise<Figure[]> {
  await migrate(db, migrations)
  const [big, small] = [await aCompany(db, 'Acmerick'), await aCompany(db, 'Betadyne')]
  const log = makeLogger({ level: 'error', form: 'readable' })
  const pipeline = await openPipeline({ db, now, newId, log, metrics: makePipelineMetrics(makeMetrics('bench_')) })
  await pipeline.searchStored()
  const imports = await startImports({ db, takeIn: pipeline.takeIn, now, newId, log })
  const startImport = makeStartImport({ db, now, newId })
  const send = (companyId: string, rows: Rows) => startImport(companyId, { rows, rejectedCount: 0, rejected: [] })

  const began = performance.now()
  await send(big, resembling(flood))
  const times: number[] = []
  while (!(await isDone(db, big))) {
    const title = `Betadyne sued over deadly factory fire number ${times.length}`
    const sent = performance.now()
    await send(small, [{ title, published: Date.now() - 60_000 }])
    while (!(await hasAlert(db, small, title))) await sleep(10)
    times.push((performance.now() - sent) / 1_000)
    await sleep(betweenMs)
  }
  const seconds = (performance.now() - began) / 1_000
  await imports.stop()
  await pipeline.close()
  const n = times.length
  return [
    { name: 'from an import to its alert, longest', group, value: Math.max(...times), unit: 's', n },
    { name: 'from an import to its alert, median', group, value: median(times), unit: 's', n },
    { name: 'until the twenty thousand were done', group, value: seconds, unit: 's', n: 1 },
  ]
}

type Rows = Parameters<ReturnType<typeof makeStartImport>>[1]['rows']

function resembling(count: number): Rows {
  const random = randomFrom(11)
  const word = (length: number) =>
    Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('')
  return Array.from({ length: count }, (_, i) => ({
    guid: word(12),
    title: `${word(6)} sues Acmerick over fraud ${word(8)}`,
    published: Date.now() - 86_400_000 + (i % 10) * 3_600_000,
    text: Array.from({ length: 40 }, () => word(6)).join(' '),
  }))
}

async function aCompany(db: Database, name: string): Promise<string> {
  const id = newId('cmp')
  const limits = { timeZone: 'UTC', requestsPerMinute: 1_000_000, monthlyQuota: 2_000_000_000, createdAt: now() }
  await companyStore.insert(db.connection, { id, slug: name.toLowerCase(), name, ...limits })
  const subject = await makeAddSubject({ db, now, newId })(byTester, { name, sector: name, aliases: [{ text: name }] })
  await makeFollowSubject({ db, now, newId })(byTester, id, subject.id, 'own')
  return id
}

async function hasAlert(db: Database, companyId: string, title: string): Promise<boolean> {
  const { rows } = await sql`
    select from alerts where company_id = ${companyId} and title = ${title}`.execute(db.connection)
  return rows.length > 0
}

async function isDone(db: Database, companyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from article_imports where finished_at is null and company_id = ${companyId}
    union all select from touched_subjects where owner = ${companyId}
    union all select from subject_days_due where viewer = ${companyId}
    union all select from figures_due where company_id = ${companyId}
    limit 1`.execute(db.connection)
  return rows.length === 0
}
