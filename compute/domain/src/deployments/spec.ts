import type { SovereigntyLevel } from '../sovereignty/model/level.ts'
import type { EndpointAccess } from './endpoint-access.ts'

/** What a customer asked for, once its names are known ones. Only `access` changes in a deployment's life. */
export type DeploymentSpec = {
  name: string | null
  /** Canonical name of the catalogue. */
  gpuType: string
  /** Whole GPUs, ≥ 1. */
  count: number
  /** Region ids in the order of preference: hubs, countries, groups. Never empty: `['global']` where nothing was asked. */
  regions: readonly string[]
  sovereignty: SovereigntyLevel
  carbonAware: boolean
  image: string
  command: readonly string[] | null
  /** With a command too, that takes the place of the image's entry point. Absent in what a release before wrote. */
  args?: readonly string[] | null
  /** Names of its environment variables. Their values are secrets, and not part of what is shown or placed by. */
  env: readonly string[]
  /** The port that the container listens on; null is the image's first exposed one, or none. */
  port: number | null
  /** It is up once a GET of this path at the port returns 2xx or 3xx. Absent in what a release before wrote. */
  healthPath?: string | null
  /** Processors, memory and disk in all; null as the hub gives them. Absent in what a release before wrote. */
  cpu?: number | null
  memoryGb?: number | null
  diskGb?: number | null
  /** With it the deployment is a job, expected to end by itself; without it a service. */
  durationHours: number | null
  /** How long it may run before it is stopped. Absent in what a release before wrote. */
  maxLifetimeHours?: number | null
  /** How much later than at once it may start, for the sake of carbon. 0 is at once. */
  maxDelayHours: number
  /** Per GPU and hour. */
  maxPriceUsd: number | null
  /** Who may reach its endpoint; absent is anyone. */
  access?: EndpointAccess
  /** What the customer sorts by. Absent in what a release before wrote. */
  labels?: Readonly<Record<string, string>>
}
