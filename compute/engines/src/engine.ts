/**
 * What the control plane asks of whatever runs containers at a hub: one `Engine` per hub. The engine is the truth of what
 * runs; the control plane writes what it means to do before it asks, so every call may come again after a crash, and
 * must then find what the first one made.
 *
 * An **instance** is one attempt to run one deployment at one hub. Its `name` is made from the two ids, so the same
 * order leads to the same instance, however often and by which process it is given. Only instances that carry our own `owner` label
 * are listed, stopped or removed: an engine may be shared with others.
 *
 * Failures are `EngineFault`s, one that comes of the caller's own signal too: what an engine had done by then is not
 * known, which is what `unreachable` means. A fault that is no `EngineFault` is a bug.
 */
import type { Duplex } from 'node:stream'
import type { InstanceAddress } from '@service/compute-domain/deployments/instance-address.ts'
import type { ObservedInstance, OrderFault } from '@service/compute-domain/deployments/snapshot.ts'
import type { HubNode } from '@service/compute-domain/hubs/model/hub.ts'
import type { Resources } from '@service/compute-domain/resources/model/resources.ts'

export interface Engine {
  /** As the hub file names it (`engine-factories.ts`). */
  readonly kind: string
  /** Proof of life, and what is there. Throws `unreachable`. */
  probe(signal: AbortSignal): Promise<EngineReport>
  /**
   * The id that the engine has under whatever address it is reached: two hubs must not have the same engine. Undefined
   * where it has none that lasts; absent in kinds that have none at all.
   */
  identify?(signal: AbortSignal): Promise<string | undefined>
  /**
   * Makes sure that the instance exists and has been started, pulling the image if need be; `onProgress` is called with
   * `pulling` and `starting`. Found under its name, it is adopted: started if it never was, left as it is otherwise. What
   * engines know of the digest of its image they say here at the latest.
   */
  apply(
    order: InstanceOrder,
    signal: AbortSignal,
    onProgress?: (phase: 'pulling' | 'starting') => void,
  ): Promise<Instance>
  /** Undefined when there is none. */
  inspect(name: string, signal: AbortSignal): Promise<Instance | undefined>
  /** All of ours, whatever state they are in. */
  list(signal: AbortSignal): Promise<Instance[]>
  /** Asks it to end, and ends it after `graceSeconds`. Answers how it ended; undefined where there is none. */
  stop(name: string, graceSeconds: number, signal: AbortSignal): Promise<Instance | undefined>
  /** Ends it at once if it lives, and forgets it. Nothing happens where there is none. */
  remove(name: string, signal: AbortSignal): Promise<void>
  /** Lines in the order written; with `follow` until the instance ends or the signal aborts. Throws `not-found`. */
  logs(name: string, options: LogOptions, signal: AbortSignal): AsyncIterable<LogLine>
  /** Throws `not-found`; undefined while it does not run. */
  usage(name: string, signal: AbortSignal): Promise<InstanceUsage | undefined>
  /** Says, as a hint alone, that something happened to an instance. Ends when the engine goes away. */
  watch(signal: AbortSignal): AsyncIterable<{ name: string }>
  /** To an address of this engine's instances that leads through it (`through`). Throws `unreachable`. */
  connect?(address: InstanceAddress, signal: AbortSignal): Promise<Duplex>
  /** Forgets what it fetched for instances and none has used for so long. */
  tidy?(keptMs: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

export type EngineReport = { version: string; nodes: readonly HubNode[]; cpuOnly: boolean }

export type InstanceOrder = {
  name: string
  deploymentId: string
  companyId: string
  attempt: number
  image: string
  /** Of its company, for the registry of the image; null where it has none. */
  registryLogin: OrderedLogin | null
  command: readonly string[] | null
  /** With a command, that takes the place of the image's entry point; without one they are given to it. */
  args: readonly string[] | null
  env: Readonly<Record<string, string>>
  /** To be reached from the gateway; null is the image's first exposed one, or none. */
  port: number | null
  /** Processors, memory and disk of all nodes together; null as the hub gives them. */
  resources: Resources
  gpuType: string
  /** Which nodes hold how many GPUs. */
  nodes: readonly { name: string; gpus: number }[]
  /**
   * A job ends by itself and is not started again. A service that fails is, with growing pauses where the engine can;
   * some engines start it again whenever it ends, and some not for ever.
   */
  job: boolean
}

/** By `id` engines keep apart what was fetched with it: another password is another login. */
export type OrderedLogin = { id: string; username: string; password: string }

/** An instance as its engine reports it. */
export type Instance = ObservedInstance & {
  name: string
  deploymentId: string
  companyId: string
  attempt: number
  /**
   * Where its port is reached from the gateway, while it runs; another start may move it. Null where it has none, or
   * nothing really listens (a simulation).
   */
  address: InstanceAddress | null
  /** Of its image, as registries know it (`sha256:…`); absent where the engine does not say. */
  imageDigest?: string | undefined
}

/** `since` and `tail` as usual: lines written after, and how many of the last at most. */
export type LogOptions = { follow: boolean; since: Date | null; tail: number | null }
export type LogLine = { at: Date; stream: 'stdout' | 'stderr'; text: string }

/** Sums since the start of the instance; null where the engine cannot tell. */
export type InstanceUsage = {
  cpuSeconds: number
  memoryBytes: number
  memoryLimitBytes: number | null
  gpuShare: number | null
}

/** `unreachable`: the engine does not respond, or not in its own words, so nothing is known of what runs. */
export type EngineFaultCode = 'unreachable' | OrderFault

/** `message` is for the customer: it names no path or address of the machine. `cause` is logged. */
export class EngineFault extends Error {
  override readonly name = 'EngineFault'
  readonly code: EngineFaultCode

  constructor(code: EngineFaultCode, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.code = code
  }
}
