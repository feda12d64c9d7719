import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { type Act, actorText } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'
import * as triage from './triage-store.ts'

/** Of a kind of risk that is muted, messages and the inbox have only what is critical. */
export type MuteCategory = (by: Act, companyId: string, category: RiskCategory, muted: boolean) => Promise<void>

export function makeMuteCategory({ db, now, newId }: { db: Database; now: () => Date; newId: NewId }): MuteCategory {
  const audit = makeAudit({ now, newId })
  return (by, companyId, category, muted) =>
    db.transaction(async (tx) => {
      const at = now()
      const isNew = muted
        ? await triage.muteCategory(tx, { companyId, category, at, actor: actorText(by.actor) })
        : await triage.unmuteCategory(tx, companyId, category)
      if (!isNew) return
      const fields = { muted, category }
      await audit.record(tx, by, {
        companyId,
        action: 'risk-category.mute',
        target: category,
        before: { ...fields, muted: !muted },
        after: fields,
        at,
      })
    })
}
