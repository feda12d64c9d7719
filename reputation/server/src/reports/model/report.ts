import type { Period } from '@service/reputation-domain/series/model/month.ts'
import type { ReportType } from './report-facts.ts'

/** A report as it is listed: without its facts and its bytes. */
export type Report = {
  id: string
  companyId: string
  type: ReportType
  period: Period
  /** From 1 on, within a period. */
  revision: number
  madeAt: Date
  headline: string
  /** `YYYY-MM-DD`, the last that is covered. */
  lastDate: string
  isWholeMonth: boolean
  comment: string | null
  sample: boolean
}
