import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import { partyKeys } from './model/party-keys.ts'
import type { Caller } from './model/screening-record.ts'
import type { Verdict } from './model/verdict.ts'
import * as screenings from './store.ts'
import * as undecided from './undecided/undecided-store.ts'
import * as verdicts from './verdict-store.ts'

/** Takes a verdict back: an earlier one stands again, or the match waits for one. It stays in the history. */
export type WithdrawVerdict = (caller: Caller, screeningId: string, verdictId: string) => Promise<Verdict>

type Deps = { db: Database; now: () => Date; newId: NewId }

export function makeWithdrawVerdict({ db, now, newId }: Deps): WithdrawVerdict {
  const audit = makeAudit({ now, newId })
  return (by, screeningId, verdictId) =>
    db.transaction(async (tx) => {
      const { companyId } = by
      const verdict = await verdicts.findForChange(tx, companyId, screeningId, verdictId)
      if (!verdict) throw new Problem('not-found', 'Verdict not found.')
      if (verdict.withdrawnAt) return verdict
      const withdrawn: Verdict = { ...verdict, withdrawnAt: now(), withdrawnBy: by.actor }
      await verdicts.withdraw(tx, verdictId, by.actor, withdrawn.withdrawnAt ?? now())
      const screening = await screenings.find(tx, companyId, screeningId)
      const match = screening?.matches?.find(({ entityId }) => entityId === verdict.entityId)
      if (screening?.party && match) {
        await undecided.add(tx, [{ ...partyKeys({ companyId, party: screening.party }), screeningId, match }])
      }
      await audit.record(tx, by, {
        companyId,
        action: 'verdict.withdraw',
        target: verdictId,
        before: { verdict: verdict.verdict, entityId: verdict.entityId, screeningId },
        after: null,
      })
      return withdrawn
    })
}
