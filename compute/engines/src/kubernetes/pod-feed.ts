/**
 * Wakes those who wait for a change of one of our pods, by one watch of the cluster that is open while somebody waits. It
 * is a hint; who waits looks again after a while without one.
 */
import { EventEmitter, on } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fields } from '../fields.ts'
import type { ClusterClient } from './client/client.ts'
import { listAndWatch } from './client/watch.ts'
import { instanceLabel, ownerLabel } from './labels.ts'

const restMs = 1_000
/** The watch is kept that long after the last one left. */
const keptMs = 30_000

export class PodFeed {
  readonly #client: ClusterClient
  readonly #owner: string
  readonly #events = new EventEmitter()
  readonly #closing = new AbortController()
  #waiting = 0
  #watch: AbortController | undefined
  #leaving: NodeJS.Timeout | undefined

  constructor(client: ClusterClient, owner: string) {
    this.#client = client
    this.#owner = owner
    this.#events.setMaxListeners(0)
  }

  /** Begins to listen at once; `next` resolves at the first hint since, or after so long. */
  listen(instanceName: string): { next(limitMs: number, signal: AbortSignal): Promise<void>; leave(): void } {
    let hinted = false
    let wake: (() => void) | undefined
    const hear = () => {
      hinted = true
      wake?.()
    }
    const event = `of ${instanceName}`
    this.#events.on(event, hear)
    this.#enter()
    return {
      next: (limitMs, signal) =>
        new Promise((resolve) => {
          const done = () => {
            clearTimeout(late)
            signal.removeEventListener('abort', done)
            wake = undefined
            hinted = false
            resolve()
          }
          const late = setTimeout(done, limitMs)
          wake = done
          signal.addEventListener('abort', done)
          if (hinted || signal.aborted) done()
        }),
      leave: () => {
        this.#events.off(event, hear)
        this.#exit()
      },
    }
  }

  /** Ends when the cluster goes away, or the signal says so. */
  async *hints(signal: AbortSignal): AsyncGenerator<{ name: string }> {
    const gone = new AbortController()
    const end = () => gone.abort()
    this.#events.once('gone', end)
    this.#enter()
    try {
      const until = AbortSignal.any([signal, gone.signal, this.#closing.signal])
      for await (const [name] of on(this.#events, 'hint', { signal: until })) yield { name: String(name) }
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error
    } finally {
      this.#events.off('gone', end)
      this.#exit()
    }
  }

  close(): void {
    clearTimeout(this.#leaving)
    this.#closing.abort()
    this.#watch?.abort()
  }

  #enter(): void {
    this.#waiting++
    clearTimeout(this.#leaving)
    if (!this.#watch && !this.#closing.signal.aborted) void this.#run()
  }

  #exit(): void {
    this.#waiting--
    if (this.#waiting > 0) return
    this.#leaving = setTimeout(() => this.#watch?.abort(), keptMs)
    this.#leaving.unref()
  }

  async #run(): Promise<void> {
    const watch = new AbortController()
    this.#watch = watch
    const { signal } = watch
    const selection = { path: '/api/v1/pods', labels: `${ownerLabel}=${this.#owner}`, metadataOnly: true }
    while (!signal.aborted) {
      try {
        for await (const change of listAndWatch(this.#client, selection, signal, instanceNameOf)) {
          for (const name of change.kind === 'listed' ? change.items : [change.object]) this.#say(name)
        }
      } catch {
        this.#events.emit('gone')
      }
      if (this.#waiting === 0) break
      await sleep(restMs, undefined, { signal }).catch(() => {})
    }
    this.#watch = undefined
    if (this.#waiting > 0 && !this.#closing.signal.aborted) void this.#run()
  }

  #say(name: string): void {
    this.#events.emit(`of ${name}`)
    this.#events.emit('hint', name)
  }
}

const instanceNameOf = (object: Fields): string | undefined =>
  object.in('metadata').inIfAny('labels').textIfAny(instanceLabel)
