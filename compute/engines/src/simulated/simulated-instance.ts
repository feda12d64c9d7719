/**
 * An instance that does not exist. All that is kept of it is what was ordered, when, and when it was stopped: where it
 * stands follows from that and the time, so nothing has to run, and a restart of the service changes nothing.
 */
import type { Instance, InstanceUsage, LogLine } from '../engine.ts'
import { outcomeOf } from './outcome.ts'

export type SimulatedInstance = {
  hubId: string
  name: string
  deploymentId: string
  companyId: string
  attempt: number
  image: string
  gpus: number
  job: boolean
  appliedAt: Date
  pullMs: number
  startMs: number
  stoppedAt: Date | null
}

/** A process ended by SIGTERM. */
const terminated = 143

/** Where it stands at `now`, as an engine would say it. */
export function instanceAt(simulated: SimulatedInstance, now: Date): Instance {
  const { name, deploymentId, companyId, attempt } = simulated
  const identity = { name, deploymentId, companyId, attempt, address: null, hasPort: true }
  return { ...identity, ...lifeAt(simulated, now) }
}

type Life = Pick<Instance, 'state' | 'startedAt' | 'finishedAt' | 'exitCode' | 'outOfMemory' | 'restarts'>

function lifeAt(simulated: SimulatedInstance, now: Date): Life {
  const { stoppedAt } = simulated
  if (stoppedAt === null || now < stoppedAt) return unstoppedLifeAt(simulated, now.getTime())
  const life = unstoppedLifeAt(simulated, stoppedAt.getTime())
  if (life.state === 'exited' || life.state === 'restarting') return { ...life, state: 'exited' }
  const exitCode = life.startedAt === null ? null : terminated
  return { ...life, state: 'exited', finishedAt: stoppedAt, exitCode }
}

function unstoppedLifeAt(simulated: SimulatedInstance, time: number): Life {
  const { fate } = outcomeOf(simulated.image)
  const alive = { finishedAt: null, exitCode: null, outOfMemory: 'no' } as const
  const run = runAt(simulated, time)
  if (!run) return { ...alive, state: 'created', startedAt: null, restarts: 0 }
  const startedAt = new Date(run.begun)
  if (fate.kind !== 'ends' || time < run.ended) return { ...alive, state: 'running', startedAt, restarts: run.number }
  return {
    state: simulated.job ? 'exited' : 'restarting',
    startedAt,
    finishedAt: new Date(run.ended),
    exitCode: fate.exitCode,
    outOfMemory: fate.outOfMemory ? 'yes' : 'no',
    restarts: run.number,
  }
}

/** From one start to the next. `ended` is infinite for one that runs until it is stopped. */
type Run = { number: number; begun: number; ended: number }

/** As Docker pauses between restarts: twice as long each time, a minute at most. */
const pauseMs = (restarts: number): number => Math.min(100 * 2 ** restarts, 60_000)

/** The run that is on at that time, or was the last. */
function runAt(simulated: SimulatedInstance, time: number): Run | undefined {
  let found: Run | undefined
  for (const run of runsOf(simulated)) {
    if (run.begun > time) break
    found = run
  }
  return found
}

function* runsOf({ appliedAt, pullMs, startMs, image, job }: SimulatedInstance): Generator<Run> {
  const { fate } = outcomeOf(image)
  let begun = appliedAt.getTime() + pullMs + startMs
  if (fate.kind !== 'ends') {
    yield { number: 0, begun, ended: Number.POSITIVE_INFINITY }
    return
  }
  for (let number = 0; ; number++) {
    const ended = begun + fate.afterMs
    yield { number, begun, ended }
    if (job) return
    begun = ended + pauseMs(number)
  }
}

/** When it changes by itself next; undefined if it never does. */
export function nextChange(simulated: SimulatedInstance, now: Date): Date | undefined {
  if (simulated.stoppedAt) return undefined
  for (const { begun, ended } of runsOf(simulated)) {
    const next = [begun, ended].find((time) => time > now.getTime())
    if (next !== undefined) return Number.isFinite(next) ? new Date(next) : undefined
  }
  return undefined
}

const lineEveryMs = 60_000

/** What it has written after `since` and up to `now`. */
export function* linesOf(simulated: SimulatedInstance, since: Date | null, now: Date): Generator<LogLine> {
  const from = since?.getTime() ?? Number.NEGATIVE_INFINITY
  const until = Math.min(now.getTime(), simulated.stoppedAt?.getTime() ?? Number.POSITIVE_INFINITY)
  const { fate } = outcomeOf(simulated.image)
  for (const { begun, ended } of runsOf(simulated)) {
    if (begun > until) return
    if (begun > from)
      yield line(begun, 'stdout', `simulated: ${simulated.image} started on ${counted(simulated.gpus, 'GPU')}`)
    const written = Math.max(0, Math.floor((from - begun) / lineEveryMs))
    for (let at = begun + (written + 1) * lineEveryMs; at < Math.min(ended, until); at += lineEveryMs) {
      if (at > from) yield line(at, 'stdout', `simulated: up for ${counted((at - begun) / lineEveryMs, 'minute')}`)
    }
    if (fate.kind === 'ends' && ended > from && ended <= until) {
      const because = fate.outOfMemory ? 'killed for its memory' : `exit code ${fate.exitCode}`
      yield line(ended, 'stderr', `simulated: ended, ${because}`)
    }
  }
}

const line = (at: number, stream: LogLine['stream'], text: string): LogLine => ({ at: new Date(at), stream, text })

const bytesPerGpu = 16 * 2 ** 30

/** As if its GPUs were always as busy as each other; the figure differs by name and stays the same. */
export function usageAt(simulated: SimulatedInstance, now: Date): InstanceUsage | undefined {
  const { state, startedAt } = lifeAt(simulated, now)
  if (state !== 'running' || !startedAt) return undefined
  const share = 0.5 + ([...simulated.name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 40) / 100
  return {
    cpuSeconds: ((now.getTime() - startedAt.getTime()) / 1_000) * simulated.gpus * share,
    memoryBytes: Math.round(simulated.gpus * bytesPerGpu * share),
    memoryLimitBytes: simulated.gpus * bytesPerGpu,
    gpuShare: share,
  }
}

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`
