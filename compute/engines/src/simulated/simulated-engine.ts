/**
 * An engine that runs nothing, for hubs that do not exist: the demo without Docker, tests, and trying things out. It
 * keeps to the contract of engines by the rows of its instances and a clock alone.
 */
import { EventEmitter, on } from 'node:events'
import type { HubNode } from '@service/compute-domain/hubs/model/hub.ts'
import {
  type Engine,
  EngineFault,
  type Instance,
  type InstanceOrder,
  type LogLine,
  type LogOptions,
} from '../engine.ts'
import type { Clock } from './clock.ts'
import type { HubCondition, HubConditions } from './hub-conditions.ts'
import { outcomeOf } from './outcome.ts'
import { instanceAt, linesOf, nextChange, type SimulatedInstance, usageAt } from './simulated-instance.ts'
import type { SimulatedInstances } from './simulated-instances.ts'

type Deps = {
  hubId: string
  nodes: readonly HubNode[]
  instances: SimulatedInstances
  clock: Clock
  conditions?: HubConditions
}

const defaultPullMs = 300
const defaultStartMs = 200
const followEveryMs = 1_000
/** Of real time: as long as the engines that exist are waited for. */
const hungMs = 10_000

export function simulatedEngine({ hubId, nodes, instances, clock, conditions = new Map() }: Deps): Engine {
  const closing = new AbortController()
  const hints = new EventEmitter()
  hints.setMaxListeners(0)
  const hint = (name: string) => void hints.emit('hint', { name })
  const condition = (): HubCondition => conditions.get(hubId) ?? {}

  async function reach(signal: AbortSignal): Promise<void> {
    if (condition().hung) await aborted(AbortSignal.any([signal, closing.signal, AbortSignal.timeout(hungMs)]))
    if (signal.aborted || closing.signal.aborted || condition().hung || condition().unreachable) {
      throw new EngineFault('unreachable', 'The hub does not respond (simulated).', { cause: signal.reason })
    }
  }

  /** Sleeps through what the engine would be doing; a hub that is lost meanwhile is noticed at the end. */
  async function spend(until: Date, signal: AbortSignal): Promise<void> {
    await clock.sleepUntil(until, AbortSignal.any([signal, closing.signal]))
    await reach(signal)
  }

  function begin(order: InstanceOrder): SimulatedInstance {
    const { name, deploymentId, companyId, attempt, image, job } = order
    const { pullMs = outcomeOf(image).pullMs ?? defaultPullMs, startMs = defaultStartMs } = condition()
    const gpus = order.nodes.reduce((sum, node) => sum + node.gpus, 0)
    const identity = { hubId, name, deploymentId, companyId, attempt, image, gpus, job }
    return { ...identity, appliedAt: clock.now(), pullMs, startMs, stoppedAt: null }
  }

  /** What never comes to be leaves nothing behind. What has come to be is there, whatever it is like at the hub by now. */
  async function refuse(
    begun: SimulatedInstance,
    signal: AbortSignal,
    onProgress: Parameters<Engine['apply']>[2],
  ): Promise<void> {
    const { fate } = outcomeOf(begun.image)
    const isFull = condition().full === true
    if ((fate.kind !== 'fails' && !isFull) || (await instances.get(hubId, begun.name))) return
    if (isFull) throw new EngineFault('no-room', 'The hub is full (simulated).')
    if (fate.kind !== 'fails') return
    onProgress?.('pulling')
    await spend(after(begun.appliedAt, begun.pullMs + (fate.at === 'start' ? begun.startMs : 0)), signal)
    throw new EngineFault(fate.code, fate.message)
  }

  /** Tells watchers of what is going to happen to it while this process lives; it is a hint, so no more is needed. */
  async function announceChange(instance: SimulatedInstance): Promise<void> {
    const next = nextChange(instance, clock.now())
    if (!next) return
    await clock.sleepUntil(next, closing.signal)
    const kept = closing.signal.aborted ? undefined : await instances.get(hubId, instance.name).catch(() => undefined)
    if (!kept) return
    hint(instance.name)
    if (!instance.job && next.getTime() - instance.appliedAt.getTime() < 10 * 60_000) await announceChange(kept)
  }

  return {
    kind: 'simulated',

    async probe(signal) {
      await reach(signal)
      return { version: 'simulated', nodes, cpuOnly: false }
    },

    async apply(order, signal, onProgress) {
      await reach(signal)
      const begun = begin(order)
      await refuse(begun, signal, onProgress)
      const kept = await instances.put(begun)
      const isNew = kept.appliedAt.getTime() === begun.appliedAt.getTime()
      if (isNew) onProgress?.('pulling')
      if (kept.stoppedAt === null) {
        await spend(after(kept.appliedAt, kept.pullMs), signal)
        onProgress?.('starting')
        await spend(after(kept.appliedAt, kept.pullMs + kept.startMs), signal)
      }
      hint(order.name)
      if (isNew) void announceChange(kept)
      return instanceAt(kept, clock.now())
    },

    async inspect(name, signal) {
      await reach(signal)
      const found = await instances.get(hubId, name)
      return found && instanceAt(found, clock.now())
    },

    async list(signal) {
      await reach(signal)
      const now = clock.now()
      return (await instances.list(hubId)).map((instance): Instance => instanceAt(instance, now))
    },

    async stop(name, _graceSeconds, signal) {
      await reach(signal)
      const stopped = await instances.stop(hubId, name, clock.now())
      if (!stopped) return undefined
      hint(name)
      return instanceAt(stopped, clock.now())
    },

    async remove(name, signal) {
      await reach(signal)
      await instances.delete(hubId, name)
      hint(name)
    },

    logs: (name, options, signal) => logs(name, options, signal),

    async usage(name, signal) {
      await reach(signal)
      const found = await instances.get(hubId, name)
      if (!found) throw missing()
      return usageAt(found, clock.now())
    },

    async *watch(signal) {
      if (condition().unreachable || condition().hung) return
      const until = AbortSignal.any([signal, closing.signal])
      try {
        for await (const [hint] of on(hints, 'hint', { signal: until })) yield hint as { name: string }
      } catch (error) {
        if (!until.aborted) throw error
      }
    },

    async close() {
      closing.abort()
    },
  }

  async function* logs(name: string, options: LogOptions, signal: AbortSignal): AsyncGenerator<LogLine> {
    await reach(signal)
    const until = AbortSignal.any([signal, closing.signal])
    let { since } = options
    for (let first = true; ; first = false) {
      const [found, now] = [await instances.get(hubId, name), clock.now()]
      if (!found && first) throw missing()
      if (!found) return
      const lines = [...linesOf(found, since, now)]
      yield* first && options.tail !== null ? lines.slice(Math.max(0, lines.length - options.tail)) : lines
      if (!options.follow || until.aborted || instanceAt(found, now).state === 'exited') return
      since = now
      await clock.sleepUntil(after(now, followEveryMs), until)
      if (until.aborted) return
    }
  }
}

const after = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds)
const missing = (): EngineFault => new EngineFault('not-found', 'There is no such instance at the hub.')

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
