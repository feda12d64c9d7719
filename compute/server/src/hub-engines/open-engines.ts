/** The engines of all hubs of a process, each opened by the factory of its kind. */
import type { Engine } from '@service/compute-engines/engine.ts'
import type { EngineFactories, EngineHost, OpenedEngine } from '@service/compute-engines/engine-factory.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { ConfiguredHub } from '../hubs/hubs.ts'

type Deps = { factories: EngineFactories; host: EngineHost; log: Logger }

const describeMs = 2_000
/** A dead host holds up the start for no longer. */
const identifyMs = 1_000

export class OpenEngines {
  readonly byHub = new Map<string, Engine>()
  readonly #hubAt = new Map<string, string>()
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Of the hubs that are configured. Throws where one has no engine, or the engine of another: at the same place, or, as far
   * as engines respond at this moment and have ids, at another address.
   */
  async open(hubs: readonly ConfiguredHub[]): Promise<void> {
    for (const { hub } of hubs) {
      const { engine, place } = await this.#opened(hub)
      this.byHub.set(hub.id, engine)
      const other = this.#hubAt.get(`${hub.engine.kind} ${place}`)
      if (other !== undefined) {
        await this.#refuse(other, hub.id, place)
      }
      this.#hubAt.set(`${hub.engine.kind} ${place}`, hub.id)
    }
    await this.#compareIds()
  }

  /** Of hubs that have left the file, as far as they still have one. */
  async openIfPossible(hubs: readonly ConfiguredHub[]): Promise<void> {
    for (const { hub } of hubs) {
      try {
        this.byHub.set(hub.id, (await this.#opened(hub)).engine)
      } catch (err) {
        this.#deps.log.warn(
          { err, hub: hub.id, engine: hub.engine.kind },
          'the engine of a removed hub could not be opened',
        )
      }
    }
  }

  async #compareIds(): Promise<void> {
    if (this.byHub.size < 2) return
    const signal = AbortSignal.timeout(identifyMs)
    const identified = await Promise.all(
      [...this.byHub].map(async ([hubId, engine]) => ({
        hubId,
        kind: engine.kind,
        id: await engine.identify?.(signal).catch(() => undefined),
      })),
    )
    const hubWith = new Map<string, string>()
    for (const { hubId, kind, id } of identified) {
      if (id === undefined || id === '') continue
      const other = hubWith.get(`${kind} ${id}`)
      if (other !== undefined) await this.#refuse(other, hubId, `${id} under two addresses`)
      hubWith.set(`${kind} ${id}`, hubId)
    }
  }

  async #refuse(one: string, other: string, engine: string): Promise<never> {
    await this.close()
    throw new Error(
      `The hubs ${one} and ${other} have the same engine, ${engine}. Give each hub an engine of its own in the hub file.`,
    )
  }

  /** For a person: which engines respond, and in which versions. */
  async describe(): Promise<string> {
    const signal = AbortSignal.timeout(describeMs)
    const engines = [...this.byHub.values()]
    const reports = await Promise.all(engines.map((engine) => engine.probe(signal).catch(() => undefined)))
    const versions = new Set(reports.flatMap((report) => report?.version ?? []))
    return [...versions].join(', ') || 'an engine that does not respond'
  }

  async close(): Promise<void> {
    await Promise.all([...this.byHub.values()].map((engine) => engine.close()))
  }

  #opened({ id, nodes, cpuOnly, engine }: ConfiguredHub['hub']): Promise<OpenedEngine> {
    const { kind, ...settings } = engine
    const factory = this.#deps.factories[kind]
    if (!factory) throw new Error(`The hub ${id} has an engine of an unknown kind: ${kind}`)
    return factory.open({ id, nodes, cpuOnly }, settings, this.#deps.host)
  }
}
