/** What deployments write, read and followed by their customers (`read-logs.ts`), as lines or as server-sent events. */
export { placeLines, sinceOf } from './log-position.ts'
export { makeReadLogs, type ReadLogs } from './read-logs.ts'
export { type LogDeps, logRoutes } from './routes.ts'
