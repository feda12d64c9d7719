/**
 * What deployments write, read and followed by their customers (`read-logs.ts`), as lines or as server-sent events: from the
 * engine as long as it has the container, and afterwards from what was kept of it (`keep-logs.ts`), which is sealed.
 */
export { type KeepLogs, makeKeepLogs } from './keep-logs.ts'
export { placeLines, sinceOf } from './log-position.ts'
export { logPruner, logRedactor } from './privacy.ts'
export { type LogRead, makeReadLogs, type ReadLogs } from './read-logs.ts'
export { type LogDeps, logRoutes } from './routes.ts'
export { sealedLogRows } from './sealed-log-rows.ts'
