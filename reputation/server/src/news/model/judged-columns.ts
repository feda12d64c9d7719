import type { MentionRole } from '@service/reputation-domain/mentions/mentions.ts'
import type { RiskFinding } from '@service/reputation-domain/risk/model/finding.ts'

/** What was judged about a mention, as its row has it. */
export type JudgedColumns = {
  /** Whether the language is one that is judged. */
  judged: boolean
  pCompany: number
  role: MentionRole
  pNegative: number
  pNeutral: number
  pPositive: number
  provider: string
  providerVersion: string
  risks: RiskFinding[]
}
