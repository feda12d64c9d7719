import { setTimeout as sleep } from 'node:timers/promises'
import type { EventFeed } from '../event-feed/event-feed.ts'
import type { Session } from './session.ts'
import type { InSession } from './session-deployments.ts'

/** Of one session: each who follows brings it to the present now and then. */
export const maxSessionStreams = 2
const paceMs = 250
const maxAtOnce = 200

/** The feed of a session’s events, which who follows it reads in real time. It ends with the session. */
export function sessionFeed(find: (id: string) => Session | undefined, inSession: InSession): EventFeed {
  const read: EventFeed['read'] = (companyId, after, limit, filter) =>
    inSession(companyId, ({ rows }) => {
      const events = rows.feed(after, limit, filter)
      const through = events.length >= limit ? events.at(-1)!.position : Math.max(after, rows.lastPosition)
      return { events, through }
    })
  return {
    read,
    end: (companyId) => inSession(companyId, ({ rows }) => rows.lastPosition),
    async next(companyId, after, filter, { timeMs, signal }) {
      const session = find(companyId)
      if (!session) return undefined
      const leaving = AbortSignal.any([signal, session.ended])
      let through = after
      for (let waitedMs = 0; !leaving.aborted; waitedMs += paceMs) {
        const page = await read(companyId, through, maxAtOnce, filter)
        through = page.through
        if (page.events.length > 0 || waitedMs >= timeMs) return page
        await sleep(paceMs, undefined, { signal: leaving }).catch(() => {})
      }
      return undefined
    },
  }
}
