import type { Database } from '../database/database.ts'
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

/** Until a row falls due, for a tick to return; undefined while there is none. */
export const msUntil = (dueAt: Date | undefined, now: Date): number | undefined =>
  dueAt && Math.max(0, dueAt.getTime() - now.getTime())
