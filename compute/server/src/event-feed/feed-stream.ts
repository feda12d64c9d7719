/**
 * The feed as server-sent events (HTML Standard, section 9.2.6), each with the cursor to resume after as its id. The first
 * block, and what is sent while nothing happens, has only an id: who is cut off before the first event resumes there too.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { cursorOf } from '@service/foundation/http/page.ts'
import type { FeedEvent, FeedFilter } from './feed-store.ts'
import type { EventFeed } from './read-feed.ts'

/** Proxies and sockets give up on silence. */
const defaultQuietMs = 15_000
/** A busy company's events are read together. */
const pauseMs = 100

type Deps = {
  feed: EventFeed
  companyId: string
  after: number
  filter: FeedFilter
  textOf: (event: FeedEvent) => string
  signal: AbortSignal
  quietMs?: number
  report: (error: unknown) => void
}

/** Never throws: a failure on the way is reported, and breaks the stream off. */
export async function* feedStream(deps: Deps): AsyncGenerator<string, void, undefined> {
  const { feed, companyId, filter, textOf, signal, report, quietMs = defaultQuietMs } = deps
  let { after } = deps
  yield `retry: 2000\nid: ${idOf(after)}\n\n`
  try {
    while (!signal.aborted) {
      const page = await feed.next(companyId, after, filter, { timeMs: quietMs, signal })
      if (!page) return
      const { events } = page
      after = page.through
      yield events.length === 0
        ? `: nothing new\nid: ${idOf(after)}\n\n`
        : events.map((event) => `id: ${idOf(event.position)}\ndata: ${textOf(event)}\n\n`).join('')
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  } catch (error) {
    if (!signal.aborted) report(error)
  }
}

const idOf = (position: number): string => cursorOf([position])
