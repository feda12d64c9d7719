/** A service that writes to people, a mail server and a receiver that keep what it writes, and companies with channels. */
import type { TestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { newPerson, sessionHeaders } from '@service/foundation-testing/signed-in.ts'
import { startReceiver, type TestReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type MailServer, type ReceivedMail, startMailServer } from './mail-server.ts'
import { newCompanyInTheNews, send } from './news.ts'
import { type RunningService, runService } from './running-service.ts'

export const channelsPath = '/api/v1/message-channels'

export type ShownRecipient = {
  recipientId: string
  address: string
  state: string
  requestedAt: string | null
  requestDueAt: string | null
}
export type ShownChannel = {
  channelId: string
  recipientStates: ShownRecipient[]
  host: string | null
  lastError: string | null
  failingSince: string | null
  lastSentAt: string | null
  nextDigestAt: string | null
}
export type ShownChannels = {
  channels: ShownChannel[]
  messages: { kind: string; state: string; error: string | null; tries: number }[]
  mailFrom: string | null
}

export type Messaging = { mail: MailServer; receiver: TestReceiver; service: RunningService }

export async function openMessaging(engine: TestEngine): Promise<Messaging> {
  const mail = await startMailServer()
  const receiver = await startReceiver()
  const settings = { REPUTATION_SMTP_URL: mail.url, REPUTATION_MAIL_FROM: 'Reputation <alerts@example.com>' }
  return { mail, receiver, service: await runService(engine, { settings }) }
}

export async function closeMessaging({ mail, receiver, service }: Messaging): Promise<void> {
  await service.stop()
  await Promise.all([mail.close(), receiver.close()])
}

/** Between tests: what one has caused and did not wait for would reach the next. */
export async function forgetReceived({ mail, receiver, service }: Messaging): Promise<void> {
  const due = async () =>
    (
      await sql`
        select from mail_recipients where due_at <= now()
        union all select from messages where due_at <= now()`.execute(service.administration.db.connection)
    ).rows.length
  await expect.poll(due).toBe(0)
  mail.received.length = 0
  receiver.received.length = 0
}

/** A company in the news, and somebody of it who makes requests. */
export async function newCompanyWithChannels({ mail, service }: Messaging, role = 'admin') {
  const client = await newCompanyInTheNews(service, { scopes: ['alerts:read', 'alerts:triage', 'articles:write'] })
  const headers = await sessionHeaders(service, await newPerson(service, client.companyId, { role }))
  const ask = async <Body>(method: string, at: string, body?: object) => {
    const response = await fetch(`${service.baseUrl}${at}`, {
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, text, body: (text ? JSON.parse(text) : undefined) as Body }
  }
  const make = async (fields: object) => (await ask<ShownChannel>('POST', channelsPath, fields)).body
  /** Their one mail each has come, and its link leads to a page whose button was pressed. */
  const makeConfirmed = async (fields: { recipients: string[]; [field: string]: unknown }) => {
    const channel = await make(fields)
    await expect.poll(() => mail.received.length).toBe(fields.recipients.length)
    await Promise.all(mail.received.splice(0).map((one) => press(service, linkIn(one), 'act=confirm')))
    return channel
  }
  const listed = async () => (await ask<ShownChannels>('GET', channelsPath)).body
  const bad = (what = 'charged with bribery of officials') => send(service, client, [`${client.name} ${what}`])
  return { ...client, ask, make, makeConfirmed, listed, bad }
}

/** The address may be folded at the end of a line, as mail does. */
export const linkIn = ({ text }: ReceivedMail): string =>
  new URL(/http:\/\/\S+\/mail\/svm_\w+/.exec(text.replaceAll('=\r\n', ''))?.[0] ?? '').pathname

export const press = (service: RunningService, link: string, body: string): Promise<Response> =>
  fetch(`${service.baseUrl}${link}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  })

/** Without waiting for the next try. */
export async function makeDue(service: RunningService, companyId: string): Promise<void> {
  const { connection } = service.administration.db
  await sql`update messages set due_at = now() where due_at is not null and company_id = ${companyId}`.execute(
    connection,
  )
  await sql`select pg_notify('messages_due', '')`.execute(connection)
}
