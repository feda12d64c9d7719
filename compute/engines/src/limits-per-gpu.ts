import type { Resources } from '@service/compute-domain/resources/model/resources.ts'

const mebibyte = 2 ** 20

/** As settings say them; 0 and absent are no limit. */
type Limits = { memoryPerGpuMb?: number; cpusPerGpu?: number; diskPerGpuMb?: number }

export const limitsPerGpu = ({ memoryPerGpuMb = 0, cpusPerGpu = 0, diskPerGpuMb = 0 }: Limits): Resources => ({
  cpus: cpusPerGpu === 0 ? null : cpusPerGpu,
  memoryBytes: memoryPerGpuMb === 0 ? null : memoryPerGpuMb * mebibyte,
  diskBytes: diskPerGpuMb === 0 ? null : diskPerGpuMb * mebibyte,
})
