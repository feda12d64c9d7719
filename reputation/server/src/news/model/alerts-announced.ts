import type { Queryable } from '@service/foundation/database/database.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'

/** Called in the transaction that announces alerts of a company to all; whatever it writes stands or falls with them. */
export type AlertsAnnounced = (
  tx: Queryable,
  companyId: string,
  alerts: readonly { alertId: string; severity: Severity }[],
  at: Date,
) => Promise<void>
