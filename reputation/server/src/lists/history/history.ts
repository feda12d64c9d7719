/** The versions of a list that were in use, and what differs between any two of them. */
export { type ListHistory, makeListHistory } from './read-history.ts'
export { type HistoryDeps, historyRoutes, TwoVersionsPath } from './routes.ts'
