import { createHash } from 'node:crypto'
import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import { buildDocument } from './content/build-document.ts'
import * as reports from './report-store.ts'
import type { Typeset } from './typeset/typeset.ts'

export type ReportPdf = { bytes: Buffer; sha256: string; fileName: string }

export type ReadPdf = (companyId: string, reportId: string) => Promise<ReportPdf>

/** As it was made; after an erasure it is set again, from the facts that are left. */
export const makeReadPdf =
  ({ db, typeset }: { db: Database; typeset: Typeset }): ReadPdf =>
  async (companyId, reportId) => {
    for (;;) {
      const stored = await reports.findPdf(db.connection, companyId, reportId)
      if (!stored) throw new Problem('not-found', 'Report not found.')
      const { pdf, pdfSha256, period, revision, madeAt } = stored
      const fileName = `monthly-insight-${period}-revision-${revision}.pdf`
      if (pdf && pdfSha256) return { bytes: pdf, sha256: pdfSha256, fileName }
      const facts = await reports.factsOf(db.connection, companyId, reportId)
      if (!facts) continue
      const again = await typeset(buildDocument(facts, { revision, madeAt: madeAt.getTime() }))
      const sha256 = createHash('sha256').update(again).digest('hex')
      await reports.restorePdf(db.connection, reportId, facts, { pdf: again, sha256 })
    }
  }
