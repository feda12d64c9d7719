/**
 * Asks the engines once a minute what each instance that runs uses, and keeps that, in one process at a time. A minute that
 * could not be sampled is a gap, never a guess: a hub that does not respond is left alone until the next, and what is not
 * reached within the minute has none. Each minute begins with another deployment, so that none is always the last.
 */
import { type Engine, EngineFault } from '@service/compute-engines/engine.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { runIfDue, type ScheduledJob, WakeLoop } from '@service/foundation/jobs/jobs.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import * as store from './sample-store.ts'
import { minuteMs } from './usage-history.ts'

type Deps = {
  db: Database
  now: () => Date
  log: Logger
  engineOf: (hubId: string) => Engine | undefined
}

/** More than these have no samples. */
const maxInstances = 20_000
const askedAtOnce = 8
const askMs = 5_000
/** Of a minute; the rest is for writing. */
const roundMs = 45_000
const writtenAtOnce = 500

/** Samples every instance for the minute that it is; how many it has samples of. */
export async function sampleUsage({ db, now, log, engineOf }: Deps, stop: AbortSignal): Promise<number> {
  const minute = new Date(Math.floor(now().getTime() / minuteMs) * minuteMs)
  const running = await store.listRunning(db.connection, maxInstances)
  const first = running.length === 0 ? 0 : (minute.getTime() / minuteMs) % running.length
  const ordered = [...running.slice(first), ...running.slice(0, first)]
  const until = AbortSignal.any([stop, AbortSignal.timeout(roundMs)])
  const samples: store.NewSample[] = []
  const hubs = Map.groupBy(ordered, ({ hubId }) => hubId)
  await Promise.all(
    [...hubs].map(async ([hubId, instances]) => {
      const engine = engineOf(hubId)
      if (engine) await askEach(engine, instances)
    }),
  )
  for (let from = 0; from < samples.length; from += writtenAtOnce) {
    await store.insert(db.connection, minute, samples.slice(from, from + writtenAtOnce))
  }
  return samples.length

  async function askEach(engine: Engine, instances: readonly store.Running[]): Promise<void> {
    const left = [...instances]
    let isSilent = false
    const ask = async () => {
      for (let one = left.shift(); one && !isSilent && !until.aborted; one = left.shift()) {
        try {
          const asked = AbortSignal.any([until, AbortSignal.timeout(askMs)])
          const usage = await engine.usage(one.instanceName, asked)
          if (usage) samples.push({ ...one, ...usage, at: now() })
        } catch (err) {
          if (err instanceof EngineFault) isSilent ||= err.code === 'unreachable'
          else log.warn({ err, deploymentId: one.deploymentId }, 'the usage of a deployment could not be read')
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(askedAtOnce, left.length) }, ask))
  }
}

export function startSampling(deps: Deps & { newId: NewId }): { stop(): Promise<void> } {
  const { now, log } = deps
  const untilNextMinute = () => minuteMs - (now().getTime() % minuteMs)
  const job: ScheduledJob = {
    name: 'sample-usage',
    get everyMs() {
      return untilNextMinute()
    },
    async run(stop) {
      const sampled = await sampleUsage(deps, stop)
      log.debug({ sampled }, 'usage sampled')
      return {}
    },
  }
  return new WakeLoop({
    async tick({ stop }) {
      await runIfDue(deps, job, stop)
      return untilNextMinute() + 50
    },
    pollEveryMs: minuteMs,
    retryAfterMs: minuteMs,
    report: (err) => log.error({ err }, 'usage could not be sampled'),
  })
}
