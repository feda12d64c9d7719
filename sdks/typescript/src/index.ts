export {
  Carbon,
  Compute,
  type DailyUsageQuery,
  type DeploymentQuery,
  Deployments,
  Domains,
  type EndOptions,
  Events,
  type HubQuery,
  Hubs,
  Metrics,
  type MetricsQuery,
  Pricing,
  Regions,
  Registries,
  UsageOfMonths,
  type UsageQuery,
  type WaitOptions,
} from './client.ts'
export * from './errors.ts'
export type { EventFilter } from './event-stream.ts'
export { List, type PageQuery } from './list.ts'
export type { LogQuery } from './log-stream.ts'
export type { ClientOptions, RequestOptions, Runtime } from './transport.ts'
export type * from './types.ts'
export { version } from './version.ts'
