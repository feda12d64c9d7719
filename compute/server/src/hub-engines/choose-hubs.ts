/** Which hubs there are: those of the operator's file, else this machine, else the example's. */
import { fileURLToPath } from 'node:url'
import type { EngineFactories, EngineFactory, EngineHost, FoundHere } from '@service/compute-engines/engine-factory.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { type ConfiguredHub, localHub, readHubFile } from '../hubs/hubs.ts'
import { liveAreSimulated } from './installation-store.ts'

type Settings = {
  /** Of `kindsWithoutFile`, or `auto`. */
  engine: string
  hubsFile?: string | undefined
  country?: string | undefined
}

type Deps = { db: Database; factories: EngineFactories; host: EngineHost }

type Found = FoundHere & { kind: string }

const exampleFile = fileURLToPath(new URL('../../data/hubs.example.json', import.meta.url))

/** Kinds that an installation without a hub file can have. */
export const kindsWithoutFile = (factories: EngineFactories): string[] =>
  Object.values(factories).flatMap(({ kind, simulated, findHere }) => (simulated || findHere ? [kind] : []))

export async function chooseHubs(settings: Settings, { db, factories, host }: Deps): Promise<readonly ConfiguredHub[]> {
  const { hubsFile, engine, country } = settings
  if (hubsFile !== undefined) return readHubFile(hubsFile, factories)
  const known = Object.values(factories)
  const wanted = engine === 'auto' ? undefined : known.find(({ kind }) => kind === engine)
  // As long as deployments of one kind live, a start keeps to it.
  const live = engine === 'auto' ? await liveAreSimulated(db.connection) : undefined
  if (wanted?.simulated || live === true) return readHubFile(exampleFile, factories)
  const candidates = wanted ? [wanted] : known
  const found = await firstFound(candidates, host)
  const mustRun = wanted !== undefined || live === false
  if (mustRun && !found) throw new Error(candidates.find(({ missing }) => missing)?.missing ?? 'No engine was found.')
  // One that does not respond yet is waited for: the hub is unreachable until then.
  if (!found || (!found.responds && !mustRun)) return readHubFile(exampleFile, factories)
  if (!country) {
    throw new Error('COMPUTE_COUNTRY is missing. Data residency depends on the country that this machine is in.')
  }
  return [localHub(country, { ...found.settings, kind: found.kind }, found.gpuModels)]
}

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
