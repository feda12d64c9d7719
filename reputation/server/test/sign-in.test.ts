/** Signing in with a password, what a session may, and how it ends. */
import * as audit from '@service/foundation/audit/audit.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine, featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { givePassword, newPerson, pageHeaders, TestBrowser } from '@service/foundation-testing/signed-in.ts'
import { TestClock } from '@service/foundation-testing/test-clock.ts'
import { type RunningService, runService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

const password = 'seven quiet foxes at dawn'
const hourMs = 3_600_000

type Body = {
  code: string
  message: string
  user: { id: string; email: string; name: string }
  role: string
  permissions: string[]
  session: { id: string }
}

describe.each(featureEngines)('sign-in on $name', (engine) => {
  const clock = new TestClock()
  const { now } = clock
  const service: RunningService = beforeTests(
    () => runService(engine, { now, settings: { REPUTATION_TRUSTED_PROXIES: '127.0.0.1' } }),
    (running) => running.stop(),
  )
  const company = beforeTests(() => service.newCompany())
  const connection = () => service.administration.db.connection

  const aPerson = (role = 'owner') => newPerson(service, company.companyId, { role, password })
  /** Each test is somewhere else, so that none waits for what another tried in vain. */
  let place = 0
  beforeEach(() => {
    place += 1
    clock.skippedMs = 0
  })
  const aBrowser = () => new TestBrowser(service, `10.0.${place >> 8}.${place & 255}`)
  const signIn = (browser: TestBrowser, email: string, given = password, headers = {}) =>
    browser.send<Body>('POST', '/auth/sign-in', { email, password: given }, headers)
  const whoAmI = (browser: TestBrowser) => browser.send<Body>('GET', '/auth/session')

  test('a person signs in, is known by the cookie, and signs out', async () => {
    const { email, userId } = await aPerson('analyst')
    const browser = aBrowser()
    const signedIn = await signIn(browser, email)
    expect(signedIn.status).toBe(200)
    expect(signedIn.body).toMatchObject({ user: { id: userId, email }, role: 'analyst' })
    expect(signedIn.body.permissions).toContain('verdicts:give')
    const cookie = signedIn.cookies.get('reputation_session')
    expect(cookie).toMatch(/^reputation_session=svs_\w{49}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/)
    expect(signedIn.headers.get('Cache-Control')).toBe('no-store')

    expect((await whoAmI(browser)).body).toEqual(signedIn.body)
    expect((await browser.send('GET', '/api/v1/subjects')).status).toBe(200)
    const [event] = await audit.list(connection(), { target: signedIn.body.session.id }, 1)
    expect(event).toMatchObject({ actor: `user:${userId}`, action: 'session.start', companyId: company.companyId })

    const kept = new Map(browser.cookies)
    expect((await browser.send('POST', '/auth/sign-out')).status).toBe(204)
    expect(browser.cookies.has('reputation_session')).toBe(false)
    for (const [name, value] of kept) browser.cookies.set(name, value)
    expect((await whoAmI(browser)).status).toBe(401)
    const [end] = await audit.list(connection(), { target: signedIn.body.session.id }, 1)
    expect(end).toMatchObject({ actor: `user:${userId}`, action: 'session.end' })
  })

  test('the database holds no secret of a session or a device, nor the password', async () => {
    const { email } = await aPerson()
    const browser = aBrowser()
    await signIn(browser, email)
    const { rows } = await sql<{ text: string }>`
      select sessions::text as text from sessions union all select known_devices::text from known_devices
      union all select user_passwords::text from user_passwords union all select audit_events::text from audit_events
      union all select sign_in_attempts::text from sign_in_attempts`.execute(connection())
    const all = rows.map(({ text }) => text).join('\n')
    for (const secret of [...browser.cookies.values(), password]) expect(all).not.toContain(secret)
    expect(all).not.toMatch(/sv[sd]_/)
  })

  test('a wrong password, an unknown address and an account without a password get the same response', async () => {
    const { email } = await aPerson()
    const without = await newPerson(service, company.companyId)
    const responses = []
    for (const [who, given] of [
      [email, 'not the password'],
      ['nobody@people.example', password],
      [without.email, password],
      [email, ''.padEnd(1_000, 'x')],
      [email, 'a\0null byte'],
    ] as const) {
      const { status, body, cookies, headers } = await signIn(aBrowser(), who, given)
      const named = [...headers.keys()].filter((name) => name !== 'x-service-request-id' && name !== 'date').sort()
      responses.push({ status, body, cookies: cookies.size, named })
    }
    expect(responses[0]).toMatchObject({ status: 401, body: { code: 'unauthenticated' }, cookies: 0 })
    for (const response of responses) expect(response).toEqual(responses[0])
  })

  test('and take as long, by the median of many attempts in turns', async () => {
    const { email } = await aPerson()
    const took = { known: [] as number[], unknown: [] as number[] }
    for (let i = 0; i < 20; i++) {
      for (const [who, address] of [
        ['known', email],
        ['unknown', 'nobody@people.example'],
      ] as const) {
        place += 1
        const began = performance.now()
        await signIn(aBrowser(), address, `not the password ${i}`)
        took[who].push(performance.now() - began)
      }
    }
    const median = (values: number[]) => values.sort((one, other) => one - other)[values.length / 2]!
    // A response without the hash would be some twenty times as fast; a busy machine stays well within a factor of three.
    expect(median(took.unknown) / median(took.known)).toBeGreaterThan(0.33)
    expect(median(took.unknown) / median(took.known)).toBeLessThan(3)
  })

  test('letters of the address in any case, composed or not, and spaces around it, are the same person', async () => {
    const email = `zoë-${Date.now()}@people.example`
    const { userId } = await newPerson(service, company.companyId, { email, password: 'crème brûlée at nine' })
    for (const [typed, given] of [
      [email.toUpperCase(), 'crème brûlée at nine'],
      [` ${email.normalize('NFD')} `, 'crème brûlée at nine'.normalize('NFD')],
      [email, 'crème\u00a0brûlée at nine'],
    ] as const) {
      expect((await signIn(aBrowser(), typed, given)).body).toMatchObject({ user: { id: userId } })
    }
    expect((await signIn(aBrowser(), email, 'Crème brûlée at nine')).status).toBe(401)
  })

  test('an address in two companies leads to the account that was first, or to the company that is named', async () => {
    const other = await service.newCompany()
    const { email, userId } = await aPerson()
    const second = await newPerson(service, other.companyId, { email, password: 'another phrase of words' })
    expect((await signIn(aBrowser(), email)).body).toMatchObject({ user: { id: userId } })
    expect((await signIn(aBrowser(), email, 'another phrase of words')).status).toBe(401)
    const by = { actor: 'system', requestId: null } as const
    const { slug } = await service.administration.readCompany(by, other.companyId)
    const named = { email, password: 'another phrase of words', company: slug }
    const { body } = await aBrowser().send<Body>('POST', '/auth/sign-in', named)
    expect(body).toMatchObject({ user: { id: second.userId } })
    expect((await aBrowser().send('POST', '/auth/sign-in', { email, password, company: slug })).status).toBe(401)
  })

  test('a session that was set by somebody else is not taken over: each sign-in has a new one', async () => {
    const { email } = await aPerson()
    const browser = aBrowser()
    await signIn(browser, email)
    const before = browser.cookies.get('reputation_session')!
    await signIn(browser, email)
    expect(browser.cookies.get('reputation_session')).not.toBe(before)
    const thief = aBrowser()
    thief.cookies.set('reputation_session', before)
    expect((await whoAmI(thief)).status).toBe(401)
  })

  test('a session ends when it is not used for 12 hours, and after 7 days in any case', async () => {
    const { email } = await aPerson()
    const browser = aBrowser()
    await signIn(browser, email)
    clock.skippedMs += 11 * hourMs
    expect((await whoAmI(browser)).status).toBe(200)
    clock.skippedMs += 11 * hourMs
    expect((await whoAmI(browser)).status).toBe(200)
    clock.skippedMs += 12 * hourMs + 1_000
    expect((await whoAmI(browser)).status).toBe(401)

    await signIn(browser, email)
    for (let used = 0; used < 16; used++) {
      clock.skippedMs += 10 * hourMs
      expect((await whoAmI(browser)).status, `${used}`).toBe(200)
    }
    clock.skippedMs += 10 * hourMs
    expect((await whoAmI(browser)).status).toBe(401)
  })

  test('a password that is changed while somebody signs in with the old one opens nothing', async () => {
    const person = await aPerson()
    await givePassword(service, person, 'an altogether new phrase')
    expect((await signIn(aBrowser(), person.email)).status).toBe(401)
    expect((await signIn(aBrowser(), person.email, 'an altogether new phrase')).status).toBe(200)
  })

  test('a hash of another cost is replaced when its owner signs in', async () => {
    const { email, userId } = await newPerson(service, company.companyId, { password })
    await sql`
      update user_passwords set hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
       where user_id = ${userId}`.execute(connection())
    expect((await signIn(aBrowser(), email, 'password')).status).toBe(200)
    const { rows } = await sql<{ hash: string }>`
      select hash from user_passwords where user_id = ${userId}`.execute(connection())
    expect(rows[0]!.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(aBrowser(), email, 'password')).status).toBe(200)
  })

  describe('guessing', () => {
    beforeEach(() => clock.stop())

    test('waits longer after each failure, and a caller from another address does not', async () => {
      const { email } = await aPerson()
      for (let i = 0; i < 6; i++) expect((await signIn(aBrowser(), email, `guess ${i}`)).status).toBe(401)
      const waits: number[] = []
      for (let i = 0; i < 4; i++) {
        const refused = await signIn(aBrowser(), email)
        expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
        waits.push(Number(refused.headers.get('Retry-After')))
        clock.skippedMs += waits.at(-1)! * 1_000
        expect((await signIn(aBrowser(), email, 'again')).status).toBe(401)
      }
      expect(waits).toEqual([1, 2, 4, 8])
      const [event] = await audit.list(connection(), { companyId: company.companyId }, 1)
      expect(event).toMatchObject({ actor: 'system', action: 'sign-in.delay' })
    })

    test('is delayed alike for addresses that nobody has', async () => {
      for (let i = 0; i < 6; i++) expect((await signIn(aBrowser(), 'no@people.example', 'guess')).status).toBe(401)
      expect((await signIn(aBrowser(), 'no@people.example', 'guess')).status).toBe(429)
    })

    test('by many requests at once is counted one by one', async () => {
      const { email } = await aPerson()
      const all = await Promise.all(Array.from({ length: 20 }, () => signIn(aBrowser(), email, 'guess')))
      expect(all.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6)
      expect(all.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(14)
    })

    test('by others keeps nobody out of a browser that they have signed in with', async () => {
      const { email } = await aPerson()
      const own = aBrowser()
      await signIn(own, email)
      await own.send('POST', '/auth/sign-out')
      for (let i = 0; i < 6; i++) await signIn(aBrowser(), email, 'guess')
      expect((await signIn(aBrowser(), email)).status).toBe(429)
      expect((await signIn(own, email)).status).toBe(200)
      // The mark of a browser is a person's own: it spares nobody else.
      const thief = aBrowser()
      const stranger = await aPerson()
      await signIn(thief, stranger.email)
      expect((await signIn(thief, email)).status).toBe(429)
    })

    test('starts from zero once the person has signed in', async () => {
      const { email } = await aPerson()
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < 4; i++) expect((await signIn(aBrowser(), email, 'mistyped')).status).toBe(401)
        expect((await signIn(aBrowser(), email)).status).toBe(200)
      }
    })
  })

  describe('what a session may', () => {
    const signedIn = async (role: string) => {
      const browser = aBrowser()
      expect((await signIn(browser, (await aPerson(role)).email)).status).toBe(200)
      return browser
    }

    test.each([
      ['without the header', { 'X-Service-Csrf': '' }],
      ['with another value of the header', { 'X-Service-Csrf': 'true' }],
      ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
      ['from a sibling name', { 'Sec-Fetch-Site': 'same-site' }],
      ['that a person typed', { 'Sec-Fetch-Site': 'none' }],
      ['of another origin', { Origin: 'https://evil.example' }],
      ['of no origin', { Origin: 'null' }],
      ['of another port', { Origin: 'http://127.0.0.1:1' }],
      ['of an origin that begins as ours', { Origin: 'http://127.0.0.1.evil.example' }],
    ])('a write %s is refused', async (_what, headers) => {
      const browser = await signedIn('owner')
      for (const [method, path, body] of [
        ['POST', '/auth/sign-out', undefined],
        ['POST', '/api/v1/webhooks', { url: 'http://127.0.0.1:4321/hook' }],
        ['GET', '/api/v1/screen?name=Jane+Doe', undefined], // is recorded and charged
      ] as const) {
        expect(await browser.send(method, path, body, headers), path).toMatchObject({
          status: 403,
          body: { code: 'cross-site' },
        })
      }
      expect((await whoAmI(browser)).status).toBe(200)
      const strange = await signIn(aBrowser(), 'grace@people.example', password, headers)
      expect(strange).toMatchObject({ status: 403, body: { code: 'cross-site' } })
    })

    test('a write without anything that a browser says is refused, and one with our own origin is not', async () => {
      const browser = await signedIn('member')
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const post = (headers: Record<string, string>) =>
        fetch(`${service.baseUrl}/auth/sign-out`, {
          method: 'POST',
          headers: { Cookie: cookie, 'X-Service-Csrf': '1', ...headers },
        })
      // Node itself would send `Sec-Fetch-Mode` alone.
      expect((await post({})).status).toBe(403)
      expect((await post({ Origin: service.baseUrl })).status).toBe(204)
    })

    test('a page elsewhere is not allowed to send the header', async () => {
      const response = await fetch(`${service.baseUrl}/auth/sign-in`, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://evil.example',
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'x-service-csrf',
        },
      })
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    })

    test('a form that a page elsewhere submits is no JSON', async () => {
      const browser = await signedIn('owner')
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const response = await browser.send('POST', '/api/v1/webhooks', '{"url":"x"}', { 'Content-Type': type })
        expect(response.status, type).toBe(415)
      }
    })

    test.each([
      ['nothing', ''],
      ['a word', 'x'],
      ['the brand alone', 'svs_'],
      ['a made-up secret', `svs_${'0'.repeat(49)}`],
      ['a key', `svc_${'0'.repeat(49)}`],
      ['a statement', "' or 1=1 --"],
      ['a null byte', '%00'],
      ['very much', 'x'.repeat(5_000)],
    ])('a cookie with %s opens nothing', async (_what, value) => {
      const response = await fetch(`${service.baseUrl}/auth/session`, {
        headers: { ...pageHeaders, Cookie: `reputation_session=${value}` },
      })
      expect(response.status).toBe(401)
    })

    test('of two cookies of the name neither is believed', async () => {
      const browser = await signedIn('owner')
      const token = browser.cookies.get('reputation_session')!
      for (const header of [
        `reputation_session=x; reputation_session=${token}`,
        `reputation_session=${token};reputation_session=x`,
      ]) {
        const response = await fetch(`${service.baseUrl}/auth/session`, { headers: { ...pageHeaders, Cookie: header } })
        expect(response.status).toBe(401)
      }
    })

    test('no secret of a session is a key, and no key a session', async () => {
      const browser = await signedIn('owner')
      const asKey = await fetch(`${service.baseUrl}/api/v1/subjects`, {
        headers: { Authorization: `Bearer ${browser.cookies.get('reputation_session')}` },
      })
      expect(asKey.status).toBe(401)
      const { secret } = await service.newKey(company)
      const session = await fetch(`${service.baseUrl}/auth/session`, { headers: { Authorization: `Bearer ${secret}` } })
      expect(session.status).toBe(401)
    })

    test('what shows a secret needs a proof of the last ten minutes', async () => {
      const browser = await signedIn('member')
      const register = () =>
        browser.send('POST', '/api/v1/webhooks', { url: 'http://127.0.0.1:4321/hook', generateSecret: true })
      expect((await register()).status).toBe(201)
      clock.skippedMs = 10 * 60_000 + 1_000
      expect(await register()).toMatchObject({ status: 403, body: { code: 'step-up-required' } })
    })
  })

  describe('input that means harm', () => {
    test.each([
      ['no body', undefined],
      ['no password', { email: 'a@b.example' }],
      ['a list', ['a@b.example', password]],
      ['an address as an object', { email: { $ne: '' }, password }],
      ['a password as a list', { email: 'a@b.example', password: [password] }],
      ['an empty password', { email: 'a@b.example', password: '' }],
      ['a password of 2,000 characters', { email: 'a@b.example', password: 'x'.repeat(2_000) }],
      ['an address of 400 characters', { email: `${'x'.repeat(400)}@b.example`, password }],
      ['another field', { email: 'a@b.example', password, role: 'owner' }],
      ['a prototype', '{"email":"a@b.example","password":"x","__proto__":{"role":"owner"}}'],
    ])('%s is a bad request', async (_what, body) => {
      expect((await aBrowser().send('POST', '/auth/sign-in', body)).status).toBe(400)
    })

    test.each([
      'a@b.example\r\nBcc: c@d.example',
      'a@b.example\0',
      "' or 1=1 --@b.example",
      '%00@b.example',
      'a@b.example" <c@d.example>',
      '\ud800@b.example',
      '<script>@b.example',
      '*',
      '%',
      'a@b.example%',
    ])('the address %j is just unknown', async (email) => {
      const { status, headers } = await aBrowser().send('POST', '/auth/sign-in', {
        email: email.padEnd(3, '*'),
        password,
      })
      expect(status).toBe(401)
      expect([...headers.values()].join()).not.toMatch(/Bcc|script/)
    })

    test('a browser that calls itself anything is stored as printable text of bounded length', async () => {
      const { email, userId } = await aPerson()
      await signIn(aBrowser(), email, password, { 'User-Agent': `<b>\t${'x'.repeat(2_000)}` })
      const { rows } = await sql<{ userAgent: string }>`
        select user_agent from sessions where user_id = ${userId}`.execute(connection())
      expect(rows[0]!.userAgent).toBe(`<b> ${'x'.repeat(296)}`)
    })
  })
})

test('over TLS the cookies are bound to the host and never sent in the clear', async () => {
  const settings = { REPUTATION_PUBLIC_BASE_URL: 'https://reputation.example.com' }
  const service = await runService(fastestEngine, { settings, cold: true })
  try {
    const baseUrl = await localAddress(service)
    const { companyId } = await service.newCompany()
    const { email } = await newPerson(service, companyId, { password })
    const browser = new TestBrowser({ baseUrl })
    const { status, cookies } = await browser.send(
      'POST',
      '/auth/sign-in',
      { email, password },
      { Origin: 'https://reputation.example.com' },
    )
    expect(status).toBe(200)
    expect(cookies.get('__Host-reputation_session')).toMatch(
      /; Path=\/; Max-Age=604800; Secure; HttpOnly; SameSite=Lax$/,
    )
    expect([...cookies.values()].join()).not.toContain('Domain')
    expect((await browser.send('GET', '/auth/session')).status).toBe(200)
    const token = browser.cookies.get('__Host-reputation_session')!
    const other = new TestBrowser({ baseUrl })
    other.cookies.set('reputation_session', token) // as somebody at a sibling name could set it
    expect((await other.send('GET', '/auth/session')).status).toBe(401)
  } finally {
    await service.stop()
  }
})

async function localAddress(service: RunningService): Promise<string> {
  const address = service.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return `http://127.0.0.1:${address.port}`
}
