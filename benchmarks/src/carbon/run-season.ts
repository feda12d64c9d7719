/** A season as it happens: hour by hour jobs come in, wait, start and end; a policy knows what is known at the hour. */
import type { Job } from './jobs.ts'
import { gramsOf, type Season } from './season.ts'

export type Waiting = { job: Job; id: string; isNew: boolean }
export type Running = { hub: number; end: number }

export type Moment = {
  hour: number
  /** GPUs by hub; the policy's own starts of this hour are taken off as it makes them. */
  free: readonly number[]
  running: readonly Running[]
}

/** Decides about each waiting job, one after the other: a hub to start at, or undefined to go on waiting. */
export type Policy = {
  begin?(moment: Moment, waiting: readonly Waiting[]): void
  decide(waiting: Waiting, moment: Moment): number | undefined
}

export type Outcome = { grams: number; late: number; meanWaitHours: number }

export function runSeason(season: Season, policy: Policy): Outcome {
  const { jobs, gpus, grids, slackHours, hours } = season
  const free = grids.map(() => gpus)
  let running: Running[] = []
  let waiting: Waiting[] = []
  let next = 0
  const sum = { grams: 0, late: 0, waited: 0 }
  for (let hour = 0; hour < hours && (next < jobs.length || waiting.length > 0); hour++) {
    running = running.filter(({ hub, end }) => {
      if (end > hour) return true
      free[hub]!++
      return false
    })
    for (const one of waiting) one.isNew = false
    for (; next < jobs.length && jobs[next]!.asked <= hour; next++) {
      waiting.push({ job: jobs[next]!, id: String(next), isNew: true })
    }
    const moment = { hour, free, running }
    policy.begin?.(moment, waiting)
    waiting = waiting.filter((one) => {
      const hub = policy.decide(one, moment)
      if (hub === undefined) return true
      if (free[hub]! <= 0) throw new Error(`hub ${hub} is full`)
      free[hub]!--
      running.push({ hub, end: hour + one.job.hours })
      sum.grams += gramsOf(season, one.job, hub, hour)
      sum.waited += hour - one.job.asked
      if (hour > one.job.asked + slackHours) sum.late++
      return false
    })
  }
  if (waiting.length > 0) throw new Error(`${waiting.length} jobs never ran`)
  return { grams: sum.grams, late: sum.late, meanWaitHours: sum.waited / jobs.length }
}
