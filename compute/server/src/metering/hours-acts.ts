/** The administration of GPU-hours: what a company has of a month, and how many it may have. */
import type { GpuHours } from '@service/compute-domain/metering/gpu-hours.ts'
import { type Guarded, operatorsOnly, type Rules } from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import * as hours from './hours-store.ts'
import { makeSetHours, type SetHours } from './set-hours.ts'

type Acts = {
  setHours: SetHours
  /** Of a month such as `2026-11`. */
  readHours(by: Act, companyId: string, month: string): Promise<GpuHours>
}

export type HoursActs = Guarded<Acts>

export const makeHoursActs = (deps: { db: Database; now: () => Date; newId: NewId }): Acts => ({
  setHours: makeSetHours(deps),
  readHours: (_by, companyId, month) => hours.find(deps.db.connection, { companyId, month: `${month}-01` }),
})

export const hoursRules: Rules<Acts> = {
  setHours: operatorsOnly,
  readHours: (companyId) => ({ companyId }),
}
