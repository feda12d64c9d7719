/**
 * A process of its own that makes the reports that are due, works off the batches of screenings, asks recipients of mail to
 * confirm or decides for one by a link, and kills itself at the step given. Without one it ends by itself: with that done, or
 * once no batch is left.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@service/foundation/database/database.ts'
import { type DatabaseOptions, openDatabase } from '@service/foundation/database/open-database.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { compileIndex, openIndex } from '@service/reputation-domain/matching/matching.ts'
import { openMailer } from '@service/reputation-server/messages/mailer.ts'
import {
  makeDecisions,
  makeMailLinks,
  sendDueRequests,
} from '@service/reputation-server/messages/recipients/recipients.ts'
import { makeReadMonth } from '@service/reputation-server/news/news.ts'
import { makeDueReports } from '@service/reputation-server/reports/due-reports.job.ts'
import { makeMakeReport } from '@service/reputation-server/reports/make-report.ts'
import { makeTypeset } from '@service/reputation-server/reports/typeset/typeset.ts'
import { startBatches } from '@service/reputation-server/screening/batches/work-batch.ts'
import { makeScreenParties, type ScreenParties } from '@service/reputation-server/screening/screen-party.ts'
import { makeRecorder } from '@service/reputation-server/screening/screening.ts'
import { sql } from 'kysely'
import { anEntry } from '../lists/an-entry.ts'
import type { Step } from './steps.ts'

export type Task = {
  options: DatabaseOptions
  work: 'reports' | 'batches' | 'requests' | 'decision'
  killAt?: Step
  /** The mail server of requests. */
  mailUrl?: string
  /** Of the link by which is decided. */
  token?: string
}

const { options, work, killAt, mailUrl = '', token = '' } = JSON.parse(process.argv[2]!) as Task

function atStep(step: Step): void {
  if (step === killAt) process.kill(process.pid, 'SIGKILL')
}

/** With a step before each commit, and one behind it. */
const withSteps = (db: Database, before: Step, behind: Step): Database => ({
  ...db,
  async transaction(write) {
    const result = await db.transaction(async (tx) => {
      const written = await write(tx)
      atStep(before)
      return written
    })
    atStep(behind)
    return result
  },
})

const now = () => new Date()
const newId = makeNewId({ now, randomBytes })
const log = makeLogger({ level: 'error', form: 'json' })
const db = await openDatabase(options)

async function makeReports(): Promise<void> {
  const thread = new WorkerThread({ name: 'reports', timeoutMs: 120_000 })
  const [readMonth, typeset] = [makeReadMonth({ db, thread }), makeTypeset({ thread })]
  const makeReport = makeMakeReport({
    db: withSteps(db, 'report written', 'report committed'),
    now,
    newId,
    baseUrl: () => 'https://reputation.example',
    async readMonth(...asked) {
      const month = await readMonth(...asked)
      atStep('month read')
      return month
    },
    async typeset(document) {
      const pdf = await typeset(document)
      atStep('document set')
      return pdf
    },
  })
  await makeDueReports({ db, now, log, makeReport }, new AbortController().signal)
  await thread.close()
}

async function workBatches(): Promise<void> {
  const index = openIndex(compileIndex([anEntry({ entityId: 'OFAC:1' })], new Map()))
  const current = { index, versions: [], status: [] }
  const lists = { current: () => current, requireCurrent: () => current }
  const recorder = makeRecorder({ db, newId })
  const screen = makeScreenParties({ lists, recorder, engineVersion: 'test', now, newId, uptimeMs: () => 0 })
  const screenParties: ScreenParties = async (caller, parties, { ids = [] } = {}) => {
    atStep('rows taken')
    const half = Math.ceil(parties.length / 2)
    const first = await screen(caller, parties.slice(0, half), { ids: ids.slice(0, half) })
    atStep('half recorded')
    const second = await screen(caller, parties.slice(half), { ids: ids.slice(half) })
    atStep('all recorded')
    return [...first, ...second]
  }
  const noting = withSteps(db, 'rows noted', 'part committed')
  const loop = await startBatches({ db: noting, lists, screenParties, now, newId, log })
  const isLeft = async () =>
    (await sql`select from screening_batches where finished_at is null limit 1`.execute(db.connection)).rows.length > 0
  while (await isLeft()) await sleep(50)
  await loop.stop()
  await recorder.close()
}

async function sendRequests(): Promise<void> {
  const mailer = openMailer({ url: mailUrl, from: 'alerts@example.com' })
  const makeLink = makeMailLinks({ db, now, randomBytes, baseUrl: () => 'http://reputation.example' })
  const stepping: Parameters<typeof sendDueRequests>[0] = {
    db,
    now,
    newId,
    log,
    async makeLink(...asked) {
      const link = await makeLink(...asked)
      atStep('link made')
      return link
    },
    mailer: {
      async send(mail) {
        const sent = await mailer.send(mail)
        atStep('request sent')
        return sent
      },
    },
  }
  await sendDueRequests(stepping, new AbortController().signal)
  atStep('request noted')
  mailer.close()
}

async function decide(): Promise<void> {
  const { decide } = makeDecisions({ db: withSteps(db, 'decision written', 'decision committed'), now, newId })
  await decide(token, 'confirmed', 'req_test')
}

const works = { reports: makeReports, batches: workBatches, requests: sendRequests, decision: decide }
await works[work]()
await db.close()
