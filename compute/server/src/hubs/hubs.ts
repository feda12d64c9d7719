/**
 * The hubs of this installation, as they stand in the database.
 *
 * An operator's file (`hub-file.ts`) or the machine itself (`local-hub.ts`) says which there are; `sync-hubs.ts` writes
 * them down at a start. What is observed of them (`hub-store.ts`) is written by the process that watches them
 * (`reconcile/watch-hubs.ts`). Which of their GPUs are free (`hub-gpu-store.ts`) changes with every placement and every
 * release, under a version, and is announced to all processes (`announce-hubs.ts`).
 */
export { announceHubs, hubsChannel } from './announce-hubs.ts'
export { GpuTypeParameter, RegionParameter, requireGpuType, requireRegion } from './filter-parameters.ts'
export { giveBackGpus } from './give-back-gpus.ts'
export { type ConfiguredHub, HubFileError, readHubFile } from './hub-file.ts'
export * as hubGpus from './hub-gpu-store.ts'
export {
  type HubReport,
  lock as lockHub,
  reports as reportHubs,
  type StoredHub,
  unreachableAmong,
  type WatchedHub,
  watched as watchedHubs,
  writeHealth,
  writeSeen,
  writeWanted,
} from './hub-store.ts'
export { localHub } from './local-hub.ts'
export { makeReadHubs } from './read-hubs.ts'
export { CarbonIntensity, CarbonScore, CpuOnly, PricePerGpuHour, RenewableShare, Simulated } from './responses.ts'
export { type HubDeps, hubRoutes } from './routes.ts'
export { syncHubs } from './sync-hubs.ts'
