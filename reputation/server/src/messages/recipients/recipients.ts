/**
 * Recipients of mail: an address receives nothing but one request until it is confirmed. Whether it is holds for a company and
 * address, whatever channels have it. Requests are sent from a queue (`send-requests.ts`), messages one by one to those who
 * have confirmed (`send-mails.ts`); each mail has a link of its own (`mail-links.ts`), whose page lies outside of sign-in
 * (`mail-page.ts`).
 */
import type { Pruner } from '@service/foundation/erasure/model/eraser.ts'
import * as store from './recipient-store.ts'

export { type Decisions, type MakeMailLink, makeDecisions, makeMailLinks } from './mail-links.ts'
export {
  type AddRecipients,
  makeAddRecipients,
  makeRequestAgain,
  type RequestAgain,
} from './recipient-acts.ts'
export { forget, listOf } from './recipient-store.ts'
export { MessageRecipient, mailLinkRoutes, requestAgainRoute, showRecipient } from './recipients.routes.ts'
export { sendMails } from './send-mails.ts'
export { sendDueRequests } from './send-requests.ts'

/** What a queue needs to know of requests. */
export const requestQueue = {
  channel: store.requestsChannel,
  endLeases: store.endAllLeases,
  nextDueAt: store.nextDueAt,
}

export const recipientPruners: readonly Pruner[] = [
  { name: 'links of mails', keptMs: 0, prune: store.pruneLinks },
  { name: 'mail recipients', prune: store.pruneUnused },
]
