/**
 * What a process has opened, so that it can close in reverse order: the listener before the jobs, the jobs before the
 * database that they write to. Each part is registered as soon as it is open; a start that fails halfway closes what
 * there is by the same path.
 */
import type { Logger } from './log/log.ts'

export interface Disposer {
  /** `close` is called once, after everything registered later has closed. */
  add(name: string, close: () => void | Promise<void>): void
  /** Closes everything; the same promise however often it is called. Never throws: a failure is logged and the rest closed. */
  close(): Promise<void>
  /** The names of what has not closed yet. */
  readonly open: readonly string[]
}

export function makeDisposer(log: Logger): Disposer {
  const parts: { name: string; close: () => void | Promise<void> }[] = []
  const open = new Set<string>()
  let closed: Promise<void> | undefined

  async function closeAll(): Promise<void> {
    for (const { name, close } of parts.toReversed()) {
      try {
        await close()
      } catch (error) {
        log.error({ err: error, part: name }, 'a part did not close cleanly')
      }
      open.delete(name)
    }
  }
  return {
    add(name, close) {
      parts.push({ name, close })
      open.add(name)
    },
    close() {
      closed ??= closeAll()
      return closed
    },
    get open() {
      return [...open]
    },
  }
}
