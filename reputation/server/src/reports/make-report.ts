/**
 * A month becomes a report: its facts are read, set as a document, and written with the event that announces it, in one
 * transaction. What is made before that is nowhere: a process that dies loses nothing but its work, and is begun again by
 * the one that asked, or by the schedule. Where a person was erased meanwhile, the facts may name them still, and are read again.
 */
import { createHash } from 'node:crypto'
import { countErasures, makeAudit } from '@service/foundation/audit/audit.ts'
import * as companies from '@service/foundation/companies/company-store.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { type Act, actorText } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import { appendEvents, countDeliveries } from '@service/foundation/webhooks/webhooks.ts'
import { localTime, type Period } from '@service/reputation-domain/series/model/month.ts'
import { newEvent } from '../events/events.ts'
import type { ReadMonth } from '../news/news.ts'
import { countScreenings } from '../screening/screening.ts'
import { buildDocument } from './content/build-document.ts'
import { headline } from './content/sentences.ts'
import { coveredDates } from './model/covered.ts'
import type { Report } from './model/report.ts'
import type { ReportFacts } from './model/report-facts.ts'
import { pdfPath } from './model/report-path.ts'
import * as reports from './report-store.ts'
import type { Typeset } from './typeset/typeset.ts'

export type ReportOrder = { companyId: string; period: Period; comment?: string | undefined }

/** Also written in the transaction; false: all of it is to be undone. */
export type AlsoWrite = (tx: Queryable) => Promise<boolean>

export type MadeReport = { report: Report; isNew: boolean }

/**
 * Undefined where `also` has said no. Where nothing has changed since the last revision, that one is returned, and nothing
 * is announced.
 */
export type MakeReport = (by: Act, order: ReportOrder, also?: AlsoWrite) => Promise<MadeReport | undefined>

export type MakeReportDeps = {
  db: Database
  now: () => Date
  newId: NewId
  readMonth: ReadMonth
  typeset: Typeset
  /** Where customers reach the service. */
  baseUrl: () => string
}

const type = 'monthly_insight' as const
/** Another process may write a revision meanwhile. */
const maxTries = 5
/** Far more than clocks of processes differ, and shorter than audit events are kept. */
const erasuresWithinMs = 86_400_000

export function makeMakeReport(deps: MakeReportDeps): MakeReport {
  const { db, now, newId, typeset, baseUrl } = deps
  const audit = makeAudit({ now, newId })
  return async (by, { companyId, period, comment }, also = async () => true) => {
    const since = new Date(now().getTime() - erasuresWithinMs)
    const gatherFacts = async () => {
      const erasures = await countErasures(db.connection, companyId, since) // before what they may change is read
      const facts = await gather(deps, companyId, period, comment?.trim() || null)
      return { erasures, facts, factsSha256: sha256(identityOf(facts)) }
    }
    let gathered = await gatherFacts()
    const series = { companyId, type, period }
    for (let tries = 0; tries < maxTries; tries++) {
      const { erasures, facts, factsSha256 } = gathered
      const last = await reports.lastRevision(db.connection, series)
      const isUnchanged = last?.isThere === true && last.factsSha256 === factsSha256
      const [id, madeAt, revision] = [newId('rep'), now(), (last?.revision ?? 0) + 1]
      const pdf = isUnchanged ? undefined : await typeset(buildDocument(facts, { revision, madeAt: madeAt.getTime() }))
      const outcome = await db
        .transaction(async (tx) => {
          await reports.holdErasures(tx)
          if ((await countErasures(tx, companyId, since)) !== erasures) return 'erased'
          await reports.lock(tx, series)
          const latest = await reports.lastRevision(tx, series)
          if (latest?.id !== last?.id || latest?.isThere !== last?.isThere) return 'overtaken'
          if (!(await also(tx))) throw new Undone()
          if (!pdf) return latest?.id ?? 'overtaken'
          await reports.insert(tx, {
            id,
            ...series,
            revision,
            madeAt,
            madeBy: by.actor,
            headline: headline(facts),
            facts,
            factsSha256,
            pdf,
            pdfSha256: sha256(pdf),
          })
          const data = { reportId: id, type, period, pdfUrl: new URL(pdfPath(id), baseUrl()).href }
          await appendEvents(tx, [newEvent('report.ready', data, { id: newId('evt'), companyId, at: madeAt })])
          if (actorText(by.actor) !== 'system') {
            await audit.record(tx, by, {
              at: madeAt,
              companyId,
              action: 'report.create',
              target: id,
              after: { type, period, revision, hasComment: facts.comment !== null },
            })
          }
          return id
        })
        .catch(undone)
      if (outcome === undefined) return undefined
      if (outcome === 'overtaken') continue
      if (outcome === 'erased') {
        if (facts.comment !== null) {
          const message =
            'A person was erased while the report was being made. Check that the comment does not name them.'
          throw new Problem('conflict', message)
        }
        gathered = await gatherFacts()
        continue
      }
      const report = await reports.find(db.connection, companyId, outcome)
      if (report) return { report, isNew: pdf !== undefined }
    }
    throw new Problem('conflict', 'Other reports of this month were being made at the same time. Try again.')
  }
}

class Undone extends Error {}

function undone(error: unknown): undefined {
  if (!(error instanceof Undone)) throw error
}

/** How feeds are doing changes from hour to hour: by that alone a report is not another. */
function identityOf({ news: { sources: _sources, ...news }, ...facts }: ReportFacts): string {
  return JSON.stringify([facts, news])
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

async function gather(
  { db, now, readMonth }: MakeReportDeps,
  companyId: string,
  period: Period,
  comment: string | null,
): Promise<ReportFacts> {
  const company = await companies.find(db.connection, companyId)
  if (!company) throw new Problem('not-found', 'Company not found.')
  const { timeZone } = company
  const { dates, isWholeMonth } = coveredDates(period, timeZone, now().getTime())
  const [firstDate, lastDate] = [dates[0], dates.at(-1)]
  if (firstDate === undefined || lastDate === undefined) {
    throw new Problem('conflict', `No day of ${period} is over yet: reports are made of whole days.`)
  }
  const news = await readMonth(companyId, { dates, timeZone })
  const behind = new Date(Date.parse(lastDate) + 86_400_000).toISOString().slice(0, 10)
  const span = {
    from: new Date(localTime(firstDate, 0, timeZone)),
    until: new Date(localTime(behind, 0, timeZone)),
  }
  return {
    company: { name: company.name, timeZone },
    period,
    firstDate,
    lastDate,
    isWholeMonth,
    news,
    sent: await countDeliveries(db.connection, companyId, span),
    screened: await countScreenings(db.connection, companyId, span),
    comment,
  }
}
