/** How a process ends: on a signal, or when the process that started it is gone. */
import type { Disposer } from './disposer.ts'
import type { Logger } from './log/log.ts'

/** The part of `process` that a shutdown needs: `main.ts` hands it over. */
export type SignalSource = {
  on(event: 'SIGTERM' | 'SIGINT', listener: (signal: string) => void): unknown
  once(event: 'disconnect', listener: () => void): unknown
  exit(code: number): void
}

export type ShutdownOptions = {
  disposer: Disposer
  log: Logger
  /** Called at once, before anything closes. */
  announce: () => void
  /** How long to go on serving after the announcement, for a load balancer to notice `/readyz`. */
  drainMs: number
  /** In-flight requests and jobs get this long; then the process ends whatever they do. */
  graceMs: number
  /** Monotonic. */
  uptimeMs: () => number
}

/**
 * One Ctrl-C reaches the whole process group at once, and a parent that passes signals on delivers it again: what
 * follows this closely is no second wish.
 */
const sameWishMs = 500

/**
 * On SIGTERM, SIGINT or the loss of the parent: announce, drain, close everything, exit 0. A second signal exits at
 * once, and so does the end of the grace period, both with 1.
 */
export function shutDownOnSignals(source: SignalSource, options: ShutdownOptions): void {
  const { disposer, log, announce, drainMs, graceMs, uptimeMs } = options
  let begunAtMs: number | undefined
  const begin = (why: string) => {
    if (begunAtMs !== undefined) {
      if (uptimeMs() - begunAtMs < sameWishMs) return
      log.warn({ why }, 'second signal to stop: exiting at once')
      source.exit(1)
      return
    }
    begunAtMs = uptimeMs()
    log.info({ why }, 'shutting down')
    announce()
    setTimeout(() => {
      log.error({ graceMs, open: disposer.open }, 'shutdown timed out: exiting')
      source.exit(1)
    }, drainMs + graceMs).unref()
    setTimeout(() => disposer.close().then(() => source.exit(0)), drainMs)
  }
  source.on('SIGTERM', begin)
  source.on('SIGINT', begin)
  source.once('disconnect', () => {
    // A parent that dies while we are stopping already is no second request to stop.
    if (begunAtMs === undefined) begin('the parent process has ended')
  })
}
