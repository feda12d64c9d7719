/** How long each thing may take before the control plane draws its conclusion. All in milliseconds but the counts. */
export type Limits = {
  /** From the reservation until the image is there. */
  pullMs: number
  /** From then until the container has been started; and, apart from that, until something answers at its port. */
  startMs: number
  /** Without a port it counts as running once it has been up for so long. */
  settleMs: number
  /** A container that has been up for longer without counting as running is metered all the same: it holds GPUs. */
  freeStartMs: number
  /** Hubs that are tried before a start is given up. */
  hubs: number
  /** So many restarts within the window are a crash loop. */
  restarts: number
  restartWindowMs: number
  /** Nothing answers at the port for so long: degraded. */
  degradedMs: number
  /** A hub is silent for so long: no new placements there, and starts that wait for it try another. */
  unreachableMs: number
  /** A hub is silent for so long: what ran there is begun elsewhere. */
  failOverMs: number
  /** A failover, or a job that waits for its hub, is given up after so long; so is the search for a first hub. */
  giveUpMs: number
  placeMs: number
  /** An ended instance is kept for its logs for so long. */
  keepMs: number
  /** Time to end by itself, once asked to. */
  stopGraceMs: number
  /** How long any deployment may run, as the operator has set it; null is no limit. */
  lifetimeMs: number | null
}

const second = 1_000
const minute = 60 * second

export const defaultLimits: Limits = {
  pullMs: 20 * minute,
  startMs: 10 * minute,
  settleMs: 2 * second,
  freeStartMs: minute,
  hubs: 3,
  restarts: 5,
  restartWindowMs: 10 * minute,
  degradedMs: 30 * second,
  unreachableMs: 30 * second,
  failOverMs: 120 * second,
  giveUpMs: 30 * minute,
  placeMs: 10 * minute,
  keepMs: 60 * minute,
  stopGraceMs: 10 * second,
  lifetimeMs: null,
}
