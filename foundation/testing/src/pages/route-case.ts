/** What the route walk knows of a route of an interface. Each room has its cases in a file of its own: `overview.cases.ts`. */
export type RouteCase<World> = {
  /** The address of the screen below that of the interface, for the company with data; for what has to be made first, a function that does. */
  at: string | ((world: World) => Promise<string>)
  /** Stands on the screen once its data is there. */
  shows: string | RegExp
  /** Stands on the screen of the company without data; undefined for screens that cannot be empty. */
  empty?: { at?: string; shows: string | RegExp }
  /** It asks the service for nothing, so there is nothing to wait for and nothing to fail. */
  asksNothing?: true
  /** For people who are not signed in. */
  outside?: true
  /** Another interface has the same screen and walks it in every state: here it is opened with its data alone. */
  elsewhere?: true
}

/** By the full path of the route, such as `/webhooks/$webhookId`. */
export type RouteCases<World> = Readonly<Record<string, RouteCase<World>>>
