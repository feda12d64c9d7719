/** What the route walk knows of a route. Each room has its cases in a file of its own: `overview.cases.ts`. */
import type { InTheNews } from '@service/reputation-testing/news.ts'
import type { RunningService } from '@service/reputation-testing/running-service.ts'

/** A running service with a company that has data and one that has none, each with an owner who is signed in. */
export type World = {
  service: RunningService
  full: InTheNews
  empty: { companyId: string; userId: string }
}

export type RouteCase = {
  /** The address of the screen below `/admin`, for the company with data; for what has to be made first, a function that does. */
  at: string | ((world: World) => Promise<string>)
  /** Stands on the screen once its data is there. */
  shows: string | RegExp
  /** Stands on the screen of the company without data; undefined for screens that cannot be empty. */
  empty?: { at?: string; shows: string | RegExp }
  /** It asks the service for nothing, so there is nothing to wait for and nothing to fail. */
  asksNothing?: true
  /** For people who are not signed in. */
  outside?: true
}

/** By the full path of the route, such as `/webhooks/$webhookId`. */
export type RouteCases = Readonly<Record<string, RouteCase>>
