/**
 * Which hubs there are: those of the operator's file, else this machine. The example's hubs are simulated: they are chosen
 * where a simulation is asked for, and in the demo where no engine responds, never else. Where nothing can be chosen there
 * are no hubs, and the service says what to do.
 */
import { fileURLToPath } from 'node:url'
import { engineFactories } from '@service/compute-engines/engine-factories.ts'
import type { EngineFactories, EngineFactory, EngineHost, FoundHere } from '@service/compute-engines/engine-factory.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { type ConfiguredHub, localHub, readHubFile } from '../hubs/hubs.ts'
import { withLimits } from './hub-limits.ts'
import { liveAreSimulated } from './installation-store.ts'

type Settings = {
  /** Of `kindsWithoutFile`, or `auto`. */
  engine: string
  hubsFile?: string | undefined
  country?: string | undefined
  /** Where no engine responds: the demo's way. */
  mayFallBackToSimulation: boolean
}

/** `toDo` is for the operator, and holds as long as no hub responds. */
export type ChosenHubs = { hubs: readonly ConfiguredHub[]; toDo?: string }

type Deps = { db: Database; factories: EngineFactories; host: EngineHost }

type Found = FoundHere & { kind: string }

const exampleFile = fileURLToPath(new URL('../../data/hubs.example.json', import.meta.url))

/** Kinds that an installation without a hub file can have. */
export const kindsWithoutFile = (factories: EngineFactories): string[] =>
  Object.values(factories).flatMap(({ kind, simulated, findHere }) => (simulated || findHere ? [kind] : []))

export async function chooseHubs(settings: Settings, { db, factories, host }: Deps): Promise<ChosenHubs> {
  const { hubsFile, engine, country, mayFallBackToSimulation } = settings
  if (hubsFile !== undefined) return { hubs: readHubFile(hubsFile, factories) }
  const known = Object.values(factories)
  const wanted = engine === 'auto' ? undefined : known.find(({ kind }) => kind === engine)
  if (wanted?.simulated) return { hubs: exampleHubs(factories) }
  // As long as deployments of one kind live, a start keeps to it.
  const live = wanted ? undefined : await liveAreSimulated(db.connection)
  if (live === true)
    return mayFallBackToSimulation ? { hubs: exampleHubs(factories) } : { hubs: [], toDo: endSimulation }
  const found = await firstFound(wanted ? [wanted] : known, host)
  if (!wanted && live !== false && !found?.responds && mayFallBackToSimulation) return { hubs: exampleHubs(factories) }
  if (!found) return { hubs: [], toDo: `No engine was found. ${startEngine}` }
  const silent = found.responds ? undefined : `No Docker or Podman responds. ${startEngine}`
  if (!country) return { hubs: [], toDo: [silent, setCountry].filter((text) => text !== undefined).join(' ') }
  const hub = localHub(country, { ...found.settings, kind: found.kind }, found.gpuModels)
  // One that does not respond yet is waited for: the hub is unreachable until then.
  return { hubs: [hub], ...(silent && { toDo: silent }) }
}

/** The hubs of the simulation and of the sandbox. */
export const exampleHubs = (factories: EngineFactories = engineFactories): ConfiguredHub[] =>
  withLimits(readHubFile(exampleFile, factories), factories)

const startEngine =
  'Start one, name its socket in COMPUTE_DOCKER_HOST, name your hubs in COMPUTE_HUBS_FILE, or set COMPUTE_ENGINE=simulated.'
const setCountry =
  'Set COMPUTE_COUNTRY to the country that this machine is in, on which data residency depends, and start the service again.'
const endSimulation =
  'Deployments of a simulation are still alive. Stop them with COMPUTE_ENGINE=simulated set, then start the service without it.'

/** Of the first kind that responds on this machine; else of one that may. */
async function firstFound(candidates: readonly EngineFactory[], host: EngineHost): Promise<Found | undefined> {
  let silent: Found | undefined
  for (const factory of candidates) {
    const found = await factory.findHere?.(host)
    if (found?.responds) return { ...found, kind: factory.kind }
    if (found) silent ??= { ...found, kind: factory.kind }
  }
  return silent
}
