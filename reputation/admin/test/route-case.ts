/** What the route walk is given. */
import type { RouteCases as Cases } from '@service/foundation-testing/pages/route-case.ts'
import type { InTheNews } from '@service/reputation-testing/news.ts'
import type { RunningService } from '@service/reputation-testing/running-service.ts'

/** A running service with a company that has data and one that has none, each with an owner who is signed in. */
export type World = {
  service: RunningService
  full: InTheNews
  empty: { companyId: string; userId: string }
}

export type RouteCases = Cases<World>
