import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { alertThreshold, setAlertThreshold } from '../figures/settings-store.ts'
import { everyDay } from '../queue/days-due-store.ts'
import { markFiguresDue } from '../queue/figures-due-store.ts'

export type SetAlertThreshold = (
  by: Act,
  companyId: string,
  threshold: number,
) => Promise<{ companyId: string; alertThreshold: number }>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** From which P(negative) an article is an alert of the company. Its alerts are made again. */
export function makeSetAlertThreshold({ db, now, newId }: Deps): SetAlertThreshold {
  const audit = makeAudit({ now, newId })
  return (by, companyId, threshold) => {
    const faults = new InputFaults()
    if (!(threshold >= 0 && threshold <= 1)) faults.add('threshold', 'must be a number from 0 to 1')
    faults.throwIfAny()
    return db.transaction(async (tx) => {
      const before = await alertThreshold(tx, companyId)
      if (before === threshold) return { companyId, alertThreshold: threshold }
      await setAlertThreshold(tx, companyId, threshold)
      await markFiguresDue(tx, [companyId], everyDay, now())
      await audit.record(tx, by, {
        companyId,
        action: 'company.alerts',
        target: companyId,
        before: { alertThreshold: before },
        after: { alertThreshold: threshold },
      })
      return { companyId, alertThreshold: threshold }
    })
  }
}
