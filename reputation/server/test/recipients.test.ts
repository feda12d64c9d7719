/** Recipients of mail: who is asked, who decides, and who is written to. */
import { makeAudit } from '@service/foundation/audit/audit.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import type { ReceivedMail } from '@service/reputation-testing/mail-server.ts'
import {
  channelsPath,
  closeMessaging,
  forgetReceived,
  linkIn,
  makeDue,
  newCompanyWithChannels,
  openMessaging,
  press,
  type ShownRecipient,
} from '@service/reputation-testing/messaging.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'

describe.each(featureEngines)('recipients on $name', (engine) => {
  const opened = beforeTests(() => openMessaging(engine), closeMessaging)
  afterEach(() => forgetReceived(opened))

  test('an address gets one request and nothing else until its recipient confirms, which a GET alone does not', async () => {
    const company = await newCompanyWithChannels(opened)
    const { mail } = opened
    const { channelId } = await company.make({ kind: 'email', name: 'Press', recipients: ['new@example.com'] })
    await expect.poll(() => mail.received.length).toBe(1)
    const state = async () => (await company.listed()).channels[0]!.recipientStates[0]!.state
    const link = linkIn(mail.received[0]!)
    const page = await fetch(`${opened.service.baseUrl}${link}`)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await page.text()).toContain('<button type="submit" name="act" value="confirm">')
    expect(await state()).toBe('waiting')
    const tested = await company.ask<{ error: string }>('POST', `${channelsPath}/${channelId}/test`)
    expect(tested.body.error).toBe('no recipient has confirmed the address')
    await company.bad()
    const alerts = async () => (await company.listed()).messages.filter(({ kind }) => kind === 'alert')
    await expect.poll(async () => (await alerts())[0]?.state).toBe('skipped')
    expect(mail.received).toHaveLength(1)
    expect(await (await press(opened.service, link, 'act=confirm')).text()).toContain('Stop these mails')
    expect(await state()).toBe('confirmed')
    expect((await company.ask<{ sent: boolean }>('POST', `${channelsPath}/${channelId}/test`)).body.sent).toBe(true)
    expect(mail.received).toHaveLength(2)
  })

  test('any mail stops all of them, by its page or by one click, and the company cannot undo that', async () => {
    const company = await newCompanyWithChannels(opened)
    const { mail } = opened
    const fields = { kind: 'email', name: 'Press', recipients: ['one@example.com'] }
    const { channelId } = await company.makeConfirmed(fields)
    await company.ask('POST', `${channelsPath}/${channelId}/test`)
    const [{ text }] = mail.received as [ReceivedMail]
    expect(text).toMatch(/^List-Unsubscribe: <http:.*\/mail\/svm_\w+>$/m)
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    const link = new URL(/List-Unsubscribe: <(.*)>/.exec(text)![1]!).pathname
    expect((await press(opened.service, link, 'List-Unsubscribe=One-Click')).status).toBe(200)
    const [recipient] = (await company.listed()).channels[0]!.recipientStates
    expect(recipient!.state).toBe('stopped')
    await company.make({ ...fields, recipients: ['ONE@example.com'] })
    const again = `/api/v1/message-recipients/${recipient!.recipientId}/confirmation`
    expect((await company.ask('POST', again)).status).toBe(409)
    expect((await company.ask<{ sent: boolean }>('POST', `${channelsPath}/${channelId}/test`)).body.sent).toBe(false)
    expect(mail.received).toHaveLength(1)
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    await press(opened.service, link, 'act=confirm')
    expect((await company.listed()).channels[0]!.recipientStates[0]!.state).toBe('confirmed')
    await fetch(`${opened.service.baseUrl}${link}`, { method: 'POST', body: form })
    expect((await company.listed()).channels[0]!.recipientStates[0]!.state).toBe('stopped')
    const { rows } = await sql<{ action: string; text: string }>`
      select action, row_to_json(a)::text as text from audit_events a
       where company_id = ${company.companyId} and action like 'recipient.%' order by id`.execute(
      opened.service.administration.db.connection,
    )
    expect(rows.map(({ action }) => action.split('.')[1])).toEqual(['request', 'confirm', 'stop', 'confirm', 'stop'])
    expect(rows.map((row) => row.text).join()).not.toMatch(/one@|svm_/i)
  })

  test('an address is asked again at most three times in 30 days, an hour apart, and a company asks 100 a day', async () => {
    const company = await newCompanyWithChannels(opened)
    const { connection } = opened.service.administration.db
    const { channelId } = await company.make({ kind: 'email', name: 'Press', recipients: ['quiet@example.com'] })
    await expect.poll(() => opened.mail.received.length).toBe(1)
    const [{ recipientId }] = (await company.listed()).channels[0]!.recipientStates as [ShownRecipient]
    const again = () => company.ask('POST', `/api/v1/message-recipients/${recipientId}/confirmation`)
    await expect.poll(async () => (await again()).status).toBe(429)
    const hourLater = () =>
      sql`update mail_recipients set requested_at = now() - interval '61 minutes' where id = ${recipientId}`.execute(
        connection,
      )
    for (const count of [2, 3]) {
      await hourLater()
      expect((await again()).status).toBe(200)
      await expect.poll(() => opened.mail.received.length).toBe(count)
      await expect.poll(async () => (await again()).status).toBe(429)
    }
    await hourLater()
    expect((await again()).status).toBe(429)
    expect(new Set(opened.mail.received.map(({ messageId }) => messageId)).size).toBe(3)
    // Stale tokens, and those that are none, lead to the same page.
    await sql`update mail_links set expires_at = now()`.execute(connection)
    const link = linkIn(opened.mail.received[0]!)
    for (const wrong of [link, `${link}x`, '/mail/x'])
      expect((await press(opened.service, wrong, 'act=confirm')).status).toBe(404)

    const { now, newId } = opened.service.administration
    const audit = makeAudit({ now, newId })
    const act = { actor: 'system', requestId: null } as const
    for (let count = 3; count < 99; count++) {
      await audit.record(connection, act, { ...company, action: 'recipient.request', target: recipientId })
    }
    const change = (recipients: string[]) => company.ask('PATCH', `${channelsPath}/${channelId}`, { recipients })
    expect((await change(['a@example.com', 'b@example.com'])).status).toBe(429)
    expect((await change(['a@example.com'])).status).toBe(200)
    expect((await change(['b@example.com'])).status).toBe(429)
  })

  test('mail that one recipient’s server puts off goes to no other recipient twice', async () => {
    const company = await newCompanyWithChannels(opened)
    const { mail } = opened
    const recipients = ['here@example.com', 'later@example.com']
    await company.makeConfirmed({ kind: 'email', name: 'Press', recipients })
    mail.deferRecipient = 'later@example.com'
    await company.bad()
    await expect.poll(async () => (await company.listed()).messages[0]).toMatchObject({ state: 'due', tries: 1 })
    expect(mail.received.map(({ to }) => to)).toEqual([['here@example.com']])
    mail.deferRecipient = undefined
    await makeDue(opened.service, company.companyId)
    await expect.poll(async () => (await company.listed()).messages[0]).toMatchObject({ state: 'sent', tries: 2 })
    expect(mail.received.map(({ to }) => to)).toEqual([['here@example.com'], ['later@example.com']])
  })

  test('a request is sent by another process where one dies, and an address that no release has asked is asked', async () => {
    const company = await newCompanyWithChannels(opened)
    const { mail } = opened
    const { connection } = opened.service.administration.db
    const { channelId } = await company.make({ kind: 'email', name: 'Press', recipients: ['first@example.com'] })
    await expect.poll(() => mail.received.length).toBe(1)
    // As if the process had died after sending, before it could note that; and the release before had added an address.
    await sql`
      update mail_recipients set due_at = now(), requested_at = null, tries = 0, leased_by = 'dead',
                                 leased_until = now() - interval '1 minute'
       where company_id = ${company.companyId}`.execute(connection)
    await sql`update message_channels set recipients = recipients || 'other@example.com'::text where id = ${channelId}`.execute(
      connection,
    )
    await company.ask('POST', `${channelsPath}/${channelId}/test`)
    await expect
      .poll(() => mail.received.map(({ to }) => to[0]).sort())
      .toEqual(['first@example.com', 'first@example.com', 'other@example.com'])
    const ids = mail.received.filter(({ to }) => to[0] === 'first@example.com').map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(1)
  })

  test('an address that was taken out of all channels before it was asked is not asked', async () => {
    const company = await newCompanyWithChannels(opened)
    opened.mail.refuse = 451
    const { channelId } = await company.make({ kind: 'email', name: 'Press', recipients: ['typo@example.com'] })
    await expect
      .poll(async () => (await company.listed()).channels[0]!.recipientStates[0]!)
      .toMatchObject({ error: 'the mail server responded 451' })
    opened.mail.refuse = undefined
    await company.ask('PATCH', `${channelsPath}/${channelId}`, { recipients: ['right@example.com'] })
    const { connection } = opened.service.administration.db
    await sql`update mail_recipients set due_at = now() where company_id = ${company.companyId}`.execute(connection)
    await sql`select pg_notify('mail_requests_due', '')`.execute(connection)
    const left = async () =>
      (await sql`select from mail_recipients where company_id = ${company.companyId}`.execute(connection)).rows.length
    await expect.poll(left).toBe(1)
    await expect.poll(() => opened.mail.received.some(({ to }) => to[0] === 'right@example.com')).toBe(true)
    expect(opened.mail.received.some(({ to }) => to[0] === 'typo@example.com')).toBe(false)
  })

  test('erasing a person takes the address from every channel, and who had stopped the mails is not written to again', async () => {
    const company = await newCompanyWithChannels(opened)
    const { administration } = opened.service
    const { mail, service } = opened
    const recipients = ['Ada@example.com', 'other@example.com']
    const fields = { kind: 'email', name: 'For ada@example.com', recipients }
    const { channelId } = await company.make(fields)
    await expect.poll(() => mail.received.length).toBe(2)
    const [link = ''] = mail.received.filter(({ to }) => to.includes('Ada@example.com')).map(linkIn)
    const statesNow = async () =>
      (await company.listed()).channels[0]!.recipientStates.map(({ address, state }) => [address, state])
    const erase = (email: string) => administration.erasePerson(byTester, company.companyId, { email })
    const mentions = async (address: string) =>
      (
        await sql`
          select from mail_recipients r where company_id = ${company.companyId} and r::text ilike ${`%${address}%`}`.execute(
          administration.db.connection,
        )
      ).rows.length

    await press(service, link, 'act=stop')
    expect((await erase('ada@example.com'))['message channels']).toEqual({ redacted: 2, held: 0 })
    expect((await company.listed()).channels[0]).toMatchObject({ name: 'For [redacted]' })
    expect(await statesNow()).toEqual([['other@example.com', 'waiting']])
    expect(await mentions('ada@')).toBe(0)
    expect(await (await fetch(`${service.baseUrl}${link}`)).text()).toContain('your address, which was erased')

    await company.ask('PATCH', `${channelsPath}/${channelId}`, { recipients: ['ADA@example.com'] })
    expect(await statesNow()).toEqual([['ADA@example.com', 'stopped']])
    await press(service, link, 'act=confirm')
    expect(await statesNow()).toEqual([['ADA@example.com', 'confirmed']])
    expect(mail.received).toHaveLength(2)

    // Of who has not stopped them, nothing stays.
    await erase('ada@example.com')
    expect((await fetch(`${service.baseUrl}${link}`)).status).toBe(404)
  })
})
