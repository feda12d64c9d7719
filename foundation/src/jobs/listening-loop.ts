import type { Database, Queryable } from '../database/database.ts'
import type { Logger } from '../log/log.ts'
import { WakeLoop, type WakeLoopOptions } from './wake-loop.ts'

export type ListeningLoop = Pick<WakeLoop, 'wake' | 'stop'>

type ListeningLoopOptions = WakeLoopOptions & {
  /** Done once before the first tick; where it fails, nothing is started and its error is thrown. */
  begin?: () => Promise<void>
  /** Called with what is announced, before the tick that follows. */
  heard?: (payload: string) => void
}

/**
 * A `WakeLoop` that announcements on a channel of the database wake as well. Listening comes first: nothing that is
 * announced since the call is missed.
 */
export async function startListeningLoop(
  db: Database,
  channel: string,
  { begin, heard, ...options }: ListeningLoopOptions,
): Promise<ListeningLoop> {
  let loop: WakeLoop | undefined
  const listener = await db.listen(channel, (payload) => {
    heard?.(payload)
    loop?.wake()
  })
  try {
    await begin?.()
  } catch (error) {
    await listener.close()
    throw error
  }
  const listening = new WakeLoop(options)
  loop = listening
  return {
    wake: () => listening.wake(),
    async stop() {
      await listening.stop()
      await listener.close()
    },
  }
}

type QueueDeps = { db: Database; now: () => Date; log: Logger }

type QueueOptions = {
  /** Only one process can hold an embedded database, so all leases found at its start are of processes that died. */
  endLeases: (db: Queryable) => Promise<void>
  /** Takes and does what is due, in part; falsy when there was nothing. */
  work(stop: AbortSignal): Promise<number | boolean>
  /** When something falls due that is not announced. */
  nextDueAt?: (db: Queryable) => Promise<Date | undefined>
  /** Also the pause after a failure. */
  pollEveryMs: number
  /** Logged when it fails. */
  failure: string
}

/** Works off a queue in a table whenever something is announced on its channel, or falls due. */
export const startQueue = (
  { db, now, log }: QueueDeps,
  channel: string,
  { endLeases, work, nextDueAt, pollEveryMs, failure }: QueueOptions,
): Promise<ListeningLoop> =>
  startListeningLoop(db, channel, {
    async begin() {
      if (db.engine === 'embedded') await endLeases(db.connection)
    },
    async tick({ stop }) {
      while (!stop.aborted && (await work(stop))) {}
      return msUntil(await nextDueAt?.(db.connection), now())
    },
    pollEveryMs,
    retryAfterMs: pollEveryMs,
    report: (err) => log.error({ err }, failure),
  })

/** Until a row falls due, for a tick to return; undefined while there is none. */
export const msUntil = (dueAt: Date | undefined, now: Date): number | undefined =>
  dueAt && Math.max(0, dueAt.getTime() - now.getTime())
