import type { LocalAddress } from './engine-address.ts'

/** The installation's settings for hubs with Docker or Podman that name none of their own. */
export type DockerDefaults = {
  /** Looked for in the usual places when absent. */
  address?: LocalAddress | undefined
  /** Of a container, for each of its GPUs; 0 is no limit. */
  memoryPerGpuMb: number
  cpusPerGpu: number
  /** Free space on the engine's disk below which no image is fetched; 0 checks nothing. */
  diskReserveMb: number
}
