import { type GpuHours, marksPassed } from '@service/compute-domain/metering/gpu-hours.ts'
import { gpuMsOfHours, hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import { makeAudit } from '@service/foundation/audit/audit.ts'
import * as companies from '@service/foundation/companies/company-store.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import { monthOf } from '@service/foundation/quota/model/month.ts'
import * as hours from './hours-store.ts'

export type SetHours = (by: Act, company: string, gpuHours: number) => Promise<{ company: string } & GpuHours>

type Deps = { db: Database; now: () => Date; newId: NewId }

const maxHours = 10_000_000

/**
 * Sets how many GPU-hours a company, by id or slug, has in a calendar month, from this month on. Marks that the company is
 * below again are forgotten: it is notified again when it passes them, and deployments about to be stopped are not.
 */
export function makeSetHours({ db, now, newId }: Deps): SetHours {
  const audit = makeAudit({ now, newId })
  return (by, idOrSlug, gpuHours) => {
    const faults = new InputFaults()
    if (!(gpuHours >= 0 && gpuHours <= maxHours)) faults.add('hours', `must be a number from 0 to ${maxHours}`)
    faults.throwIfAny()
    return db.transaction(async (tx) => {
      const company = await companies.lock(tx, idOrSlug)
      if (!company) throw new Problem('not-found', `Company ${idOrSlug} not found.`)
      const [before] = await hours.lock(tx, [{ companyId: company.id, month: monthOf(now()) }])
      const after = { ...before!, limitMs: gpuMsOfHours(gpuHours) }
      if (after.limitMs === before!.limitMs) return { company: company.slug, ...before! }
      await hours.setLimit(tx, company.id, after.limitMs)
      const passed = marksPassed(after)
      await hours.write(tx, [
        {
          ...after,
          warnedAt: passed.includes('warning') ? after.warnedAt : null,
          exhaustedAt: passed.includes('exhausted') ? after.exhaustedAt : null,
        },
      ])
      await audit.record(tx, by, {
        companyId: company.id,
        action: 'company.hours',
        target: company.id,
        before: { gpuHours: hoursShown(before!.limitMs) },
        after: { gpuHours: hoursShown(after.limitMs) },
      })
      return { company: company.slug, ...after }
    })
  }
}
