/**
 * The hubs of this installation, with an engine for each.
 *
 * An operator's file of hubs says it all. Without one, the machine itself is the one hub where Docker or Podman answers
 * at the start; elsewhere the example's hubs are simulated. The two never mix: as long as deployments live that are of
 * one kind, a start keeps to it, even if the other's engine is the one that answers at that moment.
 */
import { fileURLToPath } from 'node:url'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import { dockerEngine } from '@service/compute-engines/docker/docker-engine.ts'
import { defaultAddresses, type EngineAddress } from '@service/compute-engines/docker/engine-address.ts'
import { type FoundEngine, findEngine } from '@service/compute-engines/docker/find-engine.ts'
import { machineGpus } from '@service/compute-engines/docker/machine-gpus.ts'
import type { Engine } from '@service/compute-engines/engine.ts'
import { runningClock } from '@service/compute-engines/simulated/clock.ts'
import type { HubConditions } from '@service/compute-engines/simulated/hub-conditions.ts'
import { simulatedEngine } from '@service/compute-engines/simulated/simulated-engine.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { type ConfiguredHub, localHub, readHubFile, syncHubs } from '../hubs/hubs.ts'
import { makeCheckRegistry } from './image-registries.ts'
import { keepOwner, liveAreSimulated } from './installation-store.ts'
import { storedInstances } from './stored-instances.ts'
import { tidyEngines } from './tidy-engines.ts'

export { readRegistry } from './image-registries.ts'

export type HubEngines = {
  /** That new deployments are placed at. */
  hubs: readonly Hub[]
  /** Also those that have left the file and where something may still run. */
  hubOf(hubId: string): Hub | undefined
  engineOf(hubId: string): Engine | undefined
  /** All of them, or none. */
  simulated: boolean
  cpuOnly: boolean
  /** For a person: `Podman 4.3.1`. */
  description: string
  close(): Promise<void>
}

export type EngineSettings = {
  engine: 'auto' | 'docker' | 'simulated'
  hubsFile?: string | undefined
  dockerHost?: EngineAddress | undefined
  country?: string | undefined
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
  /** Where Docker's own clients look. */
  env: Readonly<Record<string, string | undefined>>
  /** Switches that make simulated hubs fail, for tests. */
  conditions?: HubConditions
}

const findMs = 10_000
const exampleFile = fileURLToPath(new URL('../../data/hubs.example.json', import.meta.url))

export async function openHubEngines(settings: EngineSettings, deps: Deps): Promise<HubEngines> {
  const { db, now, newOwner, log, env, conditions } = deps
  const { hubs, machine } = await chooseHubs(settings, deps)
  const owner = await keepOwner(db.connection, newOwner())
  const instances = storedInstances({ db })
  const clock = runningClock({ now })
  const address = machine?.address ?? settings.dockerHost ?? defaultAddresses(env)[0]
  const memoryBytesPerGpu = settings.memoryPerGpuMb === 0 ? null : settings.memoryPerGpuMb * 1_048_576
  const cpusPerGpu = settings.cpusPerGpu === 0 ? null : settings.cpusPerGpu
  const minFreeBytes = settings.diskReserveMb * 1_048_576
  const checkRegistry = makeCheckRegistry(settings.imageRegistries)
  const engines = new Map<string, Engine>()
  const all = new Map((await syncHubs(db, hubs)).map(({ hub }) => [hub.id, hub]))
  for (const hub of all.values()) {
    const engine = engineFor(hub)
    if (engine) engines.set(hub.id, engine)
    else log.warn({ hub: hub.id, engine: hub.engine }, 'nothing is known of the engine of this hub')
  }

  function engineFor({ id: hubId, engine, nodes, cpuOnly }: Hub): Engine | undefined {
    if (engine === 'simulated')
      return simulatedEngine({ hubId, nodes, instances, clock, ...(conditions && { conditions }) })
    if (engine === 'kubernetes' || !address) return undefined
    return dockerEngine({
      address,
      owner,
      nodes,
      cpuOnly,
      checkRegistry,
      memoryBytesPerGpu,
      cpusPerGpu,
      minFreeBytes,
    })
  }

  const endTidying = tidyEngines(engines, settings.imagesKeptMs, log)
  const simulated = hubs.every(({ hub }) => hub.engine === 'simulated')
  if (simulated) log.warn({ hubs: hubs.length }, 'all hubs are simulated: nothing really runs')
  return {
    hubs: hubs.map(({ hub }) => hub),
    hubOf: (hubId) => all.get(hubId),
    engineOf: (hubId) => engines.get(hubId),
    simulated,
    cpuOnly: hubs.every(({ hub }) => hub.cpuOnly),
    description: simulated ? 'a simulation' : (machine?.version?.text ?? 'an engine that does not answer'),
    async close() {
      await endTidying()
      await Promise.all([...engines.values()].map((engine) => engine.close()))
      await instances.close()
    },
  }
}

/** Without a version it has not answered. */
type Machine = Pick<FoundEngine, 'address'> & Partial<FoundEngine>

type Chosen = {
  hubs: readonly ConfiguredHub[]
  machine?: Machine | undefined
}

async function chooseHubs(settings: EngineSettings, { db, env }: Deps): Promise<Chosen> {
  const { hubsFile, dockerHost } = settings
  if (hubsFile !== undefined) {
    const hubs = readHubFile(hubsFile)
    const foreign = hubs.find(({ hub }) => hub.engine === 'kubernetes')
    if (foreign) throw new Error(`The hub ${foreign.hub.id} asks for kubernetes, which is not known here yet.`)
    const local = hubs.filter(({ hub }) => hub.engine === 'docker')
    if (local.length > 1) throw new Error(`${hubsFile} has several hubs with docker, and this machine is only one.`)
    return local.length === 0 ? { hubs } : { hubs, machine: await machineFor(dockerHost, env) }
  }
  const wanted = settings.engine === 'auto' ? await kindOfLive(db) : settings.engine
  if (wanted === 'simulated') return { hubs: readHubFile(exampleFile) }
  const machine = wanted === 'docker' ? await machineFor(dockerHost, env) : await findMachine(dockerHost, env)
  if (!machine) return { hubs: readHubFile(exampleFile) }
  if (!settings.country) {
    throw new Error('COMPUTE_COUNTRY is missing: it says where this machine stands, which residency depends on.')
  }
  return { hubs: [localHub(settings.country, machineGpus())], machine }
}

async function kindOfLive(db: Database): Promise<'docker' | 'simulated' | undefined> {
  const simulated = await liveAreSimulated(db.connection)
  return simulated === undefined ? undefined : simulated ? 'simulated' : 'docker'
}

/** One that does not answer yet is waited for by whoever needs it: the hub is unreachable until then. */
async function machineFor(configured: EngineAddress | undefined, env: Deps['env']): Promise<Machine> {
  const found = await findMachine(configured, env)
  const address = found?.address ?? configured ?? defaultAddresses(env)[0]
  if (!address) {
    throw new Error(
      'No Docker or Podman was found. Start one, name its socket in COMPUTE_DOCKER_HOST, or set COMPUTE_ENGINE=simulated.',
    )
  }
  return found ?? { address }
}

/** The place that is configured is the only one then. */
const findMachine = (configured: EngineAddress | undefined, env: Deps['env']) =>
  findEngine(env, AbortSignal.timeout(findMs), configured && [configured])
