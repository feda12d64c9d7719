import type { Database } from '../database/database.ts'
import { WakeLoop, type WakeLoopOptions } from './wake-loop.ts'

/** A `WakeLoop` that announcements on a channel of the database wake as well. Nothing announced since the call is missed. */
export async function startListeningLoop(
  db: Database,
  channel: string,
  options: WakeLoopOptions,
): Promise<Pick<WakeLoop, 'wake' | 'stop'>> {
  let loop: WakeLoop | undefined
  const listener = await db.listen(channel, () => loop?.wake())
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
