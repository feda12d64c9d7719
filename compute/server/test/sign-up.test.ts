/** The free account: who may make one, what it has, and what bounds it. */
import type { AddressInfo } from 'node:net'
import { runService, useService } from '@service/compute-testing/running-service.ts'
import { hashToken } from '@service/foundation/secret-token.ts'
import { PasswordHasher } from '@service/foundation/sign-in/password-hasher.ts'
import { invitationBrand } from '@service/foundation/sign-up/invitations.ts'
import { invitationLimits } from '@service/foundation/sign-up/model/sign-up-limits.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { fastestEngine, featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { giveFactor } from '@service/foundation-testing/second-factors.ts'
import { newPerson, pageHeaders, TestBrowser } from '@service/foundation-testing/signed-in.ts'
import { TestClock } from '@service/foundation-testing/test-clock.ts'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'

const password = 'seven quiet foxes at dawn'
const ada = { email: 'ada@people.example', password, name: 'Ada', company: 'Engines & Söhne' }

type Body = {
  code: string
  message: string
  mode: string
  role: string
  details: { path: string }[]
  person: {
    user: { id: string; email: string }
    company: { id: string; slug: string; time_zone: string }
    role: string
  }
  first_key: { secret: string; key: { scopes: string[]; name: string; last_four: string } }
  user: { id: string }
  company: { id: string }
}

describe.each(featureEngines)('sign-up on $name', (engine) => {
  const clock = new TestClock()
  const { now } = clock
  const settings = { COMPUTE_SIGNUP: 'open', COMPUTE_TRUSTED_PROXIES: '127.0.0.1' }
  const service = useService(engine, { now, settings })
  const connection = () => service.administration.db.connection
  const signUp = (browser: TestBrowser, given: object = {}) =>
    browser.send<Body>('POST', '/auth/sign-up', { ...ada, ...given })
  const count = async (of: string) =>
    (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(of)}`.execute(connection())).rows[0]!
      .count

  test('a person has a company on 10 GPU-hours, is signed in as its owner, and deploys with the first key', async () => {
    const browser = new TestBrowser(service, '10.1.0.1')
    const { status, body, headers } = await signUp(browser, { time_zone: 'Europe/Berlin' })
    expect(status).toBe(201)
    expect(headers.get('Cache-Control')).toBe('no-store')
    const { person, first_key } = body
    expect(person).toMatchObject({ role: 'owner', user: { email: ada.email }, company: { time_zone: 'Europe/Berlin' } })
    expect(person.company.slug).toMatch(/^engines-sohne-[0-9a-z]{8}$/)
    expect(first_key.key.last_four).toBe(first_key.secret.slice(-4))
    expect((await browser.send<Body>('GET', '/auth/session')).body.role).toBe('owner')

    const deployed = await fetch(`${service.baseUrl}/v1/compute/deploy`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${first_key.secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ gpu_type: 'H100', image: 'sim/ok', wait_seconds: 0 }),
    })
    expect(deployed.status).toBe(200)
    const used = await browser.send<{ gpu_hours_limit: number }>('GET', '/v1/usage')
    expect(JSON.stringify(used.body)).toContain('10')

    const again = new TestBrowser(service, '10.1.0.1')
    expect((await again.send('POST', '/auth/sign-in', { email: ada.email, password })).status).toBe(200)
  })

  test('the response is the same for an address that has an account, whose owner signs in as before', async () => {
    const company = await service.newCompany()
    const owner = await newPerson(service, company.companyId, { password: 'another phrase of words' })
    const shapes = []
    for (const [i, email] of [owner.email, 'nobody@people.example'].entries()) {
      const { status, body, cookies } = await signUp(new TestBrowser(service, `10.2.${i}.1`), { email })
      shapes.push([status, Object.keys(body), Object.keys(body.person.company), [...cookies.keys()]])
    }
    expect(shapes[0]).toEqual(shapes[1])
    const browser = new TestBrowser(service, '10.2.9.1')
    const signedIn = await browser.send<Body>('POST', '/auth/sign-in', {
      email: owner.email,
      password: 'another phrase of words',
    })
    expect(signedIn.body).toMatchObject({ user: { id: owner.userId }, company: { id: company.companyId } })
  })

  test('an account of a company that the operator made later comes before one that somebody made for themselves', async () => {
    const email = 'squatted@people.example'
    await signUp(new TestBrowser(service, '10.3.0.1'), { email, password: 'the phrase of a stranger' })
    const company = await service.newCompany()
    const owner = await newPerson(service, company.companyId, { email, password })
    const { body } = await new TestBrowser(service, '10.3.1.1').send<Body>('POST', '/auth/sign-in', { email, password })
    expect(body.user.id).toBe(owner.userId)
  })

  test('the first reset by a link of the operator’s revokes the keys of a stranger, and later ones revoke none', async () => {
    const email = 'taken@people.example'
    const browser = new TestBrowser(service, '10.8.0.1')
    const stranger = await signUp(browser, { email })
    const { company } = stranger.body.person
    const reset = async (link: string) => {
      const given = { token: link.split('#')[1], password: 'mine alone from now on' }
      const sent = await new TestBrowser(service, '10.8.1.1').send('POST', '/auth/reset/confirm', given)
      expect(sent.status).toBe(204)
    }
    const ofOperator = async () => (await service.administration.makeAccountLink(byTester, company.id, email)).link
    const idsOf = async (what: string) => {
      const { rows } = await sql<{
        id: string
      }>`select id from ${sql.raw(what)} and company_id = ${company.id}`.execute(connection())
      return rows.map(({ id }) => id)
    }
    const liveKeys = async () => (await idsOf('api_keys where revoked_at is null')).length
    const [createdBy = ''] = await idsOf('users where true')
    const ofMember = await browser.send<{ link: { link: string } }>('POST', `/auth/members/${createdBy}/link`)
    await reset(ofMember.body.link.link)
    expect(await liveKeys()).toBe(1)
    await reset(await ofOperator())
    expect(await liveKeys()).toBe(0)
    const { first_key } = stranger.body
    const headers = { Authorization: `Bearer ${first_key.secret}` }
    await expect.poll(async () => (await fetch(`${service.baseUrl}/v1/usage`, { headers })).status).toBe(401)
    await service.administration.createKey(byTester, { companyId: company.id, createdBy, name: 'Mine' })
    await reset(await ofOperator())
    expect(await liveKeys()).toBe(1)
  })

  test('it removes the second factor of a stranger as well, and later ones leave that of the owner', async () => {
    const { body } = await signUp(new TestBrowser(service, '10.8.2.1'), { email: 'locked@people.example' })
    const person = { userId: body.person.user.id, companyId: body.person.company.id, email: 'locked@people.example' }
    const given = 'mine alone from now on'
    const reset = async () => {
      const { link } = await service.administration.makeAccountLink(byTester, person.companyId, person.email)
      const sent = { token: link.split('#')[1], password: given }
      expect((await new TestBrowser(service, '10.8.3.1').send('POST', '/auth/reset/confirm', sent)).status).toBe(204)
    }
    const signIn = async () => {
      const sent = { email: person.email, password: given }
      return (await new TestBrowser(service, '10.8.3.1').send<Body>('POST', '/auth/sign-in', sent)).status
    }
    await giveFactor(service, person)
    await reset()
    expect(await signIn()).toBe(200)
    const { rows } = await sql`
      select from audit_events where target = ${person.userId} and action = 'second-factor.remove'`.execute(
      connection(),
    )
    expect(rows).toHaveLength(1)
    await giveFactor(service, person)
    await reset()
    expect(await signIn()).toBe(403)
  })

  test('a reset reaches an account of the operator’s, then who signed in last, however many others signed up', async () => {
    const email = 'wanted@people.example'
    const rival = async (i: number) =>
      (await signUp(new TestBrowser(service, `10.9.${i}.1`), { email })).body.person.company.id
    const rivals = []
    for (let i = 0; i < 11; i++) rivals.push(await rival(i))
    const mine = await rival(11)
    const company = await service.newCompany()
    await newPerson(service, company.companyId, { email, password })
    const asked = await new TestBrowser(service, '10.9.99.1').send('POST', '/auth/reset', { email })
    expect(asked.status).toBe(202)
    const waiting = async (id: string) => (await service.administration.listAccountMessages(byTester, id)).length
    expect([await waiting(company.companyId), await waiting(mine), await waiting(rivals[0]!)]).toEqual([1, 1, 0])
  })

  test('faults are named together, before anything is made', async () => {
    const before = await count('companies')
    const { status, body } = await signUp(new TestBrowser(service, '10.4.0.1'), {
      email: 'no address',
      password: 'short',
    })
    expect(status).toBe(400)
    expect(body.details.map(({ path }) => path)).toEqual(['body.email', 'body.password'])
    const zone = await signUp(new TestBrowser(service, '10.4.0.1'), { time_zone: 'Mars/Base' })
    expect([zone.status, zone.body.details]).toMatchObject([400, [{ path: 'time_zone' }]])
    expect(await count('companies')).toBe(before)
  })

  test('a flood from one network makes ten companies a day, and its neighbours sign in meanwhile', async () => {
    const company = await service.newCompany()
    const owner = await newPerson(service, company.companyId, { password })
    const before = await count('companies')
    const responses = []
    for (let i = 0; i < 60; i++) {
      const browser = new TestBrowser(service, `10.5.0.${i % 4}`)
      responses.push(await signUp(browser, { email: `flood-${i}@people.example` }))
    }
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
    const waits = responses
      .filter(({ status }) => status === 429)
      .map(({ headers }) => Number(headers.get('Retry-After')))
    expect(Math.min(...waits)).toBeGreaterThan(0)
    expect((await count('companies')) - before).toBe(10)
    const signedIn = await new TestBrowser(service, '10.5.0.1').send('POST', '/auth/sign-in', {
      email: owner.email,
      password,
    })
    expect(signedIn.status).toBe(200)
    clock.skippedMs += 25 * 3_600_000
    expect((await signUp(new TestBrowser(service, '10.5.0.200'))).status).toBe(201)
    clock.skippedMs = 0
  })

  test('those that come at once are not more than may come one by one, and no password of the rest is hashed', async () => {
    const hash = vi.spyOn(PasswordHasher.prototype, 'hash')
    const browsers = Array.from({ length: 14 }, (_, i) => new TestBrowser(service, `10.6.0.${i}`))
    const responses = await Promise.all(
      browsers.map((browser, i) => signUp(browser, { email: `at-${i}@once.example` })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(hash).toHaveBeenCalledTimes(10)
    hash.mockRestore()
  })

  test('no password is hashed for what is refused by its time zone', async () => {
    const hash = vi.spyOn(PasswordHasher.prototype, 'hash')
    expect((await signUp(new TestBrowser(service, '10.6.1.0'), { time_zone: 'Mars/Base' })).status).toBe(400)
    expect(hash).not.toHaveBeenCalled()
    hash.mockRestore()
  })

  test.each([
    ['rebound.example', 403],
    ['127.0.0.1.rebound.example', 403],
    ['localhost.rebound.example', 403],
    ['192.0.2.7', 201],
    ['[2001:db8::7]', 201],
    ['localhost', 201],
  ])('a page at %s signs up: %i, for anybody may lead a name of theirs to this machine', async (name, status) => {
    const host = `${name}:${new URL(service.baseUrl).port}`
    const headers = { 'X-Forwarded-Host': host, Origin: `http://${host}` }
    const browser = new TestBrowser(service, '10.7.0.1')
    const sent = await browser.send<Body>('POST', '/auth/sign-up', ada, headers)
    expect([sent.status, sent.body.code]).toEqual([status, status === 403 ? 'cross-site' : undefined])
  })

  test('a page elsewhere signs nobody up, and the page here is served', async () => {
    const headers = { ...pageHeaders, 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/json' }
    const crossed = await fetch(`${service.baseUrl}/auth/sign-up`, {
      method: 'POST',
      headers,
      body: JSON.stringify(ada),
    })
    expect([crossed.status, ((await crossed.json()) as Body).code]).toEqual([403, 'cross-site'])
    const page = await fetch(`${service.baseUrl}/dashboard/sign-up`)
    expect([page.status, page.headers.get('Content-Security-Policy')]).toEqual([200, expect.stringContaining("'none'")])
  })
})

const engine = fastestEngine

test('only at the public base URL where there is one', async () => {
  const baseUrl = 'https://compute.example.com'
  const settings = { COMPUTE_SIGNUP: 'open', COMPUTE_PUBLIC_BASE_URL: baseUrl }
  const service = await runService(engine, { settings })
  try {
    const { port } = service.app.server.address() as AddressInfo
    const host = `127.0.0.1:${port}`
    const signUp = (Origin: string) =>
      new TestBrowser({ baseUrl: `http://${host}` }).send<Body>('POST', '/auth/sign-up', ada, { Origin })
    const refused = await signUp(`http://${host}`)
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining(baseUrl)])
    expect((await signUp(baseUrl)).status).toBe(201)
  } finally {
    await service.stop()
  }
})

test('by invitation, which works once, and otherwise is refused', async () => {
  const service = await runService(engine)
  try {
    const browser = () => new TestBrowser(service)
    expect((await browser().send<Body>('GET', '/auth/sign-up')).body).toEqual({ mode: 'invite' })
    const refused = await browser().send<Body>('POST', '/auth/sign-up', ada)
    expect([refused.status, refused.body.code]).toEqual([403, 'sign-up-closed'])
    const { link } = await service.administration.inviteToSignUp(byTester)
    const [path, invitation] = new URL(link).href.split('#')
    expect(path).toMatch(/\/dashboard\/sign-up$/)
    expect(await service.administration.listSignUpInvitations(byTester)).toHaveLength(1)
    expect((await browser().send('POST', '/auth/sign-up', { ...ada, invitation })).status).toBe(201)
    const spent = await browser().send<Body>('POST', '/auth/sign-up', { ...ada, invitation })
    expect([spent.status, spent.body.code]).toEqual([401, 'unauthenticated'])
    const flooded = (await service.administration.inviteToSignUp(byTester)).link.split('#')[1]
    // Each attempt would hash a password, so a day has ten of them.
    const [{ subject }] = invitationLimits(hashToken(invitationBrand, flooded!)!)
    const { db, now } = service.administration
    const set = (count: number) =>
      sql`insert into sign_up_counts (subject, day, count) values (${subject}, ${now()}::date, ${count})
              on conflict (subject, day) do update set count = excluded.count`.execute(db.connection)
    const attempt = () => browser().send<Body>('POST', '/auth/sign-up', { ...ada, invitation: flooded })
    await set(10)
    expect((await attempt()).status).toBe(429)
    await set(9)
    expect((await attempt()).status).toBe(201)
    const other = await service.administration.inviteToSignUp(byTester)
    await service.administration.withdrawSignUpInvitation(byTester, other.id)
    const withdrawn = { ...ada, invitation: other.link.split('#')[1] }
    expect((await browser().send('POST', '/auth/sign-up', withdrawn)).status).toBe(401)
  } finally {
    await service.stop()
  }
})

test('not at all where the operator switched it off', async () => {
  const service = await runService(engine, { settings: { COMPUTE_SIGNUP: 'off' } })
  try {
    const { link } = await service.administration.inviteToSignUp(byTester)
    const refused = await new TestBrowser(service).send<Body>('POST', '/auth/sign-up', {
      ...ada,
      invitation: link.split('#')[1],
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'sign-up-closed'])
  } finally {
    await service.stop()
  }
})
