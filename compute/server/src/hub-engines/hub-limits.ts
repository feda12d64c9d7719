import type { DockerDefaults } from '@service/compute-engines/docker/docker-defaults.ts'
import type { EngineFactories } from '@service/compute-engines/engine-factory.ts'
import type { ConfiguredHub } from '../hubs/hubs.ts'

const none: DockerDefaults = { memoryPerGpuMb: 0, cpusPerGpu: 0, diskReserveMb: 0 }

/** The hubs with what their engines let a deployment have for each GPU, by which placement refuses. */
export const withLimits = (
  hubs: readonly ConfiguredHub[],
  factories: EngineFactories,
  docker: DockerDefaults = none,
): ConfiguredHub[] =>
  hubs.map(({ hub, wanted }) => {
    const { kind, ...settings } = hub.engine
    const limitsPerGpu = factories[kind]?.limitsPerGpu(settings, docker)
    return { hub: { ...hub, ...(limitsPerGpu && { limitsPerGpu }) }, wanted }
  })
