/**
 * Plans that agents are shown and may then deploy: `plan_deployment` keeps what it said under an id, and `deploy` takes that id.
 * The placer compares its decision with the plan at the moment it decides, so that nothing is deployed at another hub, price or
 * level than a person has agreed to. A plan is deployed once: the transaction
 * that writes the deployment claims it. The newest hundred of a company are kept for a day, as long as a deployment may be
 * asked for again under its idempotency key.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { mentionsIn, type Pruner, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { redactJson } from '@service/foundation/erasure/model/redact-text.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { AgreedPlan, KeptPlan } from './model/plan.ts'
import * as store from './plan-store.ts'

export { claimAll as claimPlans } from './plan-store.ts'
export { deployTool, planTool } from './tools.ts'

/** Of a company: plans cost nothing, so they are limited in number. */
const maxKept = 100

export type Plans = {
  keep(companyId: string, plan: Omit<KeptPlan, 'id' | 'plannedAt'>): Promise<AgreedPlan>
  /** Throws a `Problem` where the company has none of that id. */
  find(companyId: string, planId: string): Promise<KeptPlan>
}

export const makePlans = ({ db, now, newId }: { db: Database; now: () => Date; newId: NewId }): Plans => ({
  async keep(companyId, plan) {
    const kept = { ...plan, id: newId('pln'), plannedAt: now() }
    await store.insert(db.connection, companyId, kept, maxKept)
    return kept
  },
  async find(companyId, planId) {
    const found = /^pln_[0-9a-z]{26}$/.test(planId) && (await store.find(db.connection, companyId, planId))
    if (!found)
      throw new Problem('not-found', 'Plan not found. plan_deployment makes one, which holds for ten minutes.')
    return found
  },
})

const redactedAtOnce = 100
const keptMs = 24 * 3_600_000

export const planPruner: Pruner = { name: 'plans', keptMs, prune: store.deleteOld }

/** A plan that names the person is removed: it is a trial, and there are others. */
export const planRedactor: Redactor = {
  name: 'plans',
  async redact(tx, request) {
    let redacted = 0
    let afterId = ''
    for (;;) {
      const page = await store.lockPage(tx, request.companyId, afterId, redactedAtOnce)
      const naming = page.filter(({ companyId, body }) => {
        const left = redactJson(body, mentionsIn(request, companyId))
        return JSON.stringify(left) !== JSON.stringify(body)
      })
      await store.remove(
        tx,
        naming.map(({ id }) => id),
      )
      redacted += naming.length
      if (page.length < redactedAtOnce) return { redacted, held: 0 }
      afterId = page.at(-1)!.id
    }
  },
}
