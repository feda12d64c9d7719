/** What the route walk is given. */
import type { RunningService } from '@service/compute-testing/running-service.ts'
import type { RouteCases as Cases } from '@service/foundation-testing/pages/route-case.ts'

/** A running service with a company that has deployments and one that has none, each with an owner. */
export type World = {
  service: RunningService
  full: { companyId: string; userId: string; deploy: (wanted?: object) => Promise<string> }
  /** Of the company with deployments, and an operator of the installation. */
  operator: { companyId: string; userId: string }
  empty: { companyId: string; userId: string }
}

export type RouteCases = Cases<World>
