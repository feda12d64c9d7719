/** Processors, memory and disk beside GPUs. Null is no limit where they are given, and no wish where they are asked for. */
export type Resources = { cpus: number | null; memoryBytes: number | null; diskBytes: number | null }

export type ResourceName = keyof Resources

export const resourceNames = ['cpus', 'memoryBytes', 'diskBytes'] as const satisfies readonly ResourceName[]

/** As sizes of memory are counted: 1,024 megabytes of 1,048,576 bytes. */
export const bytesPerGb = 2 ** 30

export const noResources: Resources = { cpus: null, memoryBytes: null, diskBytes: null }

type Asked = { cpu?: number | null; memoryGb?: number | null; diskGb?: number | null }

/** What a deployment asks for in all. A field is absent in what a release before wrote. */
export const resourcesOf = ({ cpu = null, memoryGb = null, diskGb = null }: Asked): Resources => ({
  cpus: cpu,
  memoryBytes: memoryGb === null ? null : Math.floor(memoryGb * bytesPerGb),
  diskBytes: diskGb === null ? null : Math.floor(diskGb * bytesPerGb),
})

/** So many times as much; bytes stay whole. */
export const timesResources = ({ cpus, memoryBytes, diskBytes }: Resources, times: number): Resources => ({
  cpus: cpus === null ? null : cpus * times,
  memoryBytes: memoryBytes === null ? null : Math.floor(memoryBytes * times),
  diskBytes: diskBytes === null ? null : Math.floor(diskBytes * times),
})

/** What is asked for in excess of the limits. */
export const exceeding = (asked: Resources, limits: Resources): ResourceName[] =>
  resourceNames.filter((name) => (asked[name] ?? 0) > (limits[name] ?? Number.POSITIVE_INFINITY))

/**
 * What a part of a deployment gets that holds `gpus` of its `count` GPUs: its share of what was asked for, and the limits
 * for each GPU where nothing was.
 */
export function shareOf(asked: Resources, limitsPerGpu: Resources, { gpus, count }: { gpus: number; count: number }) {
  const [share, limits] = [timesResources(asked, gpus / count), timesResources(limitsPerGpu, gpus)]
  return {
    cpus: share.cpus ?? limits.cpus,
    memoryBytes: share.memoryBytes ?? limits.memoryBytes,
    diskBytes: share.diskBytes ?? limits.diskBytes,
  } satisfies Resources
}
