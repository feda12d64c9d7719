/** Passkeys: added, used at sign-in and to confirm, and refused wherever anything about them is wrong. */

import { byTester } from '@service/foundation-testing/acts.ts'
import {
  type Algorithm,
  addPasskey,
  atLocalhost,
  type Signing,
  TestPasskey,
} from '@service/foundation-testing/authenticator.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { giveFactor } from '@service/foundation-testing/second-factors.ts'
import { ageProofs, newPerson, TestBrowser } from '@service/foundation-testing/signed-in.ts'
import { TestClock } from '@service/foundation-testing/test-clock.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const password = 'seven quiet foxes at dawn'
type Asked = { challenge: string; rpId: string; allow: string[] }
type Passkey = { id: string; name: string; lastUsedAt: string | null; isUsable: boolean }
type Body = {
  code: string
  message: string
  user: { id: string }
  passkeys: Passkey[]
  unavailable: string | null
}

describe.each(featureEngines)('passkeys on $name', (engine) => {
  const clock = new TestClock()
  const service = useService(engine, {
    now: clock.now,
    settings: { REPUTATION_TRUSTED_PROXIES: '127.0.0.1' },
  })
  const company = beforeTests(() => service.newCompany())
  const connection = () => service.administration.db.connection
  const origin = () => atLocalhost(service.baseUrl)
  let place = 0
  /** Each at an address of its own. */
  const newBrowser = (baseUrl = origin()) => {
    place += 1
    return new TestBrowser({ baseUrl }, `10.0.0.${place}`)
  }

  /** Signed in with the password. */
  async function person(role = 'analyst') {
    const made = await newPerson(service, company.companyId, { role, password })
    const browser = newBrowser()
    const signIn = () => browser.send<Body>('POST', '/auth/sign-in', { email: made.email, password })
    expect((await signIn()).status).toBe(200)
    return { ...made, browser, signIn }
  }
  async function withPasskey(algorithm?: Algorithm) {
    const one = await person()
    return { ...one, ...(await addPasskey(one.browser, origin(), { passkey: new TestPasskey(origin(), algorithm) })) }
  }
  const ask = async (browser: TestBrowser, path = '/auth/sign-in/passkey/begin') =>
    (await browser.send<Asked>('POST', path)).body
  async function enter(passkey: TestPasskey, lies: Signing = {}, more: object = {}, browser = newBrowser()) {
    return browser.send<Body>('POST', '/auth/sign-in/passkey', { ...passkey.sign(await ask(browser), lies), ...more })
  }
  const actsOf = async (userId: string) => {
    const { rows } = await sql<{ action: string; after: Record<string, unknown> | null }>`
      select action, after from audit_events where actor = ${`user:${userId}`} order by id`.execute(connection())
    return rows
  }

  test.each<Algorithm>(['ES256', 'RS256', 'EdDSA'])(
    'with %s open the account in place of the password',
    async (name) => {
      const { passkey, userId } = await withPasskey(name)
      const browser = newBrowser()
      const entered = await enter(passkey, {}, {}, browser)
      expect([entered.status, entered.body.user.id]).toEqual([200, userId])
      expect((await browser.send('GET', '/auth/session')).status).toBe(200)
      const acts = await actsOf(userId)
      expect(acts.map(({ action }) => action)).toEqual(['session.start', 'passkey.add', 'session.start'])
      expect(acts.at(-1)?.after).toMatchObject({ by: 'passkey', passkey: 'Phone' })
    },
  )

  test('stand in for password and code where there is a second factor', async () => {
    const { passkey, browser, signIn, ...one } = await withPasskey()
    await giveFactor(service, one)
    expect((await signIn()).body.code).toBe('second-factor-required')
    expect((await enter(passkey)).status).toBe(200)
    await ageProofs(service, one.userId)
    const refused = await browser.send<Body>('POST', '/auth/passkeys/begin')
    expect(refused.body.code).toBe('step-up-required')
    const asked = await ask(browser, '/auth/step-up/passkey/begin')
    expect(asked.allow).toEqual([passkey.id])
    const cookie = browser.cookies.get('reputation_session')
    const proved = await browser.send<Body>('POST', '/auth/step-up/passkey', passkey.sign(asked))
    expect(proved.status).toBe(200)
    expect(browser.cookies.get('reputation_session')).not.toBe(cookie)
    expect((await browser.send('POST', '/auth/passkeys/begin')).status).toBe(200)
  })

  test('are listed with what was done with them, renamed and removed, each after a fresh proof', async () => {
    const { browser, passkey, id, userId } = await withPasskey()
    await addPasskey(browser, origin(), { name: 'Key ring' })
    await enter(passkey)
    const { passkeys, unavailable } = (await browser.send<Body>('GET', '/auth/passkeys')).body
    expect(unavailable).toBeNull()
    expect(passkeys.map(({ name, lastUsedAt, isUsable }) => [name, lastUsedAt !== null, isUsable])).toEqual([
      ['Key ring', false, true],
      ['Phone', true, true],
    ])
    expect((await browser.send('PATCH', `/auth/passkeys/${id}`, { name: 'Old phone' })).status).toBe(204)
    expect((await browser.send('DELETE', `/auth/passkeys/${id}`)).status).toBe(204)
    expect((await enter(passkey)).body.code).toBe('wrong-passkey')
    const acts = (await actsOf(userId)).map(({ action }) => action)
    expect(acts.slice(-2)).toEqual(['passkey.rename', 'passkey.remove'])

    const another = await withPasskey()
    for (const method of ['PATCH', 'DELETE'])
      expect(
        (await browser.send(method, `/auth/passkeys/${another.id}`, method === 'PATCH' ? { name: 'Mine' } : undefined))
          .status,
      ).toBe(404)
    await ageProofs(service, another.userId)
    for (const [method, path, body] of [
      ['PATCH', another.id, { name: 'Phone' }],
      ['DELETE', another.id, undefined],
    ] as const) {
      const refused = await another.browser.send<Body>(method, `/auth/passkeys/${path}`, body)
      expect([refused.status, refused.body.code]).toEqual([403, 'step-up-required'])
    }
  })

  test.each<[string, Signing]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another origin of the same host', { origin: 'http://localhost:1' }],
    ['another host name', { rpId: 'evil.example' }],
    ['a page that frames ours', { crossOrigin: true }],
    ['a message for another purpose', { type: 'webauthn.create' }],
    ['an authenticator that did not verify the person', { isVerified: false }],
  ])('are refused from %s, at sign-in and when they are added', async (_what, lies) => {
    const { browser, passkey } = await withPasskey()
    expect((await enter(passkey, lies)).body.code).toBe('wrong-passkey')
    if (lies.type) return
    const fresh = new TestPasskey(origin())
    const asked = await ask(browser, '/auth/passkeys/begin')
    const added = await browser.send<Body>('POST', '/auth/passkeys/finish', {
      name: 'Bad',
      ...fresh.register(asked, lies),
    })
    expect([added.status, added.body.code]).toEqual([403, 'wrong-passkey'])
  })

  test('are refused when the message is replayed, is too old, or answers another challenge', async () => {
    const { browser, passkey } = await withPasskey()
    const signed = passkey.sign(await ask(browser))
    expect((await newBrowser().send('POST', '/auth/sign-in/passkey', signed)).status).toBe(200)
    expect((await newBrowser().send<Body>('POST', '/auth/sign-in/passkey', signed)).body.code).toBe('wrong-passkey')

    const late = passkey.sign(await ask(browser))
    clock.skippedMs += 5 * 60_000 + 1
    expect((await browser.send<Body>('POST', '/auth/sign-in/passkey', late)).body.code).toBe('wrong-passkey')

    const made = { challenge: Buffer.alloc(32).toString('base64url'), rpId: 'localhost' }
    expect((await browser.send<Body>('POST', '/auth/sign-in/passkey', passkey.sign(made))).body.code).toBe(
      'wrong-passkey',
    )
    // Made to sign in, and so of no use to confirm or to add.
    const forSignIn = await ask(browser)
    expect((await browser.send<Body>('POST', '/auth/step-up/passkey', passkey.sign(forSignIn))).body.code).toBe(
      'wrong-passkey',
    )
    const again = new TestPasskey(origin()).register(await ask(browser))
    expect((await browser.send<Body>('POST', '/auth/passkeys/finish', { name: 'Bad', ...again })).status).toBe(403)
  })

  test('of somebody else confirm nothing, add nothing, and open no account that was named', async () => {
    const [ada, eve] = [await withPasskey(), await withPasskey()]
    const asked = await ask(ada.browser, '/auth/step-up/passkey/begin')
    expect((await ada.browser.send<Body>('POST', '/auth/step-up/passkey', eve.passkey.sign(asked))).body.code).toBe(
      'wrong-passkey',
    )
    const stolen = await ask(ada.browser, '/auth/step-up/passkey/begin')
    expect((await eve.browser.send<Body>('POST', '/auth/step-up/passkey', eve.passkey.sign(stolen))).body.code).toBe(
      'wrong-passkey',
    )
    const begun = await ask(ada.browser, '/auth/passkeys/begin')
    const forged = { name: 'Bad', ...new TestPasskey(origin()).register(begun) }
    expect((await eve.browser.send<Body>('POST', '/auth/passkeys/finish', forged)).body.code).toBe('wrong-passkey')
    const begunByEve = await ask(eve.browser, '/auth/passkeys/begin')
    const known = { name: 'Mine', ...ada.passkey.register(begunByEve) }
    expect((await eve.browser.send<Body>('POST', '/auth/passkeys/finish', known)).status).toBe(409)
    const named = await enter(eve.passkey, {}, { email: ada.email })
    expect([named.status, named.body.message]).toEqual([403, `This passkey belongs to ${eve.email}.`])
    expect((await enter(ada.passkey, {}, { email: ada.email.toUpperCase() })).status).toBe(200)
    // The signature of one under the id of another.
    const swapped = { ...eve.passkey.sign(await ask(eve.browser)), credentialId: ada.passkey.id }
    expect((await newBrowser().send('POST', '/auth/sign-in/passkey', swapped)).status).toBe(403)
  })

  test('whose count falls were copied: they are refused, and the audit says so', async () => {
    const { passkey, id } = await withPasskey()
    expect((await enter(passkey, { count: 7 })).status).toBe(200)
    for (const count of [7, 3, 0]) {
      const refused = await enter(passkey, { count })
      expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('may have been copied')])
    }
    expect((await enter(passkey, { count: 8 })).status).toBe(200)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_events where target = ${id} and action = 'passkey.refuse'`.execute(
      connection(),
    )
    expect(rows[0]?.count).toBe(3)
  })

  test('say nothing of who has one before one is shown, and whatever attestation they come with is not read', async () => {
    const browser = newBrowser()
    const { challenge, ...asked } = await ask(browser)
    expect(challenge).toMatch(/^[\w-]{43}$/)
    expect(asked).toEqual({ rpId: 'localhost', allow: [] })
    const { browser: own } = await person()
    const passkey = new TestPasskey(origin())
    const packed = { fmt: 'packed', attStmt: new Map([['x5c', [Buffer.from('not a certificate')]]]) }
    const given = passkey.register(await ask(own, '/auth/passkeys/begin'), {}, packed)
    expect((await own.send('POST', '/auth/passkeys/finish', { name: 'Key', ...given })).status).toBe(201)
    expect((await enter(passkey)).status).toBe(200)
    for (const [field, text] of [
      ['clientData', 'e30'],
      ['clientData', 'bm9uc2Vuc2U'],
      ['attestation', 'AAAA'],
    ] as const) {
      const bad = { ...new TestPasskey(origin()).register(await ask(own, '/auth/passkeys/begin')), [field]: text }
      expect((await own.send('POST', '/auth/passkeys/finish', { name: 'Key', ...bad })).status).toBe(403)
    }
  })

  test('let the owner in whom others keep trying to sign in as', async () => {
    clock.stop()
    const { email, passkey } = await withPasskey()
    const stranger = newBrowser()
    const attempts = Array.from({ length: 8 }, () =>
      stranger.send('POST', '/auth/sign-in', { email, password: 'wrong wrong wrong' }),
    )
    await Promise.all(attempts)
    expect((await stranger.send('POST', '/auth/sign-in', { email, password })).status).toBe(429)
    expect((await enter(passkey)).status).toBe(200)
  })

  test('are said in a message to the person, and end with a reset of the password by a link', async () => {
    const { passkey, userId, email } = await withPasskey()
    const { administration } = service
    const waiting = (await administration.listAccountMessages(byTester, company.companyId)).filter(
      (one) => one.userId === userId,
    )
    expect(waiting.map(({ kind }) => kind)).toEqual(['passkey-added'])
    const { link } = await administration.makeAccountLink(byTester, company.companyId, email)
    const given = { token: link.split('#')[1], password: 'nine loud geese at dusk' }
    expect((await newBrowser().send('POST', '/auth/reset/confirm', given)).status).toBe(204)
    expect((await enter(passkey)).body.code).toBe('wrong-passkey')
    expect((await actsOf(userId)).filter(({ action }) => action === 'passkey.remove-all')).toEqual([
      { action: 'passkey.remove-all', after: { removed: 1 } },
    ])
  })

  test('have only so many challenges open for strangers at once, and those that have ended go with the next', async () => {
    const { browser } = await person()
    await sql`
      insert into passkey_challenges (challenge_sha256, purpose, expires_at)
      select sha256(('full' || n)::bytea), 'sign-in', now() + interval '1 day' from generate_series(1, 10000) as n`.execute(
      connection(),
    )
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from passkey_challenges`.execute(connection())
      return rows[0]?.count
    }
    expect((await newBrowser().send('POST', '/auth/sign-in/passkey/begin')).status).toBe(503)
    // Who is signed in is not kept waiting by strangers.
    expect((await browser.send('POST', '/auth/passkeys/begin')).status).toBe(200)
    await sql`update passkey_challenges set expires_at = now() - interval '1 day'`.execute(connection())
    const before = await count()
    expect((await newBrowser().send('POST', '/auth/sign-in/passkey/begin')).status).toBe(200)
    expect(await count()).toBe(before! - 20 + 1)
    await sql`delete from passkey_challenges`.execute(connection())
  })

  test('go with the person, and when those who manage people remove what was lost', async () => {
    const [left, lost] = [await withPasskey(), await withPasskey()]
    const { browser: owner } = await person('owner')
    expect((await owner.send('DELETE', `/auth/members/${left.userId}`)).status).toBe(204)
    expect((await owner.send('DELETE', `/auth/members/${lost.userId}/second-factor`)).status).toBe(204)
    expect((await lost.browser.send('GET', '/auth/session')).status).toBe(401)
    for (const { passkey } of [left, lost]) expect((await enter(passkey)).status).toBe(403)
  })

  test('are not offered at an IP address, in words that say where they are', async () => {
    const { signIn, browser: _, ...one } = await withPasskey()
    const atAddress = newBrowser(service.baseUrl)
    await atAddress.send('POST', '/auth/sign-in', { email: one.email, password })
    const { body } = await atAddress.send<Body>('GET', '/auth/passkeys')
    expect(body.unavailable).toContain(`open this page at ${origin()} in place of 127.0.0.1`)
    expect(body.passkeys[0]?.isUsable).toBe(false)
    const refused = await atAddress.send<Body>('POST', '/auth/passkeys/begin')
    expect([refused.status, refused.body.code]).toEqual([409, 'passkeys-unavailable'])
    expect((await atAddress.send('POST', '/auth/sign-in/passkey/begin')).status).toBe(409)
  })
})
