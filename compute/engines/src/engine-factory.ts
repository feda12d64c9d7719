/**
 * A kind of engine: what a hub's `engine` block may say of it in the hub file, and how it is opened for a hub.
 *
 * The control plane knows the interface `Engine` alone. A kind is a folder that exports one factory, made by
 * `defineEngine`, and one line in `engine-factories.ts`.
 */
import type { HubNode } from '@service/compute-domain/hubs/model/hub.ts'
import { noResources, type Resources } from '@service/compute-domain/resources/model/resources.ts'
import type Type from 'typebox'
import type { DockerDefaults } from './docker/docker.ts'
import type { Engine } from './engine.ts'
import type { Simulation } from './simulated/simulated.ts'

/** The fields of a hub's `engine` block beside `kind`. */
export type EngineSettings = Readonly<Record<string, unknown>>

/** `path` is a field of the block. */
export type SettingsFault = { path: string; message: string }

/** What an engine knows of its hub. */
export type EngineHub = { id: string; nodes: readonly HubNode[]; cpuOnly: boolean }

/** What the process that opens engines lends to all of them. */
export type EngineHost = {
  /** Whose instances these are, should several control planes share an engine. It never changes. */
  owner: string
  now: () => Date
  env: Readonly<Record<string, string | undefined>>
  /** Asked before an image is fetched; throws `EngineFault` where that must not be. */
  checkRegistry: (registry: string) => Promise<void>
  docker: DockerDefaults
  simulation: Simulation
}

export type OpenedEngine = {
  engine: Engine
  /** What the engine is of all that exist, as the path of its socket: two hubs must not have the same. */
  place: string
}

/** What a kind finds on the machine itself. */
export type FoundHere = {
  settings: EngineSettings
  /** It responds at this moment. */
  responds: boolean
  /** Models of the machine's GPUs, in the order of their numbers. */
  gpuModels: readonly string[]
}

export type EngineFactory = {
  readonly kind: string
  /** Nothing really runs there. Simulated and real hubs never mix. */
  readonly simulated: boolean
  /** Deployments worked on at a time at one hub; stopping one needs no slot. */
  readonly concurrency: number
  /** Of the fields beside `kind`. */
  readonly settings: Type.TObject
  /** Faults of settings that fit the schema. */
  faultsIn(settings: EngineSettings): readonly SettingsFault[]
  /** Throws where the settings do not lead to any engine; one that does not respond yet is opened all the same. */
  open(hub: EngineHub, settings: EngineSettings, host: EngineHost): Promise<OpenedEngine>
  /** What an instance may have for each of its GPUs at most, by the operator's settings; those of the kind go before. */
  limitsPerGpu(settings: EngineSettings, docker: DockerDefaults): Resources
  /** Where no hub file is given, what may be the one hub of the installation. Absent for kinds that only a file names. */
  findHere?(host: EngineHost): Promise<FoundHere | undefined>
  /** What to do where an engine of this kind is wanted and `findHere` finds none. */
  readonly missing?: string
}

/** By their kinds. */
export type EngineFactories = Readonly<Record<string, EngineFactory>>

type Definition<Settings extends Type.TObject> = Omit<
  EngineFactory,
  'settings' | 'faultsIn' | 'limitsPerGpu' | 'open'
> & {
  settings: Settings
  limitsPerGpu?(settings: Type.Static<Settings>, docker: DockerDefaults): Resources
  faultsIn?(settings: Type.Static<Settings>): readonly SettingsFault[]
  open(hub: EngineHub, settings: Type.Static<Settings>, host: EngineHost): Promise<OpenedEngine>
}

/** The caller has checked the settings against the schema, so that inside they have its types. */
export function defineEngine<Settings extends Type.TObject>(definition: Definition<Settings>): EngineFactory {
  const { faultsIn, limitsPerGpu, open } = definition
  const typed = (settings: EngineSettings) => settings as Type.Static<Settings>
  return {
    ...definition,
    faultsIn: (settings) => faultsIn?.(typed(settings)) ?? [],
    limitsPerGpu: (settings, docker) => limitsPerGpu?.(typed(settings), docker) ?? noResources,
    open: (hub, settings, host) => open(hub, typed(settings), host),
  }
}
