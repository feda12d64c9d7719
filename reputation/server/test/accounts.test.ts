/** Invitations, resets, the demo's link, sessions and the people of a company. */
import * as audit from '@service/foundation/audit/audit.ts'
import { hashToken } from '@service/foundation/secret-token.ts'
import { linkBrand } from '@service/foundation/sign-in/make-account-link.ts'
import { linkSubjectsOf } from '@service/foundation/sign-in/model/attempt-delays.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine, featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { newPerson, sessionHeaders, TestBrowser } from '@service/foundation-testing/signed-in.ts'
import { TestClock } from '@service/foundation-testing/test-clock.ts'
import { newTestEnvironment, type RunningService, runService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

const password = 'seven quiet foxes at dawn'
const newPassword = 'nine slow herons at dusk'
const minuteMs = 60_000

type Body = {
  code: string
  message: string
  kind: string
  email: string
  user: { id: string; name: string; hasPassword: boolean }
  role: string
  session: { id: string }
  sessions: { id: string; current: boolean }[]
  ended: number
  member: { id: string; status: string }
  members: { id: string; role: string; status: string }[]
  nextCursor: string | null
  link: { kind: string; link: string; expiresAt: string }
  details: { path: string; message: string }[]
}

const tokenOf = (link: string) => link.split('#')[1] ?? ''

describe.each(featureEngines)('accounts on $name', (engine) => {
  const clock = new TestClock()
  const { now } = clock
  const service: RunningService = beforeTests(
    () => runService(engine, { now, mode: 'demo', settings: { REPUTATION_TRUSTED_PROXIES: '127.0.0.1' } }),
    (running) => running.stop(),
  )
  const company = beforeTests(() => service.newCompany())
  const admin = () => service.administration
  const connection = () => service.administration.db.connection

  /** Each test is somewhere else, so that none waits for what another tried in vain. */
  let place = 0
  beforeEach(() => {
    place += 1
    clock.skippedMs = 0
  })
  const aBrowser = () => new TestBrowser(service, `10.1.${place >> 8}.${place & 255}`)
  const aPerson = (role = 'owner', companyId = company.companyId) => newPerson(service, companyId, { role, password })
  const post = (browser: TestBrowser, path: string, body?: unknown) => browser.send<Body>('POST', path, body)
  const signIn = async (email: string, given = password, browser = aBrowser()) => {
    const { status, body } = await post(browser, '/auth/sign-in', { email, password: given })
    return { status, body, browser }
  }
  const signedIn = async (role: string, companyId?: string) => {
    const person = await aPerson(role, companyId)
    const { status, browser, body } = await signIn(person.email)
    expect(status).toBe(200)
    return { ...person, browser, sessionId: body.session.id }
  }
  const events = async (target: string) =>
    (await audit.list(connection(), { target }, 10)).map(({ action, actor }) => `${action} by ${actor}`)

  describe('an invitation', () => {
    const invite = async (role = 'analyst') => {
      const { browser, userId } = await signedIn('admin')
      const email = `guest-${place}-${role}@people.example`
      const { status, body } = await post(browser, '/auth/members', { email, name: 'Linus Guest', role })
      expect(status).toBe(201)
      return { email, by: userId, memberId: body.member.id, token: tokenOf(body.link.link), link: body.link }
    }

    test('lets the person choose a password, once, and signs them in', async () => {
      const { email, by, memberId, token, link } = await invite()
      expect(link).toMatchObject({ kind: 'invitation', link: expect.stringMatching(/\/admin\/invitation#svl_\w{49}$/) })
      expect(await events(memberId)).toEqual([`invitation.create by user:${by}`, `user.create by user:${by}`])
      const browser = aBrowser()
      expect(await post(browser, '/auth/link', { token })).toMatchObject({
        status: 200,
        body: { kind: 'invitation', email },
      })
      const accepted = await post(browser, '/auth/invitation', { token, password: newPassword, name: 'Linus G.' })
      expect(accepted).toMatchObject({
        status: 200,
        body: { user: { id: memberId, name: 'Linus G.' }, role: 'analyst' },
      })
      expect((await browser.send('GET', '/auth/session')).status).toBe(200)
      expect(await events(memberId)).toContain(`invitation.accept by user:${memberId}`)
      for (const [path, body] of [
        ['/auth/invitation', { token, password: newPassword }],
        ['/auth/link', { token }],
        ['/auth/reset/confirm', { token, password: newPassword }],
      ] as const) {
        expect(await post(aBrowser(), path, body)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
      }
      expect((await signIn(email, newPassword)).status).toBe(200)
    })

    test('ends after seven days', async () => {
      const { token } = await invite()
      clock.skippedMs = 7 * 24 * 60 * minuteMs + 1_000
      expect((await post(aBrowser(), '/auth/invitation', { token, password: newPassword })).status).toBe(401)
      clock.skippedMs = 0
      expect((await post(aBrowser(), '/auth/invitation', { token, password: newPassword })).status).toBe(200)
    })

    test('is used once by those who come at the same time', async () => {
      const { token } = await invite()
      const all = await Promise.all(
        Array.from({ length: 4 }, () => post(aBrowser(), '/auth/invitation', { token, password: newPassword })),
      )
      expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    })

    test('hashes only so many passwords', async () => {
      const { token } = await invite()
      const [{ subject }] = linkSubjectsOf(hashToken(linkBrand, token)!)
      const { db, now } = admin()
      const waits = new Date(now().getTime() + 60_000)
      await sql`insert into sign_in_attempts (subject, failures, last_at, free_at)
                values (${subject}, 20, ${now()}, ${waits})`.execute(db.connection)
      const accept = () => post(aBrowser(), '/auth/invitation', { token, password: newPassword })
      expect((await accept()).status).toBe(429)
      clock.skippedMs = 61_000
      expect((await accept()).status).toBe(200)
      clock.skippedMs = 0
    })

    test('that is made again takes the place of the one before', async () => {
      const { token, memberId } = await invite()
      const { link } = await admin().makeAccountLink(byTester, company.companyId, memberId)
      expect((await post(aBrowser(), '/auth/invitation', { token, password: newPassword })).status).toBe(401)
      expect((await post(aBrowser(), '/auth/invitation', { token: tokenOf(link), password: newPassword })).status).toBe(
        200,
      )
    })

    test('opens nothing once the person has been removed', async () => {
      const { token, memberId } = await invite()
      await admin().removeMember(byTester, company.companyId, memberId)
      expect((await post(aBrowser(), '/auth/invitation', { token, password: newPassword })).status).toBe(401)
    })

    test('of an address that belongs to the company already is a conflict', async () => {
      const { browser, email } = await signedIn('admin')
      const again = { email: email.toUpperCase(), name: 'Twice' }
      expect(await post(browser, '/auth/members', again)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    })

    test('gives no role that may more than who invites, and no role that there is not', async () => {
      const { browser } = await signedIn('admin')
      const invited = (role: string) =>
        post(browser, '/auth/members', { email: `x-${role}@b.example`, name: 'X', role })
      expect(await invited('owner')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(await invited('operator')).toMatchObject({ status: 400 })
      expect(await invited('constructor')).toMatchObject({ status: 400 })
    })

    test.each([
      ['short', 'at least 12'],
      ['password1234', 'commonest'],
      ['Linus Guest!', 'name'],
      ['aaaaaaaaaaaaaaa', 'over and over'],
      ['nul in the\0middle', 'control'],
    ])('is not used up by the password %j, which is refused', async (given, why) => {
      const { token } = await invite('viewer')
      const refused = await post(aBrowser(), '/auth/invitation', { token, password: given })
      expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'body.password' }] } })
      expect(refused.body.details[0]!.message).toContain(why)
      expect((await post(aBrowser(), '/auth/link', { token })).status).toBe(200)
    })

    test.each([
      ['a line feed in the address', { email: 'a@b.example\nBcc: c@d.example', name: 'X' }],
      ['a header in the name', { email: 'a@b.example', name: 'X\r\nSet-Cookie: a=b' }],
      ['a null byte', { email: 'a\0@b.example', name: 'X' }],
      ['no address', { email: 'nobody', name: 'X' }],
      ['an empty name', { email: 'a@b.example', name: '   ' }],
      ['half a pair', { email: 'a@b.example', name: '\ud800' }],
      ['another company', { email: 'a@b.example', name: 'X', companyId: 'cmp_other' }],
    ])('with %s is a bad request', async (_what, body) => {
      const { browser } = await signedIn('admin')
      expect((await post(browser, '/auth/members', body)).status).toBe(400)
    })
  })

  describe('a reset', () => {
    const aReset = async (role = 'analyst') => {
      const person = await signedIn(role)
      const { link } = await admin().makeAccountLink(byTester, company.companyId, person.email)
      return { ...person, token: tokenOf(link) }
    }

    test('sets another password, ends every session, and forgets known browsers', async () => {
      const { email, userId, browser, token } = await aReset()
      expect((await post(aBrowser(), '/auth/reset/confirm', { token, password: newPassword })).status).toBe(204)
      expect((await browser.send('GET', '/auth/session')).status).toBe(401)
      expect((await signIn(email)).status).toBe(401)
      expect((await signIn(email, newPassword)).status).toBe(200)
      expect((await post(aBrowser(), '/auth/reset/confirm', { token, password: newPassword })).status).toBe(401)
      expect(await events(userId)).toContain(`password.reset by user:${userId}`)
    })

    test('ends after thirty minutes', async () => {
      const { token } = await aReset()
      clock.skippedMs = 30 * minuteMs + 1_000
      expect((await post(aBrowser(), '/auth/reset/confirm', { token, password: newPassword })).status).toBe(401)
    })

    test('accepts no invitation, and an invitation no reset', async () => {
      const { token } = await aReset()
      expect((await post(aBrowser(), '/auth/invitation', { token, password: newPassword })).status).toBe(401)
      expect((await post(aBrowser(), '/auth/enter', { token })).status).toBe(401)
    })

    test('that is asked for is answered alike for everybody, and waits as one message', async () => {
      const { email, userId } = await aPerson()
      const asked = async (who: string) => {
        const { status, body } = await post(aBrowser(), '/auth/reset', { email: who })
        return { status, body }
      }
      const known = await asked(email)
      expect(known.status).toBe(202)
      expect(await asked('nobody@people.example')).toEqual(known)
      expect(await asked(email)).toEqual(known)
      const waiting = await admin().listAccountMessages(byTester, company.companyId)
      expect(waiting.filter((message) => message.userId === userId)).toMatchObject([{ kind: 'reset', email }])
      await admin().makeAccountLink(byTester, company.companyId, userId)
      const { rows } = await sql<{ text: string }>`
        select account_links::text as text from account_links union all select account_messages::text from account_messages
        union all select audit_events::text from audit_events`.execute(connection())
      expect(rows.map(({ text }) => text).join()).not.toMatch(/svl_/)
    })

    test('cannot be asked for over and over', async () => {
      const statuses = []
      for (let i = 0; i < 6; i++)
        statuses.push((await post(aBrowser(), '/auth/reset', { email: 'no@people.example' })).status)
      expect(statuses).toEqual([202, 202, 202, 202, 429, 429])
    })

    test.each([
      ['nothing', ''],
      ['a word', 'x'],
      ['the brand alone', 'svl_'],
      ['a made-up secret', `svl_${'0'.repeat(49)}`],
      ['a session’s brand', `svs_${'0'.repeat(49)}`],
      ['a statement', "' or ''='"],
      ['a null byte', 'svl_\0'],
      ['a wildcard', '%'],
      ['too much', 'x'.repeat(200)],
    ])('with %s for a token is refused', async (_what, token) => {
      for (const path of ['/auth/reset/confirm', '/auth/invitation', '/auth/link', '/auth/enter']) {
        const body = path.endsWith('link') || path.endsWith('enter') ? { token } : { token, password: newPassword }
        expect([400, 401]).toContain((await post(aBrowser(), path, body)).status)
      }
    })
  })

  describe('the link into the demo', () => {
    const entry = async () => {
      const { userId } = await newPerson(service, company.companyId)
      const { link } = await admin().makeEntryLink({ actor: 'system', requestId: null }, company.companyId, userId)
      return { userId, token: tokenOf(link) }
    }
    const here = () => new TestBrowser(service, '127.0.0.1')

    test('signs in once, from this machine', async () => {
      const { userId, token } = await entry()
      expect((await post(aBrowser(), '/auth/enter', { token })).status).toBe(401)
      const browser = here()
      expect(await post(browser, '/auth/enter', { token })).toMatchObject({
        status: 200,
        body: { user: { id: userId } },
      })
      expect((await browser.send('GET', '/auth/session')).status).toBe(200)
      expect((await post(here(), '/auth/enter', { token })).status).toBe(401)
    })

    test('leads to a page that loads nothing from elsewhere and can be framed by nobody', async () => {
      const { link } = await admin().makeAccountLink(byTester, company.companyId, (await aPerson()).userId)
      for (const path of [new URL(link).pathname, '/admin/enter', '/admin/invitation']) {
        const page = await fetch(`${service.baseUrl}${path}`)
        expect(page.status).toBe(200)
        expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'; script-src 'self';")
        expect(page.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
        expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
        const text = await page.text()
        expect(text).not.toMatch(/https?:|<script>|style=|\son\w+=/)
        for (const [, file] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
          const loaded = await fetch(new URL(file!, `${service.baseUrl}${path}`))
          expect([loaded.status, loaded.headers.get('X-Content-Type-Options')]).toEqual([200, 'nosniff'])
        }
      }
    })

    test('ends after ten minutes', async () => {
      const { token } = await entry()
      clock.skippedMs = 10 * minuteMs + 1_000
      expect((await post(here(), '/auth/enter', { token })).status).toBe(401)
    })

    test('who came by it chooses a password while the proof is fresh, and then needs it', async () => {
      const { token } = await entry()
      const browser = here()
      await post(browser, '/auth/enter', { token })
      clock.skippedMs = 11 * minuteMs
      expect(await post(browser, '/auth/password', { password: newPassword })).toMatchObject({
        status: 403,
        body: { code: 'step-up-required' },
      })
      clock.skippedMs = 9 * minuteMs
      expect(await post(browser, '/auth/password', { password: newPassword })).toMatchObject({
        status: 200,
        body: { user: { hasPassword: true } },
      })
      expect((await post(browser, '/auth/password', { password: 'yet another phrase' })).status).toBe(403)
    })
  })

  describe('a fresh proof', () => {
    test('is needed for what is dangerous, is given by the password, and changes the cookie', async () => {
      const { browser, userId, sessionId } = await signedIn('owner')
      const { userId: member } = await aPerson('viewer')
      const dangerous = () => browser.send<Body>('PATCH', `/auth/members/${member}`, { name: 'Renamed' })
      clock.skippedMs = 10 * minuteMs + 1_000
      for (const [method, path, body] of [
        ['POST', '/auth/members', { email: 'a@b.example', name: 'A' }],
        ['POST', `/auth/members/${member}/link`, undefined],
        ['PATCH', `/auth/members/${member}`, { role: 'member' }],
        ['DELETE', `/auth/members/${member}`, undefined],
        ['POST', '/api/v1/webhooks', { url: 'http://127.0.0.1:4321/hook' }],
      ] as const) {
        expect(await browser.send(method, path, body), path).toMatchObject({
          status: 403,
          body: { code: 'step-up-required' },
        })
      }
      const before = new Map(browser.cookies)
      expect(await post(browser, '/auth/step-up', { password: newPassword })).toMatchObject({
        status: 403,
        body: { code: 'wrong-password' },
      })
      expect((await dangerous()).status).toBe(403)
      expect(await post(browser, '/auth/step-up', { password })).toMatchObject({
        status: 200,
        body: { session: { id: sessionId } },
      })
      expect((await dangerous()).status).toBe(200)
      expect(await events(sessionId)).toContain(`session.step-up by user:${userId}`)
      const stale = aBrowser()
      for (const [name, value] of before) stale.cookies.set(name, value)
      expect((await stale.send('GET', '/auth/session')).status).toBe(401)
    })

    test('cannot be guessed at', async () => {
      clock.stop()
      const { browser } = await signedIn('owner')
      const statuses = []
      for (let i = 0; i < 8; i++)
        statuses.push((await post(browser, '/auth/step-up', { password: `guess ${i}` })).status)
      expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 429, 429])
      expect((await post(browser, '/auth/step-up', { password })).status).toBe(429)
      clock.skippedMs = 2_000
      expect((await post(browser, '/auth/step-up', { password })).status).toBe(200)
    })
  })

  test('another password ends the other sessions, and needs the one before', async () => {
    const { email, userId, browser } = await signedIn('viewer')
    const { browser: other } = await signIn(email)
    expect((await post(browser, '/auth/password', { password: newPassword })).status).toBe(403)
    expect(
      (await post(browser, '/auth/password', { password: newPassword, current: 'wrong one, I think' })).status,
    ).toBe(403)
    expect((await post(browser, '/auth/password', { password: newPassword, current: password })).status).toBe(200)
    expect((await browser.send('GET', '/auth/session')).status).toBe(200)
    expect((await other.send('GET', '/auth/session')).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect(await events(userId)).toContain(`password.change by user:${userId}`)
  })

  describe('sessions', () => {
    test('are listed to their owner, and ended one by one or all but this', async () => {
      const { email, browser, sessionId } = await signedIn('viewer')
      const { browser: second, body } = await signIn(email)
      const { browser: third } = await signIn(email)
      const { sessions } = (await browser.send<Body>('GET', '/auth/sessions')).body
      expect(sessions).toHaveLength(3)
      expect(sessions.filter(({ current }) => current)).toMatchObject([{ id: sessionId }])
      expect((await browser.send('DELETE', `/auth/sessions/${body.session.id}`)).status).toBe(204)
      expect((await second.send('GET', '/auth/session')).status).toBe(401)
      expect((await browser.send('DELETE', `/auth/sessions/${body.session.id}`)).status).toBe(404)
      expect((await post(browser, '/auth/sessions/end-others')).body).toEqual({ ended: 1 })
      expect((await third.send('GET', '/auth/session')).status).toBe(401)
      expect((await browser.send('GET', '/auth/session')).status).toBe(200)
    })

    test('of others are nobody’s to end, but of those who manage people', async () => {
      const victim = await signedIn('viewer')
      const { browser: member } = await signedIn('member')
      expect((await member.send('DELETE', `/auth/sessions/${victim.sessionId}`)).status).toBe(404)
      expect((await member.send('DELETE', `/auth/members/${victim.userId}/sessions`)).status).toBe(403)
      const { browser: stranger } = await signedIn('owner', (await service.newCompany()).companyId)
      expect((await stranger.send('GET', `/auth/members/${victim.userId}/sessions`)).status).toBe(404)
      expect((await stranger.send('DELETE', `/auth/members/${victim.userId}/sessions`)).status).toBe(404)
      expect((await victim.browser.send('GET', '/auth/session')).status).toBe(200)
      const admin = await signedIn('admin')
      const listed = await admin.browser.send<Body>('GET', `/auth/members/${victim.userId}/sessions`)
      expect(listed.body.sessions).toMatchObject([{ id: victim.sessionId, current: false }])
      expect((await admin.browser.send('DELETE', `/auth/members/${victim.userId}/sessions`)).status).toBe(204)
      expect((await victim.browser.send('GET', '/auth/session')).status).toBe(401)
      expect(await events(victim.userId)).toContain(`session.end-all by user:${admin.userId}`)
    })
  })

  describe('members', () => {
    test('are listed in pages, without those who have left', async () => {
      const { companyId } = await service.newCompany()
      const { browser } = await signedIn('admin', companyId)
      const gone = await newPerson(service, companyId, { role: 'viewer' })
      await admin().removeMember(byTester, companyId, gone.userId)
      const all = (await browser.send<Body>('GET', '/auth/members')).body
      expect(all.members.map(({ role, status }) => `${role} ${status}`)).toEqual(['admin active', 'member invited'])
      const first = (await browser.send<Body>('GET', '/auth/members?limit=1')).body
      const second = (await browser.send<Body>('GET', `/auth/members?limit=1&cursor=${first.nextCursor}`)).body
      expect([...first.members, ...second.members]).toEqual(all.members)
      const [, invited] = all.members
      await sessionHeaders(service, { userId: invited?.id ?? '', companyId }) // as by the link of the demo, without a password
      const { body } = await browser.send<Body>('GET', '/auth/members')
      expect(body.members.map(({ role, status }) => `${role} ${status}`)).toEqual(['admin active', 'member active'])
    })

    test('with another role are signed out, and may what it says', async () => {
      const { browser, userId: by } = await signedIn('owner')
      const other = await signedIn('viewer')
      const changed = await browser.send<Body>('PATCH', `/auth/members/${other.userId}`, { role: 'member' })
      expect(changed).toMatchObject({ status: 200, body: { role: 'member', status: 'active' } })
      expect((await other.browser.send('GET', '/auth/session')).status).toBe(401)
      expect((await signIn(other.email)).body.role).toBe('member')
      expect((await events(other.userId))[0]).toBe(`user.change by user:${by}`)
    })

    test('who are removed are signed out, cannot come back in, and come back as who they were', async () => {
      const { browser } = await signedIn('admin')
      const other = await signedIn('member')
      const { secret } = await service.newKey({ companyId: company.companyId, userId: other.userId })
      expect((await browser.send('DELETE', `/auth/members/${other.userId}`)).status).toBe(204)
      expect((await other.browser.send('GET', '/auth/session')).status).toBe(401)
      expect((await signIn(other.email)).status).toBe(401)
      expect((await browser.send('DELETE', `/auth/members/${other.userId}`)).status).toBe(404)
      expect((await browser.send('PATCH', `/auth/members/${other.userId}`, { role: 'viewer' })).status).toBe(404)
      await expect(service.newKey({ companyId: company.companyId, userId: other.userId })).rejects.toMatchObject({
        code: 'not-found',
      })
      const asKey = await fetch(`${service.baseUrl}/api/v1/subjects`, {
        headers: { Authorization: `Bearer ${secret}` },
      })
      expect(asKey.status).toBe(200) // the key is the company's
      const back = await post(browser, '/auth/members', { email: other.email, name: 'Back Again', role: 'viewer' })
      expect(back).toMatchObject({ status: 201, body: { member: { id: other.userId, status: 'invited' } } })
      expect((await signIn(other.email)).status).toBe(401)
    })

    test('are not changed by those who may less: an admin neither changes, removes nor resets an owner', async () => {
      const { browser, userId } = await signedIn('admin')
      const owner = await aPerson('owner')
      const forbidden = { status: 403, body: { code: 'forbidden' } }
      expect(await browser.send('PATCH', `/auth/members/${owner.userId}`, { role: 'viewer' })).toMatchObject(forbidden)
      expect(await browser.send('PATCH', `/auth/members/${owner.userId}`, { name: 'Nobody' })).toMatchObject(forbidden)
      expect(await browser.send('DELETE', `/auth/members/${owner.userId}`)).toMatchObject(forbidden)
      expect(await post(browser, `/auth/members/${owner.userId}/link`)).toMatchObject(forbidden)
      expect(await browser.send('DELETE', `/auth/members/${owner.userId}/sessions`)).toMatchObject(forbidden)
      expect(await browser.send('PATCH', `/auth/members/${userId}`, { role: 'owner' })).toMatchObject(forbidden)
    })

    test('of another company are not found', async () => {
      const { browser } = await signedIn('owner', (await service.newCompany()).companyId)
      const { userId } = await aPerson('viewer')
      expect((await browser.send('PATCH', `/auth/members/${userId}`, { role: 'admin' })).status).toBe(404)
      expect((await browser.send('DELETE', `/auth/members/${userId}`)).status).toBe(404)
      expect((await post(browser, `/auth/members/${userId}/link`)).status).toBe(404)
    })

    test('keep an owner who can sign in, also against two who leave at once', async () => {
      const { companyId } = await service.newCompany()
      const [one, two] = [await signedIn('owner', companyId), await signedIn('owner', companyId)]
      await newPerson(service, companyId, { role: 'owner' }) // who was only invited
      const both = await Promise.all([
        one.browser.send<Body>('PATCH', `/auth/members/${one.userId}`, { role: 'viewer' }),
        two.browser.send<Body>('DELETE', `/auth/members/${two.userId}`),
      ])
      const refused = both.filter(({ status }) => status >= 300)
      expect(refused).toMatchObject([{ status: 409, body: { code: 'last-owner' } }])
      const owners = (await admin().listUsers(byTester, companyId)).filter(
        (user) => user.role === 'owner' && !user.removedAt,
      )
      expect(owners).toHaveLength(2)
    })
  })

  test('an erased person has no password, no session and no browser left', async () => {
    const { email, userId, browser } = await signedIn('viewer')
    await admin().erasePerson(byTester, company.companyId, { email })
    expect((await browser.send('GET', '/auth/session')).status).toBe(401)
    const { rows } = await sql`
      select user_id from sessions where user_id = ${userId} union all select user_id from known_devices where user_id = ${userId}
      union all select user_id from user_passwords where user_id = ${userId}`.execute(connection())
    expect(rows).toEqual([])
  })

  test('what has ended is removed with the rest that is past its age', async () => {
    await signedIn('viewer')
    clock.skippedMs = 401 * 24 * 60 * minuteMs
    await admin().prunePast(byTester, undefined)
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from sessions) + (select count(*) from account_links) + (select count(*) from sign_in_attempts)
           + (select count(*) from known_devices) + (select count(*) from account_messages) as count`.execute(
      connection(),
    )
    expect(Number(rows[0]!.count)).toBe(0)
  })
})

test('outside the demo no link signs in without a password', async () => {
  const service = await runService(fastestEngine, { cold: true })
  try {
    const { companyId, userId } = await service.newCompany()
    const { link } = await service.administration.makeEntryLink(byTester, companyId, userId)
    const response = await new TestBrowser(service).send('POST', '/auth/enter', { token: tokenOf(link) })
    expect(response.status).toBe(401)
  } finally {
    await service.stop()
  }
})

test('a session outlives a restart of the service', async () => {
  const environment = await newTestEnvironment(fastestEngine)
  try {
    let service = await runService(fastestEngine, { environment, cold: true })
    const { companyId } = await service.newCompany()
    const { email } = await newPerson(service, companyId, { password })
    const before = new TestBrowser(service)
    expect((await before.send('POST', '/auth/sign-in', { email, password })).status).toBe(200)
    await service.stop()
    service = await runService(fastestEngine, { environment, cold: true })
    const after = new TestBrowser(service)
    for (const [name, value] of before.cookies) after.cookies.set(name, value)
    expect((await after.send('GET', '/auth/session')).status).toBe(200)
    await service.stop()
  } finally {
    await environment.remove()
  }
})
