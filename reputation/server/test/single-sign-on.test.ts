/** Single sign-on of a company by a real provider of OpenID Connect. */

import { addPasskey, atLocalhost } from '@service/foundation-testing/authenticator.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { startProvider, type TestPerson } from '@service/foundation-testing/oidc-provider.ts'
import { ageProofs, givePassword, newPerson, TestBrowser } from '@service/foundation-testing/signed-in.ts'
import { TestClock } from '@service/foundation-testing/test-clock.ts'
import { verifyDomain } from '@service/foundation-testing/verify-domain.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const password = 'seven quiet foxes at dawn'
type State = {
  domain: string
  domainVerifiedAt: string | null
  record: { name: string; text: string }
  redirectUri: string
}
type Body = State & {
  code: string
  message: string
  address: string
  user: { id: string; email: string }
  role: string
  session: { freshUntil: string }
  singleSignOn: State | null
  details: { path: string }[]
}

describe.each(featureEngines)('single sign-on on $name', (engine) => {
  const clock = new TestClock()
  const { now } = clock
  const service = useService(engine, { now, settings: { REPUTATION_TRUSTED_PROXIES: '127.0.0.1' } })
  const provider = beforeTests(
    () => startProvider([`${atLocalhost(service.baseUrl)}/admin/signed-on`]),
    (running) => running.close(),
  )
  const connection = () => service.administration.db.connection
  let place = 0
  const newBrowser = () => {
    place += 1
    return new TestBrowser({ baseUrl: atLocalhost(service.baseUrl) }, `10.0.1.${place}`)
  }

  /** A company whose owner has set it. */
  async function company(more: object = {}) {
    const { companyId } = await service.newCompany()
    const owner = await newPerson(service, companyId, { password })
    const browser = newBrowser()
    await browser.send('POST', '/auth/sign-in', { email: owner.email, password })
    const domain = `${companyId.slice(-12)}.example`
    const settings = { issuer: provider.issuer, clientId: provider.clientId, domain, defaultRole: 'viewer', ...more }
    const set = (changes: object = {}) =>
      browser.send<Body>('POST', '/auth/single-sign-on/configure', { ...settings, secret: provider.secret, ...changes })
    const made = await set()
    expect(made.status, made.body.message).toBe(200)
    const verify = () => verifyDomain(service, companyId)
    await verify()
    return { companyId, owner, browser, domain, set, verify, email: (name: string) => `${name}@${domain}` }
  }
  const begin = async (email: string, browser: TestBrowser, more: object = {}) =>
    browser.send<Body>('POST', '/auth/sign-in/provider/begin', { email, ...more })
  const finish = (browser: TestBrowser, back: URL) =>
    browser.send<Body>('POST', '/auth/sign-in/provider', { response: back.search })
  async function enter(person: TestPerson, browser = newBrowser(), more: object = {}) {
    provider.expect({ email_verified: true, name: 'Grace Person', ...person })
    const { body } = await begin(person.email, browser, more)
    return finish(browser, await provider.visit(body.address))
  }

  test('signs in people of the domain, with the role of their groups, changed at the next sign-in', async () => {
    const groupRoles = [
      { group: 'Risk', role: 'analyst' },
      { group: 'Administrators', role: 'admin' },
    ]
    const { email, companyId } = await company({ groupRoles })
    const grace = { sub: 'grace', email: email('grace') }
    const browser = newBrowser()
    const first = await enter({ ...grace, groups: ['Risk', 'Cooks'] }, browser)
    expect(first.body.message).toBeUndefined()
    expect([first.status, first.body.user?.email, first.body.role]).toEqual([200, email('grace'), 'analyst'])
    expect((await browser.send('GET', '/auth/session')).status).toBe(200)

    // Another address at the provider: the same person by issuer and subject.
    const second = await enter({ sub: 'grace', email: email('hopper'), groups: ['Administrators', 'Risk'] })
    expect([second.body.user.id, second.body.role]).toEqual([first.body.user.id, 'admin'])
    expect((await browser.send('GET', '/auth/session')).status).toBe(401) // that of the role before has ended
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where company_id = ${companyId} and target = ${first.body.user.id}`.execute(
      connection(),
    )
    expect(rows.map(({ action }) => action)).toEqual(['user.create', 'user.change'])
    expect((await enter({ ...grace, groups: [] })).body.role).toBe('viewer')
  })

  test('becomes the sign-in of who has an account with that verified address', async () => {
    const { email, companyId } = await company()
    const known = await newPerson(service, companyId, { role: 'viewer', email: email('ada') })
    const unverified = await enter({ sub: 'ada', email: email('ada'), email_verified: false })
    expect([unverified.status, unverified.body.code]).toEqual([403, 'sign-in-refused'])
    expect((await enter({ sub: 'ada', email: email('ada') })).body.user.id).toBe(known.userId)
    const other = await enter({ sub: 'eve', email: email('ada') })
    expect([other.status, other.body.message]).toEqual([403, 'This address belonged to somebody else before.'])
  })

  test('refuses addresses of other domains, people without a role, and who was removed', async () => {
    const { email, companyId, browser, set, verify } = await company()
    provider.expect({ sub: 'mallory', email: 'mallory@elsewhere.example', email_verified: true })
    const away = newBrowser()
    const { body } = await begin(email('mallory'), away)
    const foreign = await finish(away, await provider.visit(body.address))
    expect([foreign.status, foreign.body.code]).toEqual([403, 'sign-in-refused'])

    const joined = await enter({ sub: 'leaver', email: email('leaver') })
    expect((await browser.send('DELETE', `/auth/members/${joined.body.user.id}`)).status).toBe(204)
    const left = await enter({ sub: 'leaver', email: email('leaver') })
    expect([left.status, left.body.message]).toEqual([403, 'You no longer belong to this company here.'])

    await set({ defaultRole: undefined })
    await verify()
    const without = await enter({ sub: 'cook', email: email('cook'), groups: ['Cooks'] })
    expect([without.status, without.body.message]).toEqual([403, expect.stringContaining('None of your groups')])
    expect((await service.administration.listUsers({ actor: 'system', requestId: null }, companyId)).length).toBe(3)
  })

  test('takes back each sign-in once, in time, and in the browser that it went from', async () => {
    const { email } = await company()
    const grace = { sub: 'grace', email: email('grace'), email_verified: true }
    provider.expect(grace)
    const [browser, other] = [newBrowser(), newBrowser()]
    const one = (await begin(grace.email, browser)).body
    const two = (await begin(grace.email, other)).body
    const back = await provider.visit(one.address)
    expect((await finish(other, back)).status).toBe(401) // a victim who is sent the address of another's sign-in
    expect((await finish(newBrowser(), await provider.visit(two.address))).status).toBe(401)

    // The code of one sign-in under the state of another.
    const [first, second] = [newBrowser(), newBrowser()]
    const a = await provider.visit((await begin(grace.email, first)).body.address)
    const b = await provider.visit((await begin(grace.email, second)).body.address)
    a.searchParams.set('code', b.searchParams.get('code') ?? '')
    expect((await finish(first, a)).body.code).toBe('provider-failed')
    expect((await finish(second, b)).status).toBe(200)

    const again = newBrowser()
    const good = await provider.visit((await begin(grace.email, again)).body.address)
    const copy = new Map(again.cookies)
    expect((await finish(again, good)).status).toBe(200)
    for (const [name, value] of copy) again.cookies.set(name, value)
    expect((await finish(again, good)).status).toBe(401)

    const late = newBrowser()
    const lateBack = await provider.visit((await begin(grace.email, late)).body.address)
    clock.skippedMs += 10 * 60_000 + 1
    expect((await finish(late, lateBack)).status).toBe(401)
  })

  test('refuses a token with another nonce, and from another issuer', async () => {
    const { email } = await company()
    provider.expect({ sub: 'grace', email: email('grace'), email_verified: true })
    const browser = newBrowser()
    const { address } = (await begin(email('grace'), browser)).body
    const changed = new URL(address)
    changed.searchParams.set('nonce', 'another')
    expect((await finish(browser, await provider.visit(changed.href))).body.code).toBe('provider-failed')
    const mixed = newBrowser()
    const back = await provider.visit((await begin(email('grace'), mixed)).body.address)
    back.searchParams.set('iss', 'https://evil.example')
    expect((await finish(mixed, back)).body.code).toBe('provider-failed')
  })

  test('goes on when the provider changes its keys', async () => {
    const { email } = await company()
    expect((await enter({ sub: 'grace', email: email('grace') })).status).toBe(200)
    provider.changeKeys()
    expect((await enter({ sub: 'grace', email: email('grace') })).status).toBe(200)
  })

  test('is as fresh as the provider says, and proves again who a person is', async () => {
    const { email } = await company()
    const browser = newBrowser()
    const first = await enter({ sub: 'grace', email: email('grace') }, browser)
    expect(Date.parse(first.body.session.freshUntil)).toBeLessThan(now().getTime())
    clock.skippedMs = 0 // the provider's clock is that of the machine
    const again = await enter({ sub: 'grace', email: email('grace') }, browser, { isAgain: true })
    expect(Date.parse(again.body.session.freshUntil)).toBeGreaterThan(now().getTime())
    expect((await browser.send('POST', '/auth/passkeys/begin')).status).toBe(200)
  })

  test('can be the only way in, but for one owner', async () => {
    const { email, owner, browser, set, companyId } = await company()
    const member = await newPerson(service, companyId, { role: 'analyst', password, email: email('ada') })
    const inside = newBrowser()
    await inside.send('POST', '/auth/sign-in', { email: member.email, password })
    const { passkey } = await addPasskey(inside, atLocalhost(service.baseUrl))
    const refused = await set({ requiredExcept: member.userId })
    expect([refused.status, refused.body.details[0]?.path]).toEqual([400, 'body.requiredExcept'])
    expect((await set({ requiredExcept: owner.userId })).status).toBe(200)
    expect((await inside.send('GET', '/auth/session')).status).toBe(401)
    const byPassword = await newBrowser().send<Body>('POST', '/auth/sign-in', { email: member.email, password })
    expect([byPassword.status, byPassword.body.code]).toEqual([403, 'single-sign-on-required'])
    const wrong = await newBrowser().send<Body>('POST', '/auth/sign-in', {
      email: member.email,
      password: 'x'.repeat(12),
    })
    expect(wrong.status).toBe(401) // nothing is learnt without the password
    const stranger = newBrowser()
    const asked = (await stranger.send<{ challenge: string; rpId: string }>('POST', '/auth/sign-in/passkey/begin')).body
    expect((await stranger.send<Body>('POST', '/auth/sign-in/passkey', passkey.sign(asked))).body.code).toBe(
      'single-sign-on-required',
    )
    expect((await enter({ sub: 'ada', email: email('ada') })).body.user.id).toBe(member.userId)
    expect((await newBrowser().send('POST', '/auth/sign-in', { email: owner.email, password })).status).toBe(200)
    const second = await newPerson(service, companyId)
    await givePassword(service, second, password)
    expect((await browser.send<Body>('DELETE', `/auth/members/${owner.userId}`)).body.code).toBe('last-owner')
    expect((await browser.send('DELETE', '/auth/single-sign-on')).status).toBe(204)
    expect((await newBrowser().send('POST', '/auth/sign-in', { email: member.email, password })).status).toBe(200)
  })

  test('is set by owners alone, after a fresh proof, and its secret is sealed and shown to nobody', async () => {
    const { browser, owner, set, companyId, domain } = await company()
    const shown = await browser.send<Body>('GET', '/auth/single-sign-on')
    expect(JSON.stringify(shown.body)).not.toContain(provider.secret)
    const { rows } = await sql<{ secretSealed: string }>`
      select secret_sealed from single_sign_ons where company_id = ${companyId}`.execute(connection())
    expect(rows[0]?.secretSealed).toMatch(/^v1\./)
    const { rows: recorded } = await sql<{ after: object }>`
      select after from audit_events where company_id = ${companyId} and action = 'single-sign-on.set'`.execute(
      connection(),
    )
    expect(JSON.stringify(recorded)).not.toContain(provider.secret)
    expect(JSON.stringify(recorded)).toContain(domain)

    expect((await set({ issuer: 'http://10.0.0.1' })).body.details[0]?.path).toBe('body.issuer')
    expect((await set({ issuer: `${provider.issuer}/nothing` })).body.code).toBe('provider-failed')
    expect((await set({ defaultRole: 'owner' })).body.details[0]?.path).toBe('body.defaultRole')
    const moved = await set({ domain: 'another.example' })
    expect(moved.body.domainVerifiedAt).toBeNull()
    const absent = await browser.send<Body>('POST', '/auth/single-sign-on/verify-domain')
    expect([absent.status, absent.body.message]).toEqual([
      409,
      expect.stringContaining('_service-sign-in.another.example'),
    ])
    expect((await begin('ada@another.example', newBrowser())).status).toBe(404)
    await ageProofs(service, owner.userId)
    expect((await set()).body.code).toBe('step-up-required')
    const admin = await newPerson(service, companyId, { role: 'admin', password })
    const other = newBrowser()
    await other.send('POST', '/auth/sign-in', { email: admin.email, password })
    expect((await other.send('GET', '/auth/single-sign-on')).status).toBe(403)
  })
})
