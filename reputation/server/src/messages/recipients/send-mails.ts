/**
 * One mail to each recipient of a channel who has confirmed, with a link of their own by which it stops. Who has got a message
 * is noted one by one: trying again, also after a crash, sends it only to those for whom that is not noted.
 */
import type { Queryable } from '@service/foundation/database/database.ts'
import { system } from '@service/foundation/identity/model/actor.ts'
import type { Mailer } from '../mailer.ts'
import type { Channel } from '../model/channel.ts'
import { asPlainText, type Message } from '../model/message.ts'
import type { Sent } from '../model/outcome.ts'
import { stopLinkMs } from '../model/recipient.ts'
import type { MakeMailLink } from './mail-links.ts'
import type { AddRecipients, RecipientDeps } from './recipient-acts.ts'
import * as recipients from './recipient-store.ts'

type Deps = RecipientDeps & { mailer: Pick<Mailer, 'send'>; makeLink: MakeMailLink; addRecipients: AddRecipients }

export async function sendMails(deps: Deps, channel: Channel, messageId: string, message: Message): Promise<Sent> {
  const wanted = await listWanted(deps, channel, messageId)
  const confirmed = wanted.filter(({ state }) => state === 'confirmed')
  if (confirmed.length === 0) return { kind: 'skipped', error: 'no recipient has confirmed the address' }
  const failures = await Promise.all(
    confirmed.filter(({ hasIt }) => !hasIt).map((one) => sendMail(deps, messageId, one, message)),
  )
  const failure = failures.find((one) => one !== undefined)
  if (failure) return { kind: 'failed', error: failure, isFinal: false }
  const { sent, refused } = await recipients.countMails(deps.db.connection, messageId)
  const error = `the mail server refused ${refused} of ${sent + refused} recipients`
  if (sent === 0) return { kind: 'failed', error, isFinal: true }
  return { kind: 'sent', ...(refused > 0 && { error }) }
}

async function listWanted(
  { db, addRecipients }: Deps,
  { companyId, recipients: addresses }: Channel,
  messageId: string,
) {
  const list = (queryable: Queryable) => recipients.listWanted(queryable, { companyId, addresses, messageId })
  const known = await list(db.connection)
  if (known.length >= addresses.length) return known
  // Added by a process of the release before, during an upgrade: they are asked like all others.
  return db.transaction(async (tx) => {
    await addRecipients(tx, { actor: system, requestId: null }, companyId, addresses)
    return list(tx)
  })
}

/** Why it has to be tried again; undefined where it is settled. */
async function sendMail(
  { db, now, mailer, makeLink }: Deps,
  messageId: string,
  { id: recipientId, address }: recipients.Wanted,
  message: Message,
): Promise<string | undefined> {
  const stopUrl = await makeLink(recipientId, stopLinkMs)
  const { subject } = message
  const text = asPlainText(message, stopUrl)
  const sent = await mailer.send({ id: `${messageId}.${recipientId}`, to: address, subject, text, stopUrl })
  if (sent.kind === 'failed' && !sent.isFinal) return sent.error
  const outcome = sent.kind === 'sent' ? 'sent' : 'refused'
  await recipients.noteMail(db.connection, { messageId, recipientId, outcome, at: now() })
  return undefined
}
