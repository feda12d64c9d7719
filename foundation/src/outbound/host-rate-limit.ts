/**
 * One request at a time to each host, and a pause between two of them, however many feeds it has. In the memory of one
 * process: several processes may each have one under way.
 */
import { setTimeout as sleep } from 'node:timers/promises'

export interface HostRateLimit {
  /** Waits for the host to be free, does the work, and lets nobody else at the host for the pause after it. */
  run<T>(host: string, work: () => Promise<T>): Promise<T>
}

export function makeHostRateLimit({ pauseMs = 1_000 }: { pauseMs?: number } = {}): HostRateLimit {
  /** The end of the last request to each host, its pause included; hosts that nobody waits for are forgotten. */
  const last = new Map<string, Promise<void>>()

  return {
    async run(host, work) {
      const before = last.get(host)
      let over = () => {}
      const current = new Promise<void>((resolve) => {
        over = resolve
      })
      last.set(host, current)
      await before
      try {
        return await work()
      } finally {
        void sleep(pauseMs, undefined, { ref: false }).then(() => {
          over()
          if (last.get(host) === current) last.delete(host)
        })
      }
    },
  }
}
