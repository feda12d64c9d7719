/**
 * An engine that runs nothing, for hubs that do not exist: the demo without Docker, tests, and trying things out. It
 * keeps to the contract of engines by the rows of its instances and a clock alone.
 */
import { EventEmitter, on } from 'node:events'
import type { HubNode } from '@service/compute-domain/hubs/model/hub.ts'
import {
  type Engine,
  EngineFault,
  type EngineReport,
  type Instance,
  type InstanceOrder,
  type InstanceUsage,
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

type Progress = NonNullable<Parameters<Engine['apply']>[2]>

const defaultPullMs = 300
const defaultStartMs = 200
const followEveryMs = 1_000
/** Of real time: as long as the engines that exist are waited for. */
const hungMs = 10_000

export class SimulatedEngine implements Engine {
  readonly kind = 'simulated'
  readonly #hubId: string
  readonly #nodes: readonly HubNode[]
  readonly #instances: SimulatedInstances
  readonly #clock: Clock
  readonly #conditions: HubConditions
  readonly #closing = new AbortController()
  readonly #hints = new EventEmitter<{ hint: [{ name: string }] }>()

  constructor({ hubId, nodes, instances, clock, conditions = new Map() }: Deps) {
    this.#hubId = hubId
    this.#nodes = nodes
    this.#instances = instances
    this.#clock = clock
    this.#conditions = conditions
    this.#hints.setMaxListeners(0)
  }

  async probe(signal: AbortSignal): Promise<EngineReport> {
    await this.#reach(signal)
    return { version: 'simulated', nodes: this.#nodes, cpuOnly: false }
  }

  async apply(order: InstanceOrder, signal: AbortSignal, onProgress?: Progress): Promise<Instance> {
    await this.#reach(signal)
    const begun = this.#begin(order)
    await this.#refuse(begun, signal, onProgress)
    const kept = await this.#instances.put(begun)
    const isNew = kept.appliedAt.getTime() === begun.appliedAt.getTime()
    if (isNew) onProgress?.('pulling')
    if (kept.stoppedAt === null) {
      await this.#spend(after(kept.appliedAt, kept.pullMs), signal)
      onProgress?.('starting')
      await this.#spend(after(kept.appliedAt, kept.pullMs + kept.startMs), signal)
    }
    this.#hint(order.name)
    if (isNew) void this.#announceChange(kept)
    return instanceAt(kept, this.#clock.now())
  }

  async inspect(name: string, signal: AbortSignal): Promise<Instance | undefined> {
    await this.#reach(signal)
    const found = await this.#instances.get(this.#hubId, name)
    return found && instanceAt(found, this.#clock.now())
  }

  async list(signal: AbortSignal): Promise<Instance[]> {
    await this.#reach(signal)
    const now = this.#clock.now()
    return (await this.#instances.list(this.#hubId)).map((instance): Instance => instanceAt(instance, now))
  }

  async stop(name: string, _graceSeconds: number, signal: AbortSignal): Promise<Instance | undefined> {
    await this.#reach(signal)
    const stopped = await this.#instances.stop(this.#hubId, name, this.#clock.now())
    if (!stopped) return undefined
    this.#hint(name)
    return instanceAt(stopped, this.#clock.now())
  }

  async remove(name: string, signal: AbortSignal): Promise<void> {
    await this.#reach(signal)
    await this.#instances.delete(this.#hubId, name)
    this.#hint(name)
  }

  async *logs(name: string, options: LogOptions, signal: AbortSignal): AsyncGenerator<LogLine> {
    await this.#reach(signal)
    const until = AbortSignal.any([signal, this.#closing.signal])
    let { since } = options
    for (let first = true; ; first = false) {
      const [found, now] = [await this.#instances.get(this.#hubId, name), this.#clock.now()]
      if (!found && first) throw missing()
      if (!found) return
      const lines = [...linesOf(found, since, now)]
      yield* first && options.tail !== null ? lines.slice(Math.max(0, lines.length - options.tail)) : lines
      if (!options.follow || until.aborted || instanceAt(found, now).state === 'exited') return
      since = now
      await this.#clock.sleepUntil(after(now, followEveryMs), until)
      if (until.aborted) return
    }
  }

  async usage(name: string, signal: AbortSignal): Promise<InstanceUsage | undefined> {
    await this.#reach(signal)
    const found = await this.#instances.get(this.#hubId, name)
    if (!found) throw missing()
    return usageAt(found, this.#clock.now())
  }

  async *watch(signal: AbortSignal): AsyncGenerator<{ name: string }> {
    if (this.#condition.unreachable || this.#condition.hung) return
    const until = AbortSignal.any([signal, this.#closing.signal])
    try {
      for await (const [hint] of on(this.#hints, 'hint', { signal: until })) yield hint as { name: string }
    } catch (error) {
      if (!until.aborted) throw error
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
  }

  get #condition(): HubCondition {
    return this.#conditions.get(this.#hubId) ?? {}
  }

  #hint(name: string): void {
    this.#hints.emit('hint', { name })
  }

  async #reach(signal: AbortSignal): Promise<void> {
    const closing = this.#closing.signal
    if (this.#condition.hung) await aborted(AbortSignal.any([signal, closing, AbortSignal.timeout(hungMs)]))
    if (signal.aborted || closing.aborted || this.#condition.hung || this.#condition.unreachable) {
      throw new EngineFault('unreachable', 'The hub does not respond (simulated).', { cause: signal.reason })
    }
  }

  /** Sleeps through what the engine would be doing; a hub that is lost meanwhile is noticed at the end. */
  async #spend(until: Date, signal: AbortSignal): Promise<void> {
    await this.#clock.sleepUntil(until, AbortSignal.any([signal, this.#closing.signal]))
    await this.#reach(signal)
  }

  #begin(order: InstanceOrder): SimulatedInstance {
    const { name, deploymentId, companyId, attempt, image, job } = order
    const { pullMs = outcomeOf(image).pullMs ?? defaultPullMs, startMs = defaultStartMs } = this.#condition
    const gpus = order.nodes.reduce((sum, node) => sum + node.gpus, 0)
    const identity = { hubId: this.#hubId, name, deploymentId, companyId, attempt, image, gpus, job }
    return { ...identity, appliedAt: this.#clock.now(), pullMs, startMs, stoppedAt: null }
  }

  /** What never comes to be leaves nothing behind. What has come to be is there, whatever it is like at the hub by now. */
  async #refuse(begun: SimulatedInstance, signal: AbortSignal, onProgress: Progress | undefined): Promise<void> {
    const { fate } = outcomeOf(begun.image)
    const isFull = this.#condition.full === true
    if ((fate.kind !== 'fails' && !isFull) || (await this.#instances.get(this.#hubId, begun.name))) return
    if (isFull) throw new EngineFault('no-room', 'The hub is full (simulated).')
    if (fate.kind !== 'fails') return
    onProgress?.('pulling')
    await this.#spend(after(begun.appliedAt, begun.pullMs + (fate.at === 'start' ? begun.startMs : 0)), signal)
    throw new EngineFault(fate.code, fate.message)
  }

  /** Tells watchers of what is going to happen to it while this process lives; it is a hint, so no more is needed. */
  async #announceChange(instance: SimulatedInstance): Promise<void> {
    const next = nextChange(instance, this.#clock.now())
    if (!next) return
    const { signal } = this.#closing
    await this.#clock.sleepUntil(next, signal)
    const kept = signal.aborted
      ? undefined
      : await this.#instances.get(this.#hubId, instance.name).catch(() => undefined)
    if (!kept) return
    this.#hint(instance.name)
    if (!instance.job && next.getTime() - instance.appliedAt.getTime() < 10 * 60_000) await this.#announceChange(kept)
  }
}

const after = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds)
const missing = (): EngineFault => new EngineFault('not-found', 'The instance was not found at the hub.')

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
