/** What happened to deployments, and to companies as a whole: written in the transaction that caused it, read by customers. */
export * as events from './event-store.ts'
export { eventColumns, eventsChannel } from './event-store.ts'
