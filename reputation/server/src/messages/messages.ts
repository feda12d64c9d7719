/**
 * Messages: alerts for people, beside webhooks for systems.
 *
 * A company has **channels**: e-mail addresses, or an incoming webhook of Slack or Teams, each with the severities that it
 * wants at once and the hour of a daily **digest**. What figures announce becomes a **message** for each channel in the same
 * transaction (`appendAlertMessages`), so there is none without its cause and none is lost; digests are made when the hour
 * has come where the company is (`digest.job.ts`). Messages are sent from a queue in the database, tried again when they
 * fail (`deliver-messages.ts`), and say what stands there when they are sent (`read-message.ts`): a story that was muted
 * meanwhile is not sent.
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
import { makeSendMessage, type SendMessage } from './send-message.ts'

export { type MessageDeps, messageRoutes } from './channels.routes.ts'
export type { MailSettings } from './mailer.ts'
export { recipientRedactor } from './recipient-redactor.ts'
export { sealedChannels } from './sealed-channels.ts'

export type Messages = MessageDeps['messages'] & { send: SendMessage; close(): void }

type Deps = {
  db: Database
  now: () => Date
  newId: NewId
  sealer: Sealer
  outbound: Pick<Outbound, 'faultOf' | 'post'>
  /** Where the pages for people are. */
  pagesUrl: () => string
  mail: MailSettings | undefined
}

const recentMessages = 20

export function openMessages({ db, now, newId, sealer, outbound, pagesUrl, mail }: Deps): Messages {
  const mailer: Mailer | undefined = mail && openMailer(mail)
  const send = makeSendMessage({ sealer, post: outbound.post, mailer })
  const { faultOf } = outbound
  return {
    channels: makeChannelActs({ db, now, newId, sealer, faultOf, send, hasMail: mailer !== undefined, pagesUrl }),
    listChannels: (companyId) => channels.list(db.connection, companyId),
    listRecent: (companyId) => store.listRecent(db.connection, companyId, recentMessages),
    mailFrom: mailer?.from,
    send,
    close: () => mailer?.close(),
  }
}

/** Writes what is to be sent of announced alerts, in the transaction that announces them. */
export const appendAlertMessages: AlertsAnnounced = (tx: Queryable, companyId, alerts, at) =>
  store.appendAlerts(tx, companyId, alerts, at)

const pollEveryMs = 30_000

/** In the background: the queue, and the digests. */
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
  const digests = startScheduledJob(deps, digestJob(deps))
  disposer.add('digests', () => digests.stop())
}

export const messagePruners = (keptMs: number): readonly Pruner[] => [
  { name: 'messages', keptMs, prune: store.deleteBefore },
]
