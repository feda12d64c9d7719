/** Keys that are handed over to a program through a browser: who may allow it, what the key is then, and what attacks come to. */
import { randomBytes } from 'node:crypto'
import { handOverSubjectsOf } from '@service/foundation/sign-in/model/attempt-delays.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { ageProofs, newPerson, TestBrowser } from '@service/foundation-testing/signed-in.ts'
import { TestClock } from '@service/foundation-testing/test-clock.ts'
import { newCompanyInTheNews } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const password = 'seven quiet foxes at dawn'
const grantType = 'urn:ietf:params:oauth:grant-type:device_code'

describe.each(featureEngines)('a key is handed over, on $name', (engine) => {
  const clock = new TestClock()
  const service = useService(engine, { now: clock.now })
  const company = beforeTests(() => newCompanyInTheNews(service))
  const connection = () => service.administration.db.connection

  async function person(role = 'admin') {
    const made = await newPerson(service, company.companyId, { role, password })
    const browser = new TestBrowser(service)
    expect((await browser.send('POST', '/auth/sign-in', { email: made.email, password })).status).toBe(200)
    return { ...made, browser }
  }
  const form = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${service.baseUrl}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  const ask = async (machine = 'ada-laptop') => {
    const { status, body } = await form('/oauth/device_authorization', { client_id: 'svc', machine })
    expect(status).toBe(200)
    return { device: body.device_code!, code: body.user_code! }
  }
  const claim = (device_code: string) => form('/oauth/token', { grant_type: grantType, client_id: 'svc', device_code })
  const key = { name: 'svc on ada-laptop', scopes: ['alerts:read'], days: 30 }
  const decide = (browser: TestBrowser, code: string, given: object | undefined = key) =>
    browser.send<{ code: string }>('POST', '/oauth/device/decide', { code, ...(given && { key: given }) })
  const alerts = (secret: string) =>
    fetch(`${service.baseUrl}/api/v1/alerts`, { headers: { Authorization: `Bearer ${secret}` } })

  test('the key has the name, the scopes and the end that were chosen, is the person’s, and is audited', async () => {
    const { browser, userId } = await person()
    const { device, code } = await ask('ada\u202e\n laptop <b>')
    expect((await claim(device)).body.error).toBe('authorization_pending')
    const shown = await browser.send('POST', '/oauth/device/request', { code: code.toLowerCase().replace('-', ' ') })
    expect(shown.body).toMatchObject({ code, machine: 'ada laptop <b>', asked_from: '127.0.0.1' })
    // Behind a proxy whose header is not read everybody has one address, so "as you do" would vouch for a stranger.
    expect(shown.body).not.toHaveProperty('is_here')
    const { scopes } = shown.body as { scopes: { scope: string; also: string | null; is_default: boolean }[] }
    expect(scopes.find(({ scope }) => scope === 'screening:read')?.also).toContain('uses the quota')
    expect(scopes.find(({ scope }) => scope === 'webhooks:manage')?.is_default).toBe(false)
    expect((await decide(browser, code)).status).toBe(204)
    const { status, body } = await claim(device)
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'alerts:read', key_name: 'svc on ada-laptop' })
    expect((await alerts(body.access_token!)).status).toBe(200)
    const { rows } = await sql`
      select action, after->>'handedOverTo' as machine, after->>'createdBy' as person from audit_events
       where actor = ${`user:${userId}`} and action like 'key.%'`.execute(connection())
    expect(rows).toEqual([{ action: 'key.create', machine: 'ada laptop <b>', person: userId }])
    const made = await sql<{ days: number }>`
      select round(extract(epoch from expires_at - created_at) / 86400)::int as days from api_keys
       where created_by = ${userId}`.execute(connection())
    expect(made.rows).toEqual([{ days: 30 }])
    // Decided is decided.
    expect((await decide(browser, code)).status).toBe(404)
  })

  test('a secret that comes a second time ends the key that it brought', async () => {
    const { browser } = await person()
    const { device, code } = await ask()
    await decide(browser, code)
    const secret = (await claim(device)).body.access_token!
    expect((await claim(device)).body.error).toBe('expired_token')
    await expect.poll(async () => (await alerts(secret)).status).toBe(401)
    expect((await claim(device)).body.error).toBe('expired_token')
  })

  test('of two who fetch at once one has the key, and nobody keeps it', async () => {
    const { browser } = await person()
    const { device, code } = await ask()
    await decide(browser, code)
    const both = await Promise.all([claim(device), claim(device)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('it needs the right to make keys, a fresh proof, and gives nothing that the role lacks', async () => {
    const { code } = await ask()
    const member = await person('member')
    expect((await member.browser.send('POST', '/oauth/device/request', { code })).status).toBe(403)
    expect((await decide(member.browser, code)).status).toBe(403)
    const admin = await person()
    expect((await decide(admin.browser, code, { ...key, scopes: ['everything:do'] })).status).toBe(403)
    expect((await decide(admin.browser, code, { ...key, scopes: [] })).status).toBe(400)
    expect((await decide(admin.browser, code, { ...key, name: ' ' })).status).toBe(400)
    await ageProofs(service, admin.userId)
    expect((await decide(admin.browser, code)).body.code).toBe('step-up-required')
    expect((await fetch(`${service.baseUrl}/oauth/device/decide`, { method: 'POST' })).status).toBe(401)
  })

  test('what was allowed is no key for somebody who has lost the right, or whose access was ended, meanwhile', async () => {
    const demoted = await person()
    const one = await ask()
    await decide(demoted.browser, one.code)
    await service.administration.changeMember(byTester, company.companyId, demoted.userId, { role: 'viewer' })
    expect((await claim(one.device)).body.error).toBe('access_denied')
    const ended = await person()
    const other = await ask()
    await decide(ended.browser, other.code)
    await service.administration.endMemberSessions(byTester, company.companyId, ended.userId)
    expect((await claim(other.device)).body.error).toBe('expired_token')
  })

  test.each([
    ['other sessions are ended', 'POST', () => '/auth/sessions/end-others'],
    ['one session is ended', 'DELETE', (id: string) => `/auth/sessions/${id}`],
  ])('what was allowed is no key once %s by the person', async (_what, method, path) => {
    const { browser, email } = await person()
    const thief = new TestBrowser(service)
    const { body } = await thief.send<{ session: { id: string } }>('POST', '/auth/sign-in', { email, password })
    const { device, code } = await ask()
    expect((await decide(thief, code)).status).toBe(204)
    expect((await browser.send(method, path(body.session.id))).status).toBeLessThan(300)
    expect((await claim(device)).body.error).toBe('expired_token')
  })

  test('it is over after ten minutes, whatever was decided', async () => {
    const { browser } = await person()
    const [late, allowed] = [await ask(), await ask()]
    await decide(browser, allowed.code)
    clock.skippedMs += 10 * 60_000
    expect((await claim(allowed.device)).body.error).toBe('expired_token')
    expect((await claim(late.device)).body.error).toBe('expired_token')
    expect((await decide(browser, late.code, undefined)).status).toBe(404)
  })

  test('only so many are open at once, and those that have ended go with the next', async () => {
    const fill = (endsIn: string) =>
      sql`
        insert into key_hand_overs (device_sha256, user_code, machine, asked_from, created_at, expires_at)
        select sha256(('full' || n)::bytea), 'full' || n, 'x', '192.0.2.1', now(), now() + ${endsIn}::interval
          from generate_series(1, 1000) as n`.execute(connection())
    const left = async () => {
      const { rows } = await sql`select from key_hand_overs where user_code like 'full%'`.execute(connection())
      return rows.length
    }
    await fill('1 hour')
    const refused = await form('/oauth/device_authorization', { client_id: 'svc' })
    expect(refused).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } })
    await sql`update key_hand_overs set expires_at = now() - interval '1 day' where user_code like 'full%'`.execute(
      connection(),
    )
    await ask()
    expect(await left()).toBe(980)
    await sql`delete from key_hand_overs where user_code like 'full%'`.execute(connection())
  })

  test('codes cannot be guessed in numbers, nor secrets at all, and one place asks only so often', async () => {
    clock.stop()
    const { browser } = await person()
    const guesses: number[] = []
    for (let i = 0; i < 13; i += 1)
      guesses.push((await browser.send('POST', '/oauth/device/request', { code: 'BBBB-BBBB' })).status)
    expect(guesses.slice(0, 10)).toEqual(Array(10).fill(404))
    expect(guesses).toContain(429)
    expect((await claim(`svd_${randomBytes(24).toString('hex')}0`)).body.error).toBe('expired_token')
    const [{ subject }] = handOverSubjectsOf('127.0.0.1') as [{ subject: string }]
    await sql`update sign_in_attempts set failures = 40 where subject = ${subject}`.execute(connection())
    await ask()
    const refused = await form('/oauth/device_authorization', { client_id: 'svc' })
    expect(refused).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
  })
})
