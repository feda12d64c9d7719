/**
 * Sessions of one address move their clocks one after the other. A move may be thousands of steps, in the process that serves
 * everybody, and nobody heaps them up by waiting in many sessions at a time.
 */
export type Enqueue = (move: () => Promise<void>) => Promise<void>

/** A queue for each address range, kept while there is something in it. */
export function openSerialQueues(): { of(range: string): Enqueue } {
  const last = new Map<string, Promise<void>>()
  return {
    of: (range) => (move) => {
      const moved = (last.get(range) ?? Promise.resolve()).then(move)
      const settled = moved.catch(() => {})
      last.set(range, settled)
      void settled.then(() => {
        if (last.get(range) === settled) last.delete(range)
      })
      return moved
    },
  }
}
