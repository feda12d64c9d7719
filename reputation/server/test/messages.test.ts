/** Alerts and digests by e-mail, Slack and Teams. */
import { makeLogger } from '@service/foundation/log/logger.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import type { ReceivedMail } from '@service/reputation-testing/mail-server.ts'
import {
  channelsPath,
  closeMessaging,
  forgetReceived,
  makeDue,
  newCompanyWithChannels,
  openMessaging,
  type ShownChannel,
  type ShownChannels,
  type ShownRecipient,
} from '@service/reputation-testing/messaging.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { deliverDue } from '../src/messages/deliver-messages.ts'
import { makeDueDigests } from '../src/messages/digest.job.ts'
import { take } from '../src/messages/message-store.ts'
import { nextDigestAt } from '../src/messages/model/next-digest.ts'

describe.each(featureEngines)('messages on $name', (engine) => {
  const opened = beforeTests(() => openMessaging(engine), closeMessaging)
  afterEach(() => forgetReceived(opened))
  const slackText = () => opened.receiver.received.map(({ body }) => body).join('\n')

  test('a message that takes longer than its lease is not sent by another process meanwhile', async () => {
    const { db, newId } = opened.service.administration
    const company = await newCompanyWithChannels(opened)
    const { channelId } = await company.make({ kind: 'email', name: 'Slow', recipients: ['slow@example.com'] })
    const now = () => new Date(Date.now() + 3_600_000) // so that the service itself does not take it
    await sql`
      insert into messages (id, channel_id, company_id, kind, about, made_at, due_at)
      values ('msg_slow', ${channelId}, ${company.companyId}, 'digest', 'slow', ${now()}, ${now()})`.execute(
      db.connection,
    )
    const until = async () =>
      (
        await sql<{ at: Date }>`select leased_until as at from messages where id = 'msg_slow'`.execute(db.connection)
      ).rows[0]?.at.getTime() ?? 0
    let sent = 0
    await deliverDue(
      {
        db,
        now,
        newId,
        log: makeLogger({ level: 'error', form: 'json' }),
        leaseMs: 300,
        readMessage: async () => ({ message: {} as never }),
        send: async () => {
          sent += 1
          const first = await until()
          await expect.poll(async () => (await until()) > first + 150, { interval: 20 }).toBe(true)
          return { kind: 'sent' }
        },
      },
      new AbortController().signal,
    )
    expect(sent).toBe(1)
  })

  test('an alert goes to each channel that asks for its severity, once, with the headline as text', async () => {
    const company = await newCompanyWithChannels(opened)
    const { mail, receiver } = opened
    await company.makeConfirmed({ kind: 'email', name: 'Press', recipients: ['press@example.com', 'pr@example.org'] })
    const slack = await company.make({ kind: 'slack', name: 'Slack', address: `${receiver.url}slack/SECRET` })
    await company.make({ kind: 'teams', name: 'Teams', address: `${receiver.url}teams`, severities: ['critical'] })
    expect(slack.host).toBe(new URL(receiver.url).host)
    await company.bad('charged with bribery <!channel> & *fraud*')
    await expect.poll(() => [mail.received.length, receiver.received.length]).toEqual([2, 1])
    const [received] = mail.received
    expect(mail.received.map(({ to }) => to).sort()).toEqual([['pr@example.org'], ['press@example.com']])
    expect(mail.received.some(({ text }) => text.includes('press@') && text.includes('pr@'))).toBe(false)
    expect(received!.text).toContain('Subject: High:')
    expect(received!.text).toContain('From: Reputation <alerts@example.com>')
    expect(receiver.received[0]!.path).toBe('/slack/SECRET')
    const { text, blocks } = JSON.parse(receiver.received[0]!.body) as { text: string; blocks: { type: string }[] }
    expect(text).toContain('&lt;!channel&gt; &amp;')
    expect(JSON.stringify(blocks)).not.toContain('mrkdwn')
    // A mail is noted a moment after it has come.
    const states = async () => (await company.listed()).messages.map(({ state }) => state)
    await expect.poll(states).toEqual(['sent', 'sent'])
    const { channels, mailFrom } = await company.listed()
    expect(mailFrom).toBe('Reputation <alerts@example.com>')
    expect(channels.map(({ lastSentAt }) => lastSentAt !== null)).toEqual([true, true, false])
    // Later articles of the story announce nothing.
    await company.bad('charged with bribery <!channel> & *fraud*, court says')
    expect((await company.listed()).messages).toHaveLength(2)
    expect(slackText()).toContain('/admin/alerts/')
  })

  test('the address of Slack is kept sealed, and shown nowhere', async () => {
    const company = await newCompanyWithChannels(opened)
    const address = `${opened.receiver.url}services/T0/TOPSECRET`
    const { channelId } = await company.make({ kind: 'slack', name: 'S', address })
    await company.ask('PATCH', `${channelsPath}/${channelId}`, { name: 'Other', severities: [] })
    const { text } = await company.ask('GET', channelsPath)
    const { rows } = await sql<{ text: string }>`
      select row_to_json(c)::text as text from message_channels c
      union all select row_to_json(a)::text from audit_events a where action like 'channel.%'`.execute(
      opened.service.administration.db.connection,
    )
    expect([text, ...rows.map(({ text }) => text)].join()).not.toContain('TOPSECRET')
  })

  test('a test is sent at once, and its failure is said', async () => {
    const company = await newCompanyWithChannels(opened)
    const { channelId } = await company.make({ kind: 'teams', name: 'Teams', address: opened.receiver.url })
    const tested = await company.ask('POST', `${channelsPath}/${channelId}/test`)
    expect(tested.body).toEqual({ sent: true, error: null })
    const card = JSON.parse(opened.receiver.received[0]!.body) as { attachments: { contentType: string }[] }
    expect(card.attachments[0]!.contentType).toBe('application/vnd.microsoft.card.adaptive')
    opened.receiver.respond = (_post, response) => void response.writeHead(410).end()
    expect((await company.ask('POST', `${channelsPath}/${channelId}/test`)).body).toEqual({
      sent: false,
      error: 'it returned status 410',
    })
    const failed = await company.listed()
    expect(failed.channels[0]).toMatchObject({ lastError: 'it returned status 410' })
    expect(failed.messages[0]).toMatchObject({ kind: 'test', state: 'failed', error: 'it returned status 410' })
    opened.receiver.respond = (_post, response) => void response.end()
    for (let i = 2; i < 10; i++) await company.ask('POST', `${channelsPath}/${channelId}/test`)
    expect((await company.ask('POST', `${channelsPath}/${channelId}/test`)).status).toBe(429)
  })

  test('tests are counted over all channels of a company, deleted ones too, and at once', async () => {
    const company = await newCompanyWithChannels(opened)
    const make = () => company.make({ kind: 'teams', name: 'Teams', address: opened.receiver.url })
    const first = await make()
    for (let i = 0; i < 8; i++) await company.ask('POST', `${channelsPath}/${first.channelId}/test`)
    await company.ask('DELETE', `${channelsPath}/${first.channelId}`)
    const { channelId } = await make()
    const asked = Array.from({ length: 6 }, () => company.ask('POST', `${channelsPath}/${channelId}/test`))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 429, 429, 429, 429])
    expect(opened.receiver.received).toHaveLength(10)
  })

  test('a company with many due messages does not hold up another', async () => {
    const { db } = opened.service.administration
    const [many, few] = [await newCompanyWithChannels(opened), await newCompanyWithChannels(opened)]
    const fields = { kind: 'email', name: 'Press', recipients: ['press@example.com'] }
    const waiting = [
      { ...many, ...(await many.make(fields)), count: 20 },
      { ...few, ...(await few.make(fields)), count: 1 },
    ]
    const taken = db.transaction(async (tx) => {
      for (const { companyId, channelId, count } of waiting) {
        await sql`
          insert into messages (id, channel_id, company_id, kind, about, made_at, due_at)
          select ${channelId} || n, ${channelId}, ${companyId}, 'alert', 'high ' || n, now(),
                 now() - interval '1 hour' - ${count} * interval '1 minute'
            from generate_series(1, ${count}::int) as n`.execute(tx)
      }
      const now = new Date()
      const due = await take(tx, { id: 'lease_test', now, until: new Date(now.getTime() + 60_000) }, 8)
      throw due.map(({ companyId }) => companyId) // rolled back, so that the service sends none of them
    })
    const ids = (await taken.catch((thrown) => thrown)) as string[]
    expect(ids.filter((id) => id === many.companyId)).toHaveLength(2)
    expect(ids).toContain(few.companyId)
  })

  test('a change of a channel skips no digest that is due', async () => {
    const company = await newCompanyWithChannels(opened)
    const fields = { kind: 'email', name: 'Morning', recipients: ['board@example.com'], severities: [], digestHour: 7 }
    const { channelId } = await company.make(fields)
    const due = new Date(Date.now() + 300_000) // not yet, lest the service make it
    await sql`update message_channels set next_digest_at = ${due} where id = ${channelId}`.execute(
      opened.service.administration.db.connection,
    )
    const change = async (body: object) =>
      (await company.ask<ShownChannel>('PATCH', `${channelsPath}/${channelId}`, body)).body
    expect((await change({ name: 'Board' })).nextDigestAt).toBe(due.toISOString())
    expect((await change({ digestHour: 8 })).nextDigestAt).not.toBe(due.toISOString())
  })

  test('a recipient that the mail server refuses is said, without the address', async () => {
    const company = await newCompanyWithChannels(opened)
    const recipients = ['press@example.com', 'gone@example.com']
    const { channelId } = await company.makeConfirmed({ kind: 'email', name: 'Press', recipients })
    opened.mail.refuseRecipient = 'gone@example.com'
    const error = 'the mail server refused 1 of 2 recipients'
    expect((await company.ask('POST', `${channelsPath}/${channelId}/test`)).body).toEqual({ sent: true, error })
    await company.bad()
    const said = async () => (await company.listed()).messages.map((one) => [one.kind, one.state, one.error])
    await expect.poll(said).toEqual([
      ['alert', 'sent', error],
      ['test', 'sent', error],
    ])
    opened.mail.refuseRecipient = undefined
  })

  test('what fails is tried again later, and given up where the server refuses it for good', async () => {
    const company = await newCompanyWithChannels(opened)
    const { mail } = opened
    await company.makeConfirmed({ kind: 'email', name: 'Press', recipients: ['press@example.com'] })
    mail.refuse = 451
    await company.bad()
    const state = async () => (await company.listed()).messages.map(({ state, tries }) => [state, tries])
    await expect.poll(state).toEqual([['due', 1]])
    expect((await company.listed()).channels[0]!.lastError).toBe('the mail server responded 451')
    mail.refuse = undefined
    await makeDue(opened.service, company.companyId)
    await expect.poll(state).toEqual([['sent', 2]])
    expect((await company.listed()).channels[0]).toMatchObject({ lastError: null, failingSince: null })
    const [first] = mail.received
    expect(first!.messageId).toMatch(/^<msg_[0-9a-f]{32}\.mrc_[0-9a-z]{26}@example.com>$/)
    mail.refuse = 550
    await company.bad('hit by deadly explosion')
    await expect.poll(state).toEqual([
      ['failed', 1],
      ['sent', 2],
    ])
    mail.refuse = undefined
  })

  test('what a process held that died is sent by another, under the same id', async () => {
    const company = await newCompanyWithChannels(opened)
    await company.makeConfirmed({ kind: 'email', name: 'Press', recipients: ['press@example.com'] })
    await company.bad()
    await expect.poll(() => opened.mail.received.length).toBe(1)
    const { connection } = opened.service.administration.db
    // As if the process had died after sending, before it could note that.
    await sql`
      update messages set state = 'due', due_at = now() - interval '3 minutes', ended_at = null, leased_by = 'dead',
                          leased_until = now() - interval '1 minute'
       where company_id = ${company.companyId}`.execute(connection)
    await sql`delete from message_recipients`.execute(connection)
    await sql`select pg_notify('messages_due', '')`.execute(connection)
    await expect.poll(() => opened.mail.received.length).toBe(2)
    const [one, other] = opened.mail.received
    expect(other!.messageId).toBe(one!.messageId)
  })

  test('a story that was muted meanwhile is not sent', async () => {
    const company = await newCompanyWithChannels(opened)
    await company.makeConfirmed({ kind: 'email', name: 'Press', recipients: ['press@example.com'] })
    opened.mail.refuse = 451
    await company.bad()
    await expect.poll(async () => (await company.listed()).messages[0]?.tries).toBe(1)
    opened.mail.refuse = undefined
    const { stories } = (await company.get<{ stories: { story: string }[] }>('/api/v1/alert-stories')).body
    await company.send('POST', `/api/v1/alert-stories/${encodeURIComponent(stories[0]!.story)}/triage`, { muted: true })
    await makeDue(opened.service, company.companyId)
    await expect
      .poll(async () => (await company.listed()).messages[0])
      .toMatchObject({ state: 'skipped', error: 'the story is muted' })
    expect(opened.mail.received).toEqual([])
  })

  test('a digest comes once a day, at the hour of the company, with the alerts since', async () => {
    const company = await newCompanyWithChannels(opened)
    const made = await company.makeConfirmed({
      kind: 'email',
      name: 'Morning',
      recipients: ['board@example.com'],
      severities: [],
      digestHour: 7,
    })
    expect(new Date(made.nextDigestAt!).getUTCHours()).toBe(7)
    await company.bad()
    expect(opened.mail.received).toEqual([])
    const { db } = opened.service.administration
    const due = Date.parse(made.nextDigestAt!)
    const at = () => new Date(due + 60_000)
    const stop = new AbortController().signal
    await makeDueDigests({ db, now: at }, stop)
    await makeDueDigests({ db, now: at }, stop)
    await makeDue(opened.service, company.companyId)
    await expect.poll(() => opened.mail.received.length).toBe(1)
    const [{ text }] = opened.mail.received as [ReceivedMail]
    expect(text).toContain('1 story raised an alert')
    expect(text).toContain('charged with bribery')
    expect((await company.listed()).channels[0]!.nextDigestAt).toBe(new Date(due + 86_400_000).toISOString())
  })

  test.each([
    [{ kind: 'email', name: 'x', recipients: [] }, 'body.recipients'],
    [{ kind: 'email', name: 'x', recipients: ['A <a@example.com>'] }, 'body.recipients'],
    [{ kind: 'email', name: 'x', recipients: ['a@example.com\r\nBcc: b@example.com'] }, 'body.recipients'],
    [{ kind: 'email', name: 'x', recipients: ['a@example.com'], address: 'https://x.example' }, 'body.address'],
    [{ kind: 'slack', name: 'x' }, 'body.address'],
    [{ kind: 'slack', name: 'x', address: 'http://169.254.169.254/latest' }, 'body.address'],
    [{ kind: 'teams', name: 'x', address: 'http://10.0.0.1/' }, 'body.address'],
    [{ kind: 'teams', name: 'x', address: 'https://example.com', digestHour: 24 }, 'body.digestHour'],
  ])('%j is refused, by the name of the field', async (fields, field) => {
    const company = await newCompanyWithChannels(opened)
    const { status, text } = await company.ask('POST', channelsPath, fields)
    expect(status).toBe(400)
    expect(text).toContain(field)
  })

  test('channels are those of admins, and of one company', async () => {
    const [company, other, analyst] = [
      await newCompanyWithChannels(opened),
      await newCompanyWithChannels(opened),
      await newCompanyWithChannels(opened, 'analyst'),
    ]
    const { channelId } = await company.make({ kind: 'email', name: 'Press', recipients: ['press@example.com'] })
    expect((await analyst.ask('GET', channelsPath)).status).toBe(403)
    expect((await other.ask<ShownChannels>('GET', channelsPath)).body.channels).toEqual([])
    for (const [method, at, body] of [
      ['PATCH', '', { name: 'Mine' }],
      ['POST', '/test', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      expect((await other.ask(method, `${channelsPath}/${channelId}${at}`, body)).status, method).toBe(404)
    }
    const [{ recipientId }] = (await company.listed()).channels[0]!.recipientStates as [ShownRecipient]
    expect((await other.ask('POST', `/api/v1/message-recipients/${recipientId}/confirmation`)).status).toBe(404)
    expect((await company.ask('DELETE', `${channelsPath}/${channelId}`)).status).toBe(204)
    expect((await company.listed()).channels).toEqual([])
  })
})

test.each([
  ['2026-11-22T05:30:00Z', 7, 'Europe/Paris', '2026-11-22T06:00:00.000Z'],
  ['2026-11-22T06:00:00Z', 7, 'Europe/Paris', '2026-11-23T06:00:00.000Z'],
  ['2026-03-28T12:00:00Z', 7, 'Europe/Paris', '2026-03-29T05:00:00.000Z'],
  ['2026-11-22T23:00:00Z', 9, 'Asia/Tokyo', '2026-11-23T00:00:00.000Z'],
])('at %s the next %i o’clock in %s is %s', (now, hour, zone, expected) => {
  expect(nextDigestAt(hour, zone, new Date(now)).toISOString()).toBe(expected)
})
