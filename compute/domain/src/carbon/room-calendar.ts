/**
 * Which GPUs are expected to be free hour by hour, so that runs that may wait do not all wait for the same ones: what is
 * free now, what running jobs give back when they are expected to end, and what waiting runs are booked for. A booking is
 * a plan, not a promise: nothing is held for it, and it is replaced whenever its run is planned again.
 */
import { hourMs, hourOf } from '../time/time.ts'

export type Stay = { gpus: number; from: Date; durationHours: number }

export class RoomCalendar {
  readonly #firstHour: number
  readonly #hours: number
  readonly #pools = new Map<string, Int32Array>()
  readonly #bookings = new Map<string, Stay & { pool: string }>()

  /** For so many hours from that of `now` on; later hours are taken to be as the last one. */
  constructor(now: Date, hours: number) {
    this.#firstHour = hourOf(now).getTime() / hourMs
    this.#hours = hours
  }

  /** A pool is the GPUs of one type at one hub. */
  setFree(pool: string, gpus: number): void {
    this.#pools.set(pool, new Int32Array(this.#hours).fill(gpus))
  }

  /** GPUs that are taken now, and free from then on. */
  expectBack(pool: string, gpus: number, at: Date): void {
    const first = Math.ceil(at.getTime() / hourMs) - this.#firstHour
    this.#add(pool, gpus, Math.max(1, first), this.#hours)
  }

  /** Replaces an earlier booking of the run. */
  book(runId: string, pool: string, stay: Stay): void {
    this.unbook(runId)
    this.#bookings.set(runId, { pool, ...stay })
    this.#add(pool, -stay.gpus, ...this.#span(stay))
  }

  unbook(runId: string): void {
    const booked = this.#bookings.get(runId)
    if (!booked) return
    this.#bookings.delete(runId)
    this.#add(booked.pool, booked.gpus, ...this.#span(booked))
  }

  /** GPUs by hour, from the current one on. */
  freeOf(pool: string): Int32Array {
    return this.#pools.get(pool)?.slice() ?? new Int32Array(this.#hours)
  }

  hasRoom(pool: string, stay: Stay): boolean {
    const free = this.#pools.get(pool)
    if (!free) return false
    const [first, end] = this.#span(stay)
    return free.subarray(first, end).every((gpus) => gpus >= stay.gpus)
  }

  /** The hours of a stay: at least one, within the calendar. */
  #span({ from, durationHours }: Stay): [first: number, end: number] {
    const begin = from.getTime() / hourMs - this.#firstHour
    const first = Math.min(Math.max(0, Math.floor(begin)), this.#hours - 1)
    return [first, Math.min(Math.max(first + 1, Math.ceil(begin + durationHours)), this.#hours)]
  }

  #add(pool: string, gpus: number, first: number, end: number): void {
    const hours = this.#pools.get(pool)?.subarray(first, end)
    hours?.set(hours.map((free) => free + gpus))
  }
}
