/**
 * Messages: alerts for people, beside webhooks for systems.
 *
 * A company has **channels**: e-mail addresses, or an incoming webhook of Slack or Teams, each with the severities that it
 * wants at once and the hour of a daily **digest**. What figures announce becomes a **message** for each channel in the same
 * transaction (`appendAlertMessages`), so there is none without its cause and none is lost; digests are made when the hour
 * has come where the company is (`digest.job.ts`). Messages are sent from a queue in the database, tried again when they
 * fail (`deliver-messages.ts`), and say what stands there when they are sent (`read-message.ts`): a story that was muted
 * meanwhile is not sent. Mail is sent to those alone who have confirmed their address (`recipients/`).
 */
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import type { Disposer } from '@service/foundation/disposer.ts'
import type { Pruner } from '@service/foundation/erasure/model/eraser.ts'
import { type JobDeps, startQueue, startScheduledJob } from '@service/foundation/jobs/jobs.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import { type AlertsAnnounced, makeReadStoryNews } from '../news/news.ts'
import { makeChannelActs } from './change-channels.ts'
import * as channels from './channel-store.ts'
import type { MessageDeps } from './channels.routes.ts'
import { deliverDue } from './deliver-messages.ts'
import { digestJob } from './digest.job.ts'
import { type Mailer, type MailSettings, openMailer } from './mailer.ts'
import * as store from './message-store.ts'
import { makeReadMessage } from './read-message.ts'
import {
  listOf,
  type MakeMailLink,
  makeAddRecipients,
  makeDecisions,
  makeMailLinks,
  makeRequestAgain,
  recipientPruners,
  requestQueue,
  sendDueRequests,
  sendMails,
} from './recipients/recipients.ts'
import { makeSendMessage, type SendMessage } from './send-message.ts'

export { type MessageDeps, messageRoutes } from './channels.routes.ts'
export type { MailSettings } from './mailer.ts'
export { recipientRedactor } from './recipient-redactor.ts'
export { sealedChannels } from './sealed-channels.ts'

export type Messages = MessageDeps['messages'] & {
  send: SendMessage
  mailer: Mailer | undefined
  makeLink: MakeMailLink
  close(): void
}

type Deps = {
  db: Database
  now: () => Date
  newId: NewId
  sealer: Sealer
  outbound: Pick<Outbound, 'faultOf' | 'post'>
  randomBytes: (count: number) => Uint8Array
  uptimeMs: () => number
  /** Where the service is, and where its pages for people are. */
  baseUrl: () => string
  pagesUrl: () => string
  title: string
  mail: MailSettings | undefined
}

const recentMessages = 20

export function openMessages(deps: Deps): Messages {
  const { db, sealer, outbound, title, uptimeMs, mail } = deps
  const mailer: Mailer | undefined = mail && openMailer(mail)
  const makeLink = makeMailLinks(deps)
  const addRecipients = makeAddRecipients(deps)
  const send = makeSendMessage({
    sealer,
    post: outbound.post,
    sendMails: mailer && ((...given) => sendMails({ ...deps, mailer, makeLink, addRecipients }, ...given)),
  })
  const { faultOf } = outbound
  return {
    channels: makeChannelActs({ ...deps, faultOf, send, addRecipients, hasMail: mailer !== undefined }),
    listChannels: (companyId) => channels.list(db.connection, companyId),
    listRecipients: (companyId, addresses) => listOf(db.connection, companyId, addresses),
    requestAgain: makeRequestAgain({ ...deps, lockCompany: channels.lockCompany }),
    decisions: makeDecisions(deps),
    listRecent: (companyId) => store.listRecent(db.connection, companyId, recentMessages),
    mailFrom: mailer?.from,
    title,
    uptimeMs,
    send,
    mailer,
    makeLink,
    close: () => mailer?.close(),
  }
}

/** Writes what is to be sent of announced alerts, in the transaction that announces them. */
export const appendAlertMessages: AlertsAnnounced = (tx: Queryable, companyId, alerts, at) =>
  store.appendAlerts(tx, companyId, alerts, at)

const pollEveryMs = 30_000

/** In the background: the queues, and the digests. */
export async function startMessages(
  deps: JobDeps & { messages: Messages; pagesUrl: () => string; disposer: Disposer },
): Promise<void> {
  const { db, messages, pagesUrl, disposer } = deps
  const readMessage = makeReadMessage({ stories: makeReadStoryNews({ db }), pagesUrl })
  const queue = await startQueue(deps, store.messagesChannel, {
    endLeases: store.endAllLeases,
    work: (stop) => deliverDue({ ...deps, readMessage, send: messages.send }, stop),
    nextDueAt: store.nextDueAt,
    pollEveryMs,
    failure: 'messages could not be sent',
  })
  disposer.add('messages', () => queue.stop())
  const { channel, ...requests } = requestQueue
  const requesting = await startQueue(deps, channel, {
    ...requests,
    work: (stop) => sendDueRequests({ ...deps, mailer: messages.mailer, makeLink: messages.makeLink }, stop),
    pollEveryMs,
    failure: 'requests to confirm could not be sent',
  })
  disposer.add('requests to confirm', () => requesting.stop())
  const digests = startScheduledJob(deps, digestJob(deps))
  disposer.add('digests', () => digests.stop())
}

export const messagePruners = (keptMs: number): readonly Pruner[] => [
  { name: 'messages', keptMs, prune: store.deleteBefore },
  ...recipientPruners,
]
