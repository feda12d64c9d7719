/**
 * The hubs of this installation, with an engine for each.
 *
 * An operator's file of hubs says it all. Without one, the machine itself is the one hub, where Docker or Podman is; where
 * a simulation is asked for, the example's hubs are simulated (`choose-hubs.ts`). The two never mix: as long as deployments
 * live that are of one kind, a start keeps to it, even if the other's engine is the one that responds at that moment.
 *
 * A hub names the kind of its engine and that kind's settings; the kind's factory (`engines/engine-factory.ts`) opens it.
 * So one process serves any number of engines, of any kinds.
 */
import type { Duplex } from 'node:stream'
import type { InstanceAddress } from '@service/compute-domain/deployments/instance-address.ts'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import type { LocalAddress } from '@service/compute-engines/docker/engine-address.ts'
import type { Engine } from '@service/compute-engines/engine.ts'
import { engineFactories } from '@service/compute-engines/engine-factories.ts'
import type { EngineFactories, EngineHost } from '@service/compute-engines/engine-factory.ts'
import { runningClock } from '@service/compute-engines/simulated/clock.ts'
import type { HubConditions } from '@service/compute-engines/simulated/hub-conditions.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { syncHubs } from '../hubs/hubs.ts'
import { chooseHubs } from './choose-hubs.ts'
import { withLimits } from './hub-limits.ts'
import { makeCheckRegistry } from './image-registries.ts'
import { keepOwner } from './installation-store.ts'
import { OpenEngines } from './open-engines.ts'
import { storedInstances } from './stored-instances.ts'
import { tidyEngines } from './tidy-engines.ts'

export { exampleHubs, kindsWithoutFile } from './choose-hubs.ts'
export { readRegistry } from './image-registries.ts'

export type HubEngines = {
  /** That new deployments are placed at. */
  hubs: readonly Hub[]
  /** For the operator: why there are no hubs that respond, and what to do. It holds until one responds. */
  toDo: string | undefined
  /** Also those that have left the file and where something may still run. */
  hubOf(hubId: string): Hub | undefined
  engineOf(hubId: string): Engine | undefined
  /** To an address that leads through the engine of its hub. */
  connectThrough(address: InstanceAddress, signal: AbortSignal): Promise<Duplex>
  /** Deployments worked on at a time at the hub. */
  concurrencyAt(hubId: string): number
  /** All of them, or none. */
  simulated: boolean
  cpuOnly: boolean
  /** For a person: `Podman 4.3.1`. Asks the engines, and waits a little for those that are silent. */
  describe(): Promise<string>
  close(): Promise<void>
}

export type HubEngineSettings = {
  /** `auto`, or one of `kindsWithoutFile`. */
  engine: string
  hubsFile?: string | undefined
  dockerHost?: LocalAddress | undefined
  country?: string | undefined
  /** Where no engine responds. */
  mayFallBackToSimulation: boolean
  memoryPerGpuMb: number
  cpusPerGpu: number
  /** Where images may be fetched from: hosts, or `*` for any that is public. */
  imageRegistries: readonly string[]
  imagesKeptMs: number
  diskReserveMb: number
}

type Deps = {
  db: Database
  now: () => Date
  newOwner: () => string
  log: Logger
  /** Names the engine for Docker's own clients. */
  env: Readonly<Record<string, string | undefined>>
  /** Switches that make simulated hubs fail, for tests. */
  conditions?: HubConditions
  /** The kinds of engine that there are. */
  factories?: EngineFactories
}

export async function openHubEngines(settings: HubEngineSettings, deps: Deps): Promise<HubEngines> {
  const { db, now, newOwner, log, env, conditions, factories = engineFactories } = deps
  const instances = storedInstances({ db })
  const host: EngineHost = {
    owner: await keepOwner(db.connection, newOwner()),
    now,
    env,
    checkRegistry: makeCheckRegistry(settings.imageRegistries),
    docker: { ...settings, address: settings.dockerHost },
    simulation: { instances, clock: runningClock({ now }), ...(conditions && { conditions }) },
  }
  const { hubs: configured, toDo } = await chooseHubs(settings, { db, factories, host })
  const chosen = withLimits(configured, factories, host.docker)
  const engines = new OpenEngines({ factories, host, log })
  await engines.open(chosen)
  const all = await syncHubs(db, chosen)
  const chosenIds = new Set(chosen.map(({ hub }) => hub.id))
  const leaving = all.filter(({ hub }) => !chosenIds.has(hub.id))
  await engines.openIfPossible(leaving)

  const hubs = chosen.map(({ hub }) => hub)
  const hubsById = new Map(all.map(({ hub }) => [hub.id, hub]))
  const endTidying = tidyEngines(engines.byHub, settings.imagesKeptMs, log)
  const simulated = hubs.some((hub) => hub.simulated)
  if (toDo !== undefined) log.error({ toDo }, 'no hub can be used: nothing can be deployed')
  if (simulated) log.warn({ hubs: hubs.length }, 'all hubs are simulated: nothing really runs')
  return {
    hubs,
    toDo,
    hubOf: (hubId) => hubsById.get(hubId),
    engineOf: (hubId) => engines.byHub.get(hubId),
    async connectThrough(address, signal) {
      const engine = engines.byHub.get(address.through ?? '')
      if (!engine?.connect) throw new Error(`No engine leads to ${address.host}.`)
      return engine.connect(address, signal)
    },
    concurrencyAt: (hubId) => factories[hubsById.get(hubId)?.engine.kind ?? '']?.concurrency ?? 1,
    simulated,
    cpuOnly: hubs.length > 0 && hubs.every((hub) => hub.cpuOnly),
    describe: async () => (simulated ? 'a simulation' : engines.describe()),
    async close() {
      await endTidying()
      await engines.close()
      await instances.close()
    },
  }
}
