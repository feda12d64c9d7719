/** A second factor beside the password: at sign-in, where the password is asked for again, and when it is lost. */

import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { beginFactor, codeOf, giveFactor } from '@service/foundation-testing/second-factors.ts'
import { ageProofs, newPerson, TestBrowser } from '@service/foundation-testing/signed-in.ts'
import { TestClock } from '@service/foundation-testing/test-clock.ts'
import { allSealed } from '@service/reputation-server/administration.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const password = 'seven quiet foxes at dawn'
type Body = {
  code: string
  message: string
  user: { id: string }
  isOn: boolean
  recoveryCodesLeft: number
  recoveryCodes: string[]
}

describe.each(featureEngines)('the second factor on $name', (engine) => {
  const clock = new TestClock()
  const { now } = clock
  const service = useService(engine, { now })
  const company = beforeTests(() => service.newCompany())
  const connection = () => service.administration.db.connection

  async function person(role = 'analyst') {
    const made = await newPerson(service, company.companyId, { role, password })
    const signIn = (code?: string, given = password, browser = new TestBrowser(service)) =>
      browser.send<Body>('POST', '/auth/sign-in', {
        email: made.email,
        password: given,
        ...(code !== undefined && { code }),
      })
    return { ...made, signIn }
  }
  /** With a factor whose last code was used a while ago. */
  async function withFactor(role?: string) {
    const one = await person(role)
    const { secret, codes } = await giveFactor(service, one)
    await sql`update user_totp set last_step = 0 where user_id = ${one.userId}`.execute(connection())
    return { ...one, secret, codes, codeNow: (steps = 0) => codeOf(secret, steps, now()) }
  }
  const actsOf = async (userId: string) => {
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where target = ${userId} order by id`.execute(connection())
    return rows.map(({ action }) => action)
  }

  test('nothing is asked for until the app has shown a code, and then a code at every sign-in', async () => {
    const one = await person()
    const secret = await beginFactor(service, one)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect((await one.signIn()).status).toBe(200)
    const browser = new TestBrowser(service)
    await one.signIn(undefined, password, browser)
    expect((await browser.send<Body>('POST', '/auth/second-factor/confirm', { code: '000000' })).body.code).toBe(
      'wrong-code',
    )
    const confirmed = await browser.send<Body>('POST', '/auth/second-factor/confirm', {
      code: codeOf(secret, 0, now()),
    })
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    expect(confirmed.headers.get('Cache-Control')).toBe('no-store')
    expect((await browser.send<Body>('GET', '/auth/second-factor')).body).toMatchObject({
      isOn: true,
      recoveryCodesLeft: 10,
    })
    expect((await browser.send<Body>('POST', '/auth/second-factor')).status).toBe(409)
    // Even in a browser that is known.
    const refused = await one.signIn(undefined, password, browser)
    expect([refused.status, refused.body.code]).toEqual([403, 'second-factor-required'])
    expect((await one.signIn(codeOf(secret, 1, now()))).status).toBe(200)
    expect(await actsOf(one.userId)).toContain('second-factor.add')
    const { rows } = await sql<{ secretSealed: string }>`
      select secret_sealed from user_totp where user_id = ${one.userId}`.execute(connection())
    expect(rows[0]!.secretSealed).toMatch(/^v1\./)
    expect(rows[0]!.secretSealed).not.toContain(secret)
  })

  test('whether there is one shows to nobody who has not the password', async () => {
    const one = await withFactor()
    const wrong = await one.signIn(undefined, 'not the password at all')
    expect([wrong.status, wrong.body.code]).toEqual([401, 'unauthenticated'])
    expect((await one.signIn(one.codeNow(), 'not the password at all')).status).toBe(401)
    expect((await one.signIn(one.codeNow())).status).toBe(200)
  })

  test('a code is accepted once, also of several who bring it at the same time', async () => {
    const one = await withFactor()
    const code = one.codeNow()
    const all = await Promise.all(Array.from({ length: 4 }, () => one.signIn(code)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await one.signIn(code)).body.code).toBe('wrong-code')
    // An older one of its time neither.
    expect((await one.signIn(one.codeNow(-1))).body.code).toBe('wrong-code')
  })

  test.each(['', ' ', '12345', '1234567', 'abcdef', "' or 1=1", '１２３４５６', '0'.repeat(40), 'aaaa-aaaa-aaaa-aaaa'])(
    'the code "%s" opens nothing',
    async (code) => {
      const one = await withFactor()
      const { status, body } = await one.signIn(code)
      expect([status, body.code]).toEqual([403, code.trim() === '' ? 'second-factor-required' : 'wrong-code'])
    },
  )

  test('guesses wait, for the person and wherever they come from', async () => {
    clock.stop()
    const one = await withFactor()
    const statuses = []
    for (let i = 0; i < 7; i += 1) statuses.push((await one.signIn('000000')).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 429])
    expect((await one.signIn(one.codeNow())).status).toBe(429)
    clock.skippedMs += 16 * 60_000
    expect((await one.signIn(one.codeNow())).status).toBe(200)
    clock.skippedMs = 0
    // Others are not kept out by it, and the password alone was never counted as wrong.
    expect((await (await withFactor()).signIn('000000')).status).toBe(403)
  })

  test('a recovery code stands in once, in any spelling', async () => {
    const one = await withFactor()
    const [first, second] = one.codes
    expect((await one.signIn(first!.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await one.signIn(first!)).body.code).toBe('wrong-code')
    const browser = new TestBrowser(service)
    expect((await one.signIn(second, password, browser)).status).toBe(200)
    expect((await browser.send<Body>('GET', '/auth/second-factor')).body.recoveryCodesLeft).toBe(8)
    const renewed = await browser.send<Body>('POST', '/auth/second-factor/recovery-codes')
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await one.signIn(one.codes[2]!)).body.code).toBe('wrong-code')
  })

  test('the password asked for again needs a code too, and so does every change', async () => {
    const one = await withFactor()
    const browser = new TestBrowser(service)
    await one.signIn(one.codeNow(), password, browser)
    await ageProofs(service, one.userId)
    for (const [method, path] of [
      ['DELETE', '/auth/second-factor'],
      ['POST', '/auth/second-factor'],
      ['POST', '/auth/second-factor/recovery-codes'],
    ] as const)
      expect((await browser.send<Body>(method, path)).body.code, path).toBe('step-up-required')
    const stepUp = (code?: string) => browser.send<Body>('POST', '/auth/step-up', { password, ...(code && { code }) })
    expect((await stepUp()).body.code).toBe('second-factor-required')
    expect((await stepUp('000000')).body.code).toBe('wrong-code')
    expect((await stepUp(one.codeNow(1))).status).toBe(200)
    expect((await browser.send('DELETE', '/auth/second-factor')).status).toBe(204)
    expect((await one.signIn()).status).toBe(200)
    expect(await actsOf(one.userId)).toContain('second-factor.remove')
    for (const headers of [{ 'X-Service-Csrf': '' }, { 'Sec-Fetch-Site': 'cross-site' }])
      expect((await browser.send('DELETE', '/auth/second-factor', undefined, headers)).status).toBe(403)
  })

  test('another password needs a code too, also where there was none', async () => {
    const one = await withFactor()
    const browser = new TestBrowser(service)
    await one.signIn(one.codeNow(), password, browser)
    await ageProofs(service, one.userId)
    const change = (given: { password: string; current?: string; code?: string }) =>
      browser.send<Body>('POST', '/auth/password', given)
    const next = 'nine slow herons at dusk'
    expect((await change({ password: next, current: password })).body.code).toBe('second-factor-required')
    expect((await change({ password: next, current: password, code: '000000' })).body.code).toBe('wrong-code')
    // A refusal renews no proof.
    expect((await browser.send<Body>('POST', '/auth/second-factor/recovery-codes')).body.code).toBe('step-up-required')
    // Nor is a code used up by a password that is refused.
    const code = one.codeNow(1)
    expect((await change({ password: 'short', current: password, code })).status).toBe(400)
    expect((await change({ password: next, current: password, code })).status).toBe(200)
    await sql`delete from user_passwords where user_id = ${one.userId}`.execute(connection())
    expect((await change({ password })).body.code).toBe('second-factor-required')
    expect((await change({ password, code: one.codes[0]! })).status).toBe(200)
  })

  test('who manages people removes the factor of somebody else, by a fresh proof', async () => {
    const [one, admin] = [await withFactor(), await withFactor('admin')]
    const browser = new TestBrowser(service)
    await admin.signIn(admin.codeNow(), password, browser)
    const remove = async (userId: string) =>
      (await browser.send<Body>('DELETE', `/auth/members/${userId}/second-factor`)).body.code
    expect(await remove(admin.userId)).toBe('forbidden')
    await ageProofs(service, admin.userId)
    expect(await remove(one.userId)).toBe('step-up-required')
    expect((await one.signIn()).body.code).toBe('second-factor-required')
  })

  test('a reset of the password leaves it, and who manages people removes it', async () => {
    const one = await withFactor()
    const { link } = await service.administration.makeAccountLink(byTester, company.companyId, one.userId)
    const given = { token: link.split('#')[1], password: 'nine slow herons at dusk' }
    expect((await new TestBrowser(service).send('POST', '/auth/reset/confirm', given)).status).toBe(204)
    expect((await one.signIn(undefined, given.password)).body.code).toBe('second-factor-required')

    const [admin, member] = [await person('admin'), await person('member')]
    const path = `/auth/members/${one.userId}/second-factor`
    const browserOf = async ({ signIn }: typeof admin) => {
      const browser = new TestBrowser(service)
      await signIn(undefined, password, browser)
      return browser
    }
    expect((await (await browserOf(member)).send('DELETE', path)).status).toBe(403)
    const stranger = await service.newCompany()
    const elsewhere = await newPerson(service, stranger.companyId, { role: 'owner', password })
    const foreign = new TestBrowser(service)
    await foreign.send('POST', '/auth/sign-in', { email: elsewhere.email, password })
    expect((await foreign.send('DELETE', path)).status).toBe(404)
    expect((await (await browserOf(admin)).send('DELETE', path)).status).toBe(204)
    expect((await one.signIn(undefined, given.password)).status).toBe(200)
    const owner = await withFactor('owner')
    expect((await (await browserOf(admin)).send('DELETE', `/auth/members/${owner.userId}/second-factor`)).status).toBe(
      403,
    )
  })

  test('its secrets are among those that a new sealing key takes over, and go with an erased person', async () => {
    const one = await withFactor()
    const before = await allSealed.countByKey(connection())
    expect(before.reduce((sum, { secrets }) => sum + secrets, 0)).toBeGreaterThan(0)
    await service.administration.resealSecrets(byTester)
    await service.administration.erasePerson(byTester, company.companyId, { email: one.email })
    const { rows } = await sql`select user_id from user_totp where user_id = ${one.userId}
                               union all select user_id from recovery_codes where user_id = ${one.userId}`.execute(
      connection(),
    )
    expect(rows).toEqual([])
  })
})
