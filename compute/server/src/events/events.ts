/**
 * What happened to deployments, and to companies as a whole: written in the transaction that caused it, read by customers, and
 * carried to their webhooks where it is of a kind in `event-catalogue.ts`.
 */
import { append } from './append-events.ts'
import { appending, listOfDeployment } from './event-store.ts'

export { eventCatalogue, newWebhookEvent } from './event-catalogue.ts'
export const events = { append, appending, listOfDeployment }
export { eventColumns, eventsChannel } from './event-store.ts'
