/**
 * The room calendar of one hour, filled pool by pool: what is free at a pool, and what its running jobs give back, is
 * entered when the pool is first asked for.
 */

import { RoomCalendar, type Stay } from '@service/compute-domain/carbon/room-calendar.ts'
import { hourOf } from '@service/compute-domain/time/time.ts'
import type { EndingRun } from './outlook-store.ts'

/** The GPUs of one type at one hub. */
export type Pool = { hubId: string; gpuType: string }

export const poolKey = ({ hubId, gpuType }: Pool): string => `${hubId} ${gpuType}`

/** A week of waiting, and most runs; hours beyond are taken to be as the last one. */
export const hoursAhead = 240

type Content = { at: Date; running: readonly EndingRun[]; freeNow: (pool: Pool) => number }

export class PoolCalendar {
  /** Start of the hour that it begins with, in ms since 1970. */
  readonly hour: number
  readonly running: readonly EndingRun[]
  readonly #calendar: RoomCalendar
  readonly #freeNow: (pool: Pool) => number
  readonly #endingByPool: ReadonlyMap<string, EndingRun[]>
  readonly #entered = new Set<string>()

  constructor({ at, running, freeNow }: Content) {
    this.hour = hourOf(at).getTime()
    this.running = running
    this.#calendar = new RoomCalendar(at, hoursAhead)
    this.#freeNow = freeNow
    this.#endingByPool = Map.groupBy(running, poolKey)
  }

  hasRoom(pool: Pool, stay: Stay): boolean {
    return this.#calendar.hasRoom(this.#enter(pool), stay)
  }

  /** GPUs expected to be free, hour by hour. */
  freeOf(pool: Pool): Int32Array {
    return this.#calendar.freeOf(this.#enter(pool))
  }

  book(runId: string, pool: Pool, stay: Stay): void {
    this.#calendar.book(runId, this.#enter(pool), stay)
  }

  unbook(runId: string): void {
    this.#calendar.unbook(runId)
  }

  #enter(pool: Pool): string {
    const key = poolKey(pool)
    if (this.#entered.has(key)) return key
    this.#entered.add(key)
    this.#calendar.setFree(key, this.#freeNow(pool))
    for (const { gpus, endsAt } of this.#endingByPool.get(key) ?? []) this.#calendar.expectBack(key, gpus, endsAt)
    return key
  }
}
