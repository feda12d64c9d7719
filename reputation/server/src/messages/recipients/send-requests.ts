/**
 * The queue of requests to confirm: those that are due are taken under a lease, and sent with a link that is made at that
 * moment. A process that dies leaves a lease that runs out, and another sends the request: under the same `Message-ID`, with
 * a link of its own.
 */
import * as companies from '@service/foundation/companies/company-store.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { keepLease, newLease } from '@service/foundation/jobs/jobs.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Mailer } from '../mailer.ts'
import { asLine, asPlainText, type Message } from '../model/message.ts'
import { type Failed, nextTry } from '../model/outcome.ts'
import { requestLinkMs } from '../model/recipient.ts'
import type { MakeMailLink } from './mail-links.ts'
import * as recipients from './recipient-store.ts'

export type RequestDeps = {
  db: Database
  now: () => Date
  newId: NewId
  log: Logger
  mailer: Pick<Mailer, 'send'> | undefined
  makeLink: MakeMailLink
}

const leaseMs = 120_000
const atOnce = 8
const dayMs = 86_400_000

/** Returns how many were due, up to so many at once. */
export async function sendDueRequests(deps: RequestDeps, stop: AbortSignal): Promise<number> {
  const { db, now } = deps
  const lease = newLease(deps, leaseMs)
  const due = await recipients.takeDue(db.connection, lease, atOnce)
  await Promise.all(
    due.map(async (one) => {
      const { letGo } = keepLease(now, leaseMs, (until) =>
        recipients.renewLease(db.connection, lease.id, one.id, until),
      )
      await sendRequest(deps, lease.id, one, stop).finally(letGo)
    }),
  )
  return due.length
}

async function sendRequest(
  deps: RequestDeps,
  leaseId: string,
  due: recipients.DueRequest,
  stop: AbortSignal,
): Promise<void> {
  const { db, log } = deps
  const { id } = due
  try {
    if (stop.aborted) return void (await recipients.release(db.connection, leaseId, id))
    if (!(await recipients.isWanted(db.connection, due))) return await recipients.withdraw(db.connection, leaseId, id)
    await note(deps, leaseId, due, await send(deps, due))
  } catch (err) {
    log.error({ err, recipient: id }, 'a request to confirm could not be worked on; trying again later')
    await note(deps, leaseId, due, { kind: 'failed', error: 'a fault of ours', isFinal: false }).catch(() => {})
  }
}

async function send(
  { db, mailer, makeLink }: RequestDeps,
  { id, companyId, address, requests }: recipients.DueRequest,
) {
  if (!mailer) return noMailer
  const company = await companies.find(db.connection, companyId)
  const message = writeRequest(company?.name ?? '', await makeLink(id, requestLinkMs))
  const { subject } = message
  return mailer.send({ id: `${id}.${requests}`, to: address, subject, text: asPlainText(message) })
}

const noMailer: Failed = { kind: 'failed', error: 'no mail server is set up by the operator', isFinal: false }

async function note(
  { db, now }: RequestDeps,
  leaseId: string,
  { id, tries }: recipients.DueRequest,
  sent: { kind: 'sent' } | Failed,
) {
  const at = now()
  if (sent.kind === 'sent') return void (await recipients.noteRequested(db.connection, leaseId, id, at))
  const dueAt = nextTry(sent, tries + 1, at) ?? null
  await recipients.noteFailed(db.connection, leaseId, id, { error: sent.error, dueAt })
}

const writeRequest = (companyName: string, url: string): Message => ({
  subject: `Please confirm: alerts of ${asLine(companyName)} by e-mail`,
  paragraphs: [
    `${asLine(companyName)} wants to send alerts and digests of news about the company to this address.`,
    `Nothing is sent until you confirm it. The link is valid for ${requestLinkMs / dayMs} days.`,
    'If this does not concern you, you need not do anything. By the same link you can refuse all mail of this company.',
  ],
  items: [],
  link: { words: 'Confirm or refuse', url },
  foot: 'This mail was sent once, because somebody at the company entered this address.',
})
