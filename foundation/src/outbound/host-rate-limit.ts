/**
 * One request at a time to each host, and a pause between two of them, however many feeds it has. In the memory of one
 * process: several processes may each have one under way.
 */
import { setTimeout as sleep } from 'node:timers/promises'

export interface HostTurns {
  /** Waits for the host to be free, does the work, and keeps the host free of others for the pause after it. */
  take<T>(host: string, work: () => Promise<T>): Promise<T>
}

export function makeHostTurns({ pauseMs = 1_000 }: { pauseMs?: number } = {}): HostTurns {
  /** The end of the last turn taken, its pause included; hosts that nobody waits for are forgotten. */
  const last = new Map<string, Promise<void>>()

  return {
    async take(host, work) {
      const before = last.get(host)
      let over = () => {}
      const turn = new Promise<void>((resolve) => {
        over = resolve
      })
      last.set(host, turn)
      await before
      try {
        return await work()
      } finally {
        void sleep(pauseMs, undefined, { ref: false }).then(() => {
          over()
          if (last.get(host) === turn) last.delete(host)
        })
      }
    },
  }
}
