/**
 * Calls of engines with a limit to each, answered by what they let us see. An engine that hangs, goes away, or speaks
 * nonsense is `silent`: then nothing is known, and nothing is concluded but by its hub's silence.
 */
import type { Limits } from '@service/compute-domain/deployments/limits.ts'
import type { Observation, OrderFault, Seen } from '@service/compute-domain/deployments/snapshot.ts'
import { resourcesOf } from '@service/compute-domain/resources/model/resources.ts'
import { type Engine, EngineFault, type Instance, type OrderedLogin } from '@service/compute-engines/engine.ts'
import { pinnedImage } from '@service/compute-engines/image-reference.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import { openEnv, type Variables } from '../deployments/deployments.ts'
import { type After, afterRealTime } from './after.ts'
import { type Claim, isJob } from './claim.ts'
import { probe } from './probe.ts'
import { TooLate, within } from './within.ts'

/** What an engine shows, with the whole of the instance where there is one. */
export type EngineObservation =
  | Exclude<Observation, { kind: 'seen' }>
  | (Omit<Seen, 'instance'> & { instance: Instance })

export type Ended = { kind: 'silent' } | { kind: 'ended'; instance: Instance | undefined }

export type EngineCalls = {
  inspect(claim: Pick<Claim, 'spec'>, allocation: Allocation, signal: AbortSignal): Promise<EngineObservation>
  /** Undefined when `signal` broke it off. */
  apply(
    claim: Pick<Claim, 'id' | 'companyId' | 'spec' | 'envSealed' | 'imageDigest'>,
    allocation: Allocation,
    signal: AbortSignal,
    onPhase: (phase: 'pulling' | 'starting') => void,
  ): Promise<EngineObservation | undefined>
  stop(allocation: Allocation, signal: AbortSignal): Promise<Ended>
  remove(allocation: Allocation, signal: AbortSignal): Promise<Ended>
}

export type EngineOf = (hubId: string) => Engine | undefined

type Deps = {
  engineOf: EngineOf
  now: () => Date
  limits: Limits
  log: Logger
  sealer: Pick<Sealer, 'open'>
  engineTimeoutMs: number
  /** What images of a company are fetched with; nothing where absent. */
  loginFor?: ((companyId: string, image: string) => Promise<OrderedLogin | null>) | undefined
  /** For how long an image may take and a start. */
  after?: After
}

const silent = { kind: 'silent' } as const
const minMs = 30_000
const probeMs = 2_000

export function makeEngineCalls(deps: Deps): EngineCalls {
  const { engineOf, limits, log, sealer, engineTimeoutMs } = deps

  function faultOf(err: unknown, allocation: Allocation): EngineFault {
    if (err instanceof EngineFault) return err
    if (!(err instanceof DOMException || err instanceof TooLate)) {
      const about = { err, hubId: allocation.hubId, deploymentId: allocation.deploymentId }
      log.error(about, 'unexpected failure of an engine')
    }
    return new EngineFault('unreachable', 'The engine failed.', { cause: err })
  }

  async function seen(
    { spec: { healthPath = null } }: Pick<Claim, 'spec'>,
    { engine, instance, isFresh = false }: { engine: Engine; instance: Instance; isFresh?: boolean },
    signal: AbortSignal,
  ): Promise<EngineObservation> {
    const address = instance.state === 'running' ? instance.address : null
    if (!address) return { kind: 'seen', instance, portOpen: null }
    return {
      kind: 'seen',
      instance,
      ...(await probe(address, healthPath, { signal, limitMs: probeMs, engine, isFresh })),
    }
  }

  return {
    async inspect(claim, allocation, signal) {
      const engine = engineOf(allocation.hubId)
      if (!engine) return silent
      try {
        const found = await within(engineTimeoutMs, signal, (until) => engine.inspect(allocation.instanceName, until))
        return found ? await seen(claim, { engine, instance: found }, signal) : { kind: 'absent' }
      } catch (err) {
        const fault = faultOf(err, allocation)
        return fault.code === 'not-found' ? { kind: 'absent' } : silent
      }
    },

    async apply(claim, allocation, signal, onPhase) {
      const engine = engineOf(allocation.hubId)
      if (!engine) return silent
      const registryLogin = (await deps.loginFor?.(claim.companyId, claim.spec.image)) ?? null
      const order = { ...orderOf(claim, allocation, openEnv(sealer, claim.id, claim.envSealed)), registryLogin }
      const deadline = new PhaseDeadline(signal, deps, allocation.reservedAt)
      try {
        const instance = await within(null, deadline.signal, (until) =>
          engine.apply(order, until, (phase) => {
            deadline.enter(phase)
            onPhase(phase)
          }),
        )
        return await seen(claim, { engine, instance, isFresh: true }, signal)
      } catch (err) {
        if (signal.aborted) return undefined
        if (deadline.signal.aborted) return { kind: 'timed-out', phase: deadline.phase }
        const { code, message } = faultOf(err, allocation)
        if (code === 'unreachable') return silent
        const isGone = code === 'image-not-found' && order.image !== claim.spec.image
        return {
          kind: 'refused',
          fault: code satisfies OrderFault,
          message: isGone ? goneFromRegistry(claim.spec.image, order.image) : message,
        }
      } finally {
        deadline.clear()
      }
    },

    async stop(allocation, signal) {
      const engine = engineOf(allocation.hubId)
      if (!engine) return silent
      const graceSeconds = limits.stopGraceMs / 1_000
      try {
        const instance = await within(limits.stopGraceMs + 2 * engineTimeoutMs, signal, (until) =>
          engine.stop(allocation.instanceName, graceSeconds, until),
        )
        return { kind: 'ended', instance }
      } catch (err) {
        const fault = faultOf(err, allocation)
        return fault.code === 'not-found' ? { kind: 'ended', instance: undefined } : silent
      }
    },

    async remove(allocation, signal) {
      const engine = engineOf(allocation.hubId)
      if (!engine) return silent
      try {
        await within(4 * engineTimeoutMs, signal, (until) => engine.remove(allocation.instanceName, until))
        return { kind: 'ended', instance: undefined }
      } catch (err) {
        const fault = faultOf(err, allocation)
        return fault.code === 'not-found' ? { kind: 'ended', instance: undefined } : silent
      }
    },
  }
}

const goneFromRegistry = (image: string, pinned: string): string =>
  `The registry no longer has the image that the deployment began with, ${pinned}. Deploy again to run what ${image} is now.`

const orderOf = (
  { id, companyId, spec, imageDigest }: Pick<Claim, 'id' | 'companyId' | 'spec' | 'imageDigest'>,
  { instanceName, attempt, gpuType, nodes }: Allocation,
  env: Variables,
) => ({
  name: instanceName,
  deploymentId: id,
  companyId,
  attempt,
  image: pinnedImage(spec.image, imageDigest),
  command: spec.command,
  args: spec.args ?? null,
  env,
  port: spec.port,
  resources: resourcesOf(spec),
  gpuType,
  nodes,
  job: isJob({ spec }),
})

/** The time for the image counts from the reservation, whichever process began to pull; the time to start from its start. */
class PhaseDeadline {
  phase: 'pulling' | 'starting' = 'pulling'
  readonly #aborter = new AbortController()
  readonly #unwanted: AbortSignal
  readonly #startMs: number
  readonly #after: After
  #cancel: () => void

  /** `unwanted` ends it before its time. */
  constructor(unwanted: AbortSignal, { now, limits, after = afterRealTime }: Deps, reservedAt: Date) {
    const { pullMs, startMs } = limits
    this.#unwanted = unwanted
    this.#after = after
    this.#startMs = startMs
    unwanted.addEventListener('abort', this.#abort)
    if (unwanted.aborted) this.#abort()
    // A process that takes over late gets a moment to see whether all is done.
    const leftMs = reservedAt.getTime() + pullMs - now().getTime()
    this.#cancel = after(Math.max(Math.min(startMs, minMs), leftMs), this.#abort)
  }

  get signal(): AbortSignal {
    return this.#aborter.signal
  }

  enter(phase: 'pulling' | 'starting'): void {
    if (phase === this.phase || phase === 'pulling') return
    this.phase = phase
    this.#cancel()
    this.#cancel = this.#after(this.#startMs, this.#abort)
  }

  clear(): void {
    this.#cancel()
    this.#unwanted.removeEventListener('abort', this.#abort)
  }

  readonly #abort = () => this.#aborter.abort()
}
