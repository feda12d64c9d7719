/**
 * Reports: what a month came to for a company, as a document of eight pages.
 *
 * 1. The **facts** are read, in one state of the database: the month of news (`news/month/`), what was sent, what was
 *    screened (`make-report.ts`).
 * 2. The **document** follows from them, page by page, as text, numbers and drawings (`content/`), and is set as PDF in a
 *    thread that ends with its work (`typeset/`). The same facts make the same bytes.
 * 3. One transaction writes the report, its bytes, their hash, and the event `report.ready`. A recount is a new
 *    **revision** with an id of its own; where nothing has changed there is none.
 *
 * On the third of a month, at six where the company is, the report of the month before is made without being asked for
 * (`due-reports.job.ts`). When a person is erased from the facts, the document goes, and is set again when it is next
 * read (`read-pdf.ts`).
 */
import type { Database } from '@service/foundation/database/database.ts'
import type { Disposer } from '@service/foundation/disposer.ts'
import type { Pruner } from '@service/foundation/erasure/model/eraser.ts'
import { type JobDeps, startScheduledJob } from '@service/foundation/jobs/scheduled-job.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { type Announced, listAnnounced } from '@service/foundation/webhooks/webhooks.ts'
import { makeReadMonth } from '../news/news.ts'
import { type DeleteReport, makeDeleteReport } from './delete-report.ts'
import { dueReportsJob } from './due-reports.job.ts'
import { type MakeReport, makeMakeReport } from './make-report.ts'
import type { Report } from './model/report.ts'
import { makeReadPdf, type ReadPdf } from './read-pdf.ts'
import * as store from './report-store.ts'
import * as schedules from './schedule-store.ts'
import { makeTypeset } from './typeset/typeset.ts'

export { startDemoReport } from './demo-report.ts'
export { reportRedactor } from './report-redactor.ts'
export { type ReportDeps, reportRoutes } from './routes.ts'

export type Reports = {
  makeReport: MakeReport
  readPdf: ReadPdf
  deleteReport: DeleteReport
  listReports(...args: Rest<typeof store.list>): ReturnType<typeof store.list>
  findReport(...args: Rest<typeof store.find>): ReturnType<typeof store.find>
  /** To which webhooks it was announced. */
  listAnnounced(report: Report): Promise<Announced[]>
  /** The next that is made without being asked for; undefined where none is. */
  nextReport(...args: Rest<typeof schedules.find>): ReturnType<typeof schedules.find>
  close(): Promise<void>
}

type Rest<Of> = Of extends (db: never, ...rest: infer Args) => unknown ? Args : never

type Deps = {
  db: Database
  now: () => Date
  newId: NewId
  /** Where customers reach the service. */
  baseUrl: () => string
  /** A folder of further fonts; the system's where absent. */
  fonts?: string | undefined
}

/** One report takes about a second at most; a large company's month a few. */
const timeoutMs = 120_000
/** The event is written with the report; its id may be of a moment before. */
const slackMs = 600_000
/** Long enough for the next of a row of reports. */
const idleMs = 2_000

export function openReports({ db, now, newId, baseUrl, fonts }: Deps): Reports {
  const thread = new WorkerThread({ name: 'reports', timeoutMs, idleMs })
  const typeset = makeTypeset({ thread, fonts })
  const readMonth = makeReadMonth({ db, thread })
  return {
    makeReport: makeMakeReport({ db, now, newId, readMonth, typeset, baseUrl }),
    readPdf: makeReadPdf({ db, typeset }),
    deleteReport: makeDeleteReport({ db, now, newId }),
    listReports: (...args) => store.list(db.connection, ...args),
    findReport: (...args) => store.find(db.connection, ...args),
    listAnnounced: ({ id, companyId, madeAt }) =>
      listAnnounced(db.connection, companyId, {
        kinds: ['report.ready'],
        dataIds: [id],
        field: 'reportId',
        from: new Date(madeAt.getTime() - slackMs),
        until: new Date(madeAt.getTime() + slackMs),
      }),
    nextReport: (...args) => schedules.find(db.connection, ...args),
    close: () => thread.close(),
  }
}

/** In the background: those that are due without being asked for. */
export function startReports(deps: JobDeps & { reports: Reports; disposer: Disposer }): void {
  const { reports, disposer } = deps
  const job = startScheduledJob(deps, dueReportsJob({ ...deps, makeReport: reports.makeReport }))
  disposer.add('reports that are due', () => job.stop())
}

/** They quote articles, and go with them. */
export const reportPruners = (keptMs: number): readonly Pruner[] => [
  { name: 'reports', keptMs, prune: store.deleteBefore },
]
