import { randomFrom } from '@service/foundation/seeded-random.ts'
import { expect, test } from 'vitest'
import type { Job } from './jobs.ts'
import { offlineOptimum } from './offline-optimum.ts'
import { gramsOf, type Season } from './season.ts'

/** Every schedule is tried. */
function bestByTrying(season: Season): number {
  const free = season.grids.map(() => new Int32Array(season.hours).fill(season.gpus))
  let best = Number.POSITIVE_INFINITY
  const place = (index: number, grams: number): void => {
    const job = season.jobs[index]
    if (!job) best = Math.min(best, grams)
    if (!job || grams >= best) return
    for (const hub of job.hubs) {
      for (let start = job.asked; start <= job.asked + season.slackHours; start++) {
        const hours = free[hub]!.subarray(start, start + job.hours)
        if (hours.some((gpus) => gpus === 0)) continue
        for (let hour = 0; hour < hours.length; hour++) hours[hour]!--
        place(index + 1, grams + gramsOf(season, job, hub, start))
        for (let hour = 0; hour < hours.length; hour++) hours[hour]!++
      }
    }
  }
  place(0, 0)
  return best
}

test('the optimum lies between the bound and the schedule that was found', () => {
  const random = randomFrom(5)
  for (let round = 0; round < 5; round++) {
    const hours = 12
    const grids = [100, 300].map((mean, hub) => ({
      name: String(hub),
      firstHour: 0,
      values: Float64Array.from({ length: hours }, () => mean * (0.5 + random())),
    }))
    const jobs = Array.from({ length: 6 }, (): Job => {
      const hubs = random() < 0.5 ? [0, 1] : [0]
      return { asked: Math.floor(random() * 4), hours: 1 + Math.floor(random() * 2), hubs }
    }).toSorted((a, b) => a.asked - b.asked)
    const season: Season = { grids, gpus: 2, offset: 0, askedHours: 4, hours, jobs, slackHours: 4 }
    const best = bestByTrying(season)
    const { atLeast, atMost } = offlineOptimum(season)
    expect(atLeast).toBeLessThanOrEqual(best + 1e-6)
    expect(atLeast).toBeGreaterThan(0.9 * best)
    expect(atMost).toBeGreaterThanOrEqual(best - 1e-6)
  }
})
