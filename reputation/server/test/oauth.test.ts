/** Assistants that act for people by OAuth: the official client finds the way by itself, a person decides in a browser, attacks fail. */
import { createHash, randomBytes } from 'node:crypto'
import { generateToken } from '@service/foundation/secret-token.ts'
import { registerSubjectsOf } from '@service/foundation/sign-in/model/attempt-delays.ts'
import { makeFindClient } from '@service/foundation/sign-in/oauth/find-client.ts'
import { makeGrantGuard } from '@service/foundation/sign-in/oauth/grant-guard.ts'
import { makeRegisterClient } from '@service/foundation/sign-in/oauth/register-client.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { Assistant, connectByOAuth } from '@service/foundation-testing/mcp/assistant.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { giveFactor } from '@service/foundation-testing/second-factors.ts'
import { ageProofs, newPerson, TestBrowser } from '@service/foundation-testing/signed-in.ts'
import { TestClock } from '@service/foundation-testing/test-clock.ts'
import { newCompanyInTheNews } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const password = 'seven quiet foxes at dawn'
const callback = 'https://assistant.example.com/callback'
const chromium = findChromium()

describe.each(featureEngines)('an assistant acts for a person, on $name', (engine) => {
  const clock = new TestClock()
  const service = useService(engine, { now: clock.now })
  const company = beforeTests(() => newCompanyInTheNews(service))
  const connection = () => service.administration.db.connection

  async function person(role = 'analyst') {
    const made = await newPerson(service, company.companyId, { role, password })
    const browser = new TestBrowser(service)
    expect((await browser.send('POST', '/auth/sign-in', { email: made.email, password })).status).toBe(200)
    return { ...made, browser }
  }

  const mcp = (token: string) =>
    fetch(`${service.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  const form = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${service.baseUrl}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  const register = async (metadata: object = { redirect_uris: [callback], client_name: 'Example Assistant' }) => {
    const response = await fetch(`${service.baseUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(metadata),
    })
    return { status: response.status, body: (await response.json()) as { client_id: string; error?: string } }
  }
  const registerFrom = (address: string) =>
    makeRegisterClient(service.administration)({ redirect_uris: [callback] }, address)
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const requestOf = (client_id: string, more: Record<string, string> = {}) => ({
    client_id,
    redirect_uri: callback,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'alerts:read screening:read',
    state: 's',
    ...more,
  })
  const allow = async (browser: TestBrowser, request: Record<string, string>, scopes: string[] | undefined) => {
    const sent = await browser.send<{ redirect_to: string; message: string; code: string }>(
      'POST',
      '/oauth/authorize/decide',
      { request, ...(scopes && { scopes }) },
    )
    const back = sent.status === 200 ? new URL(sent.body.redirect_to).searchParams : new URLSearchParams()
    return { status: sent.status, body: sent.body, code: back.get('code') ?? '', back }
  }
  const exchange = (client_id: string, code: string, more: Record<string, string> = {}) =>
    form('/oauth/token', {
      grant_type: 'authorization_code',
      client_id,
      code,
      redirect_uri: callback,
      code_verifier: verifier,
      ...more,
    })
  async function granted(scopes = ['alerts:read', 'screening:read'], role?: string) {
    const who = await person(role)
    const { client_id } = (await register()).body
    const { code } = await allow(who.browser, requestOf(client_id), scopes)
    const { status, body } = await exchange(client_id, code)
    expect(status, JSON.stringify(body)).toBe(200)
    return { ...who, client_id, code, tokens: body as { access_token: string; refresh_token: string } }
  }

  test('the official client learns the way from the refusal, and comes back with what was allowed', async () => {
    const { browser, userId } = await person()
    const assistant = new Assistant(callback, 'alerts:read reports:read')
    const first = connectByOAuth(service.baseUrl, assistant)
    await expect(first.connecting).rejects.toThrow()
    const asked = Object.fromEntries(assistant.asked!.searchParams)
    expect(asked).toMatchObject({
      code_challenge_method: 'S256',
      resource: `${service.baseUrl}/mcp`,
      redirect_uri: callback,
    })
    const shown = await browser.send<{ scopes: object[]; client: object }>('POST', '/oauth/authorize/request', {
      request: asked,
    })
    expect(shown.body).toMatchObject({ client: { name: 'Example <b>Assistant</b>', served_by: null } })
    const { back } = await allow(browser, asked, ['alerts:read'])
    expect(back.get('iss')).toBe(service.baseUrl)
    expect(back.get('state')).toBe('the state')
    await first.transport.finishAuth(back)
    const client = await connectByOAuth(service.baseUrl, assistant).connecting
    const tools = (await client.listTools()).tools.map(({ name }) => name)
    expect(tools).toContain('list_alerts')
    expect(tools).not.toContain('list_reports')
    expect(await client.callTool({ name: 'list_alerts', arguments: {} })).not.toMatchObject({ isError: true })
    await client.close()
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where actor = ${`user:${userId}`} and action like 'grant.%'`.execute(connection())
    expect(rows).toEqual([{ action: 'grant.create' }])
  })

  test('what is said of the way is whole, and the same wherever one asks', async () => {
    const refused = await mcp('sva_none')
    expect(refused.status).toBe(401)
    const [, address] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('WWW-Authenticate')!)!
    const resource = (await (await fetch(address!)).json()) as { resource: string; authorization_servers: string[] }
    expect(resource).toMatchObject({ resource: `${service.baseUrl}/mcp`, authorization_servers: [service.baseUrl] })
    const found = await fetch(`${service.baseUrl}/.well-known/oauth-authorization-server`)
    expect(await found.json()).toMatchObject({
      issuer: service.baseUrl,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
    })
  })

  test('a token opens /mcp alone, and only while it holds', async () => {
    const { tokens } = await granted()
    expect((await mcp(tokens.access_token)).status).toBe(200)
    const headers = { Authorization: `Bearer ${tokens.access_token}` }
    for (const path of ['/api/v1/alerts', '/auth/session', '/auth/keys', '/api/v1/webhooks'])
      expect((await fetch(`${service.baseUrl}${path}`, { headers })).status, path).toBe(401)
    clock.skippedMs = 3_601_000
    expect((await mcp(tokens.access_token)).status).toBe(401)
    clock.skippedMs = 0
  })

  test('a grant is never more than the role permits, at the moment of the request', async () => {
    const { client_id } = (await register()).body
    const viewer = await person('viewer')
    const request = requestOf(client_id, { scope: 'alerts:read webhooks:manage screening:read people:manage' })
    const shown = await viewer.browser.send<{ scopes: { scope: string }[] }>('POST', '/oauth/authorize/request', {
      request,
    })
    expect(shown.body.scopes.map(({ scope }) => scope)).toEqual(['alerts:read', 'screening:read'])
    const { code } = await allow(viewer.browser, request, [
      'alerts:read',
      'webhooks:manage',
      'screening:read',
      'people:manage',
    ])
    const { body } = await exchange(client_id, code)
    expect(body.scope).toBe('alerts:read screening:read')
    const listed = (await (await mcp(body.access_token!)).text()).match(/"name":"\w+"/g)
    // A viewer reads screenings, and makes none.
    expect(listed).toContain('"name":"get_screening"')
    expect(listed).not.toContain('"name":"screen_name"')
    await service.administration.removeMember(byTester, company.companyId, viewer.userId)
    expect((await mcp(body.access_token!)).status).toBe(401)
    const refresh = { grant_type: 'refresh_token', client_id, refresh_token: body.refresh_token! }
    expect((await form('/oauth/token', refresh)).body.error).toBe('invalid_grant')
  })

  test('a code works once, within a minute, for its client, its address and its proof', async () => {
    const { browser } = await person()
    const [{ client_id }, other] = [(await register()).body, (await register()).body]
    const wrongs: [string, Record<string, string>][] = [
      ['another client', { client_id: other.client_id }],
      ['another address', { redirect_uri: 'https://assistant.example.com/other' }],
      ['no proof', { code_verifier: '' }],
      ['another proof', { code_verifier: randomBytes(32).toString('base64url') }],
      ['the challenge as its proof', { code_verifier: challenge }],
    ]
    for (const [what, wrong] of wrongs) {
      const { code } = await allow(browser, requestOf(client_id), ['alerts:read'])
      expect((await exchange(client_id, code, wrong)).body.error, what).toBe('invalid_grant')
      expect((await exchange(client_id, code)).body.error, `after ${what}`).toBe('invalid_grant')
    }
    const wrongResource = await allow(browser, requestOf(client_id), ['alerts:read'])
    const elsewhere = await exchange(client_id, wrongResource.code, { resource: 'https://elsewhere.example/mcp' })
    expect(elsewhere.body.error).toBe('invalid_target')
    const late = await allow(browser, requestOf(client_id), ['alerts:read'])
    clock.skippedMs = 61_000
    expect((await exchange(client_id, late.code)).body.error).toBe('invalid_grant')
    clock.skippedMs = 0
    for (const code of ['', 'x', `svo_${'a'.repeat(49)}`])
      expect((await exchange(client_id, code)).status, code).toBe(400)
  })

  test('a code or refresh token that comes again ends everything it led to', async () => {
    const first = await granted()
    expect((await exchange(first.client_id, first.code)).body.error).toBe('invalid_grant')
    expect((await mcp(first.tokens.access_token)).status).toBe(401)

    const { client_id, tokens, userId } = await granted()
    const refresh = (refresh_token: string) =>
      form('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token })
    const next = await refresh(tokens.refresh_token)
    expect(next.status).toBe(200)
    expect((await mcp(tokens.access_token)).status).toBe(401)
    expect((await mcp(next.body.access_token!)).status).toBe(200)
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await mcp(next.body.access_token!)).status).toBe(401)
    expect((await refresh(next.body.refresh_token!)).body.error).toBe('invalid_grant')
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where company_id = ${company.companyId} and action = 'grant.end'
         and after->>'because' like '%second time'`.execute(connection())
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(userId).toMatch(/^usr_/)
    const all = await Promise.all(Array.from({ length: 4 }, async () => (await granted()).tokens.access_token))
    expect(new Set(all).size).toBe(4)
  })

  test('a person sees and ends their own grants, and an assistant ends its own', async () => {
    const { browser, tokens } = await granted()
    const stranger = await person('owner')
    const listed = await browser.send<{ grants: { id: string; client: string }[] }>('GET', '/auth/grants')
    expect(listed.body.grants).toMatchObject([
      { client: 'Example Assistant', leadsTo: 'assistant.example.com', scopes: ['alerts:read', 'screening:read'] },
    ])
    const path = `/auth/grants/${listed.body.grants[0]!.id}`
    expect((await stranger.browser.send('DELETE', path)).status).toBe(404)
    expect((await mcp(tokens.access_token)).status).toBe(200)
    expect((await browser.send('DELETE', path)).status).toBe(204)
    expect((await mcp(tokens.access_token)).status).toBe(401)
    expect((await browser.send<{ grants: [] }>('GET', '/auth/grants')).body.grants).toEqual([])

    const other = await granted()
    expect((await form('/oauth/revoke', { token: other.tokens.refresh_token })).status).toBe(200)
    expect((await mcp(other.tokens.access_token)).status).toBe(401)
    expect((await form('/oauth/revoke', { token: 'nothing' })).status).toBe(200)
  })

  test('a reset of the password ends all grants', async () => {
    const { tokens, userId } = await granted()
    const { link } = await service.administration.makeAccountLink(byTester, company.companyId, userId)
    const given = { token: link.split('#')[1], password: 'nine slow herons at dusk' }
    expect((await new TestBrowser(service).send('POST', '/auth/reset/confirm', given)).status).toBe(204)
    expect((await mcp(tokens.access_token)).status).toBe(401)
  })

  test('another password ends all grants, and so does who ends the sessions or removes the second factor', async () => {
    const { administration } = service
    const changed = await granted()
    const given = { password: 'nine slow herons at dusk', current: password }
    expect((await changed.browser.send('POST', '/auth/password', given)).status).toBe(200)
    expect((await mcp(changed.tokens.access_token)).status).toBe(401)
    const ended = await granted()
    await administration.endMemberSessions(byTester, company.companyId, ended.userId)
    expect((await mcp(ended.tokens.access_token)).status).toBe(401)
    const helped = await granted()
    await giveFactor(service, helped)
    expect((await mcp(helped.tokens.access_token)).status).toBe(200)
    expect(await administration.removeMemberFactor(byTester, company.companyId, helped.userId)).toBe(true)
    expect((await mcp(helped.tokens.access_token)).status).toBe(401)
  })

  test('nobody is led to an address that the client did not register, nor without a proof to come', async () => {
    const { browser } = await person()
    const { client_id } = (await register()).body
    const wrongs: Record<string, string>[] = [
      { client_id: 'cli_unknown' },
      { client_id: 'https://127.0.0.1/client.json' },
      { client_id: 'https://localhost/client.json' },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${callback}/more` },
      { redirect_uri: `${callback}?x=1` },
      { redirect_uri: 'https://assistant.example.com@evil.example/callback' },
      { redirect_uri: 'javascript:alert(1)' },
      { response_type: 'token' },
      { code_challenge_method: 'plain' },
      { code_challenge: 'short' },
      { resource: 'https://elsewhere.example/mcp' },
    ]
    for (const wrong of wrongs) {
      const { status, body } = await allow(browser, requestOf(client_id, wrong), ['alerts:read'])
      expect([status, body.code], JSON.stringify(wrong)).toEqual([400, 'invalid-request'])
      expect(body.redirect_to).toBeUndefined()
    }
    const refused = await allow(browser, requestOf(client_id), undefined)
    expect(refused.back.get('error')).toBe('access_denied')
    expect((await allow(browser, requestOf(client_id), [])).status).toBe(400)
  })

  test('addresses of programs on the person’s own machine may have any port, others none', async () => {
    const { browser } = await person()
    const { client_id } = (await register({ redirect_uris: ['http://127.0.0.1:1/cb', 'cursor://x/cb'] })).body
    const at = async (redirect_uri: string) =>
      (await allow(browser, requestOf(client_id, { redirect_uri }), ['alerts:read'])).status
    expect(await at('http://127.0.0.1:52801/cb')).toBe(200)
    expect(await at('cursor://x/cb')).toBe(200)
    expect(await at('http://127.0.0.1:52801/other')).toBe(400)
    for (const redirect_uri of [
      'http://example.com/cb',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'https://x.example/#frag',
      'https://user@x.example/',
      'unknown-app://cb',
      '/relative',
      '',
    ])
      expect((await register({ redirect_uris: [redirect_uri] })).body.error, redirect_uri).toBe('invalid_redirect_uri')
    expect((await register({ redirect_uris: [] })).status).toBe(400)
    expect(
      (await register({ redirect_uris: [callback], token_endpoint_auth_method: 'client_secret_basic' })).body.error,
    ).toBe('invalid_client_metadata')
  })

  test('one range of addresses registers only so many, and the others as before', async () => {
    await registerFrom('192.0.2.1')
    const [{ subject, free }] = registerSubjectsOf('192.0.2.1')
    await sql`update sign_in_attempts set failures = ${free} where subject = ${subject}`.execute(connection())
    await registerFrom('192.0.2.1')
    await expect(registerFrom('192.0.2.1')).rejects.toMatchObject({ error: 'temporarily_unavailable', status: 429 })
    await registerFrom('192.0.2.2')
  })

  test('a decision needs a page of ours and a fresh proof', async () => {
    const { browser, userId } = await person()
    const { client_id } = (await register()).body
    const body = { request: requestOf(client_id), scopes: ['alerts:read'] }
    for (const headers of [
      { 'X-Service-Csrf': '' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
    ]) {
      const sent = await browser.send<{ code: string }>(
        'POST',
        '/oauth/authorize/decide',
        body,
        headers as Record<string, string>,
      )
      expect([sent.status, sent.body.code], JSON.stringify(headers)).toEqual([403, 'cross-site'])
    }
    expect((await new TestBrowser(service).send('POST', '/oauth/authorize/decide', body)).status).toBe(401)
    await ageProofs(service, userId)
    expect((await allow(browser, body.request, body.scopes)).body.code).toBe('step-up-required')
  })

  test.skipIf(chromium === undefined)(
    'a person decides on the page, where nothing of the assistant’s is markup',
    async () => {
      const { email } = await newPerson(service, company.companyId, { role: 'analyst', password })
      const { client_id } = (await register({ redirect_uris: [callback], client_name: '<img src=x onerror=alert(1)>' }))
        .body
      const open = await openBrowser(chromium!)
      try {
        const page = await (await open.newContext({ viewport: { width: 360, height: 740 } })).newPage()
        const faults: string[] = []
        page.on('pageerror', (error) => faults.push(error.message))
        page.on('console', (message) => void (message.text().includes('Policy') && faults.push(message.text())))
        await page.route('https://assistant.example.com/**', (route) => route.fulfill({ body: 'back' }))
        await page.goto(`${service.baseUrl}/oauth/authorize?${new URLSearchParams(requestOf(client_id))}`)
        await page.getByLabel('E-mail address').fill(email)
        await page.getByLabel('Password', { exact: true }).fill(password)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByText('<img src=x onerror=alert(1)> (not verified)').waitFor()
        await page.getByText('assistant.example.com').waitFor()
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
        await page.getByLabel('read screening').uncheck()
        await page.getByRole('button', { name: 'Allow' }).click()
        await page.waitForURL('https://assistant.example.com/**')
        const code = new URL(page.url()).searchParams.get('code')!
        expect((await exchange(client_id, code)).body.scope).toBe('alerts:read')
        expect(faults).toEqual([])
        const headers = (await fetch(`${service.baseUrl}/oauth/authorize`)).headers
        expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
      } finally {
        await open.close()
      }
    },
  )

  test.skipIf(chromium === undefined)('who has a second factor and an old proof allows it with a code', async () => {
    const { browser, userId } = await person()
    const { codes } = await giveFactor(service, { userId, companyId: company.companyId })
    await ageProofs(service, userId)
    const { client_id } = (await register()).body
    const open = await openBrowser(chromium!)
    try {
      const context = await open.newContext()
      await context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: service.baseUrl })))
      const page = await context.newPage()
      await page.route('https://assistant.example.com/**', (route) => route.fulfill({ body: 'back' }))
      await page.goto(`${service.baseUrl}/oauth/authorize?${new URLSearchParams(requestOf(client_id))}`)
      const allowed = page.getByRole('button', { name: 'Allow' })
      await allowed.click()
      await page.getByLabel('Your password again').fill(password)
      expect(await page.getByLabel('Code of your app').isVisible()).toBe(false)
      await allowed.click()
      await page.getByLabel('Code of your app').fill(codes[0]!)
      await allowed.click()
      await page.waitForURL('https://assistant.example.com/**')
      expect(new URL(page.url()).searchParams.get('code')).toMatch(/^svo_/)
    } finally {
      await open.close()
    }
  })

  test.skipIf(chromium === undefined)(
    'who has a second factor signs in on the page, also where the browser has no passkeys',
    async () => {
      const { email, userId } = await newPerson(service, company.companyId, { role: 'analyst', password })
      const { codes } = await giveFactor(service, { userId, companyId: company.companyId })
      const { client_id } = (await register()).body
      const open = await openBrowser(chromium!)
      try {
        const page = await open.newPage()
        // As at an address of plain http: browsers have no passkeys there, not even their names.
        await page.addInitScript('delete globalThis.PublicKeyCredential')
        await page.goto(`${service.baseUrl}/oauth/authorize?${new URLSearchParams(requestOf(client_id))}`)
        await page.getByLabel('E-mail address').fill(email)
        await page.getByLabel('Password', { exact: true }).fill(password)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByLabel('Second factor').fill(codes[0]!)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByText('read screening; it also screens names, which uses the quota').waitFor()
      } finally {
        await open.close()
      }
    },
  )

  test('false tokens of one place are looked up few at a time; those that hold go on, and repeats cost nothing', async () => {
    const { tokens } = await granted()
    let questions = 0
    const { db } = service.administration
    const counted = {
      get connection() {
        questions += 1
        return db.connection
      },
    } as typeof db
    const guard = makeGrantGuard({
      ...service.administration,
      db: counted,
      uptimeMs: () => 0,
      baseUrlOf: () => service.baseUrl,
    })
    const from = (ip: string) => ({ ip }) as FastifyRequest
    const falseToken = () => generateToken('sva_', randomBytes)
    const stale = falseToken()
    for (let i = 0; i < 200; i += 1) expect(await guard.authenticate(stale, from('192.0.2.1'))).toBeUndefined()
    expect(questions).toBe(1)
    const many = (count: number) =>
      Promise.allSettled(Array.from({ length: count }, () => guard.authenticate(falseToken(), from('192.0.2.1'))))
    const refusedOf = (settled: PromiseSettledResult<unknown>[]) =>
      settled.filter(({ status }) => status === 'rejected').length
    expect(refusedOf(await many(119))).toBe(0)
    expect(refusedOf(await many(1))).toBe(0)
    expect(refusedOf(await many(10))).toBe(6)
    // Not proved here before, and from the same place.
    expect(await guard.authenticate(tokens.access_token, from('192.0.2.1'))).toBeDefined()
    // Proved, it waits for no other.
    const among = many(10)
    expect(await guard.authenticate(tokens.access_token, from('192.0.2.1'))).toBeDefined()
    expect(refusedOf(await among)).toBe(6)
    expect(refusedOf(await many(4))).toBe(0)
  })

  test('a client is the document at its own address, and nothing that it says beyond that is believed', async () => {
    const url = 'https://assistant.example.com/client.json'
    const document = (given: object | string, status = 200) =>
      makeFindClient({
        db: service.administration.db,
        now: () => new Date(),
        outbound: {
          get: async () => ({
            kind: 'answered',
            status,
            headers: {},
            body: Buffer.from(typeof given === 'string' ? given : JSON.stringify(given)),
            durationMs: 1,
          }),
        },
      })
    const good = { client_id: url, client_name: 'Example\u202e\n Assistant', redirect_uris: [callback] }
    expect(await document(good)(url)).toEqual({ id: url, name: 'Example Assistant', redirectUris: [callback] })
    for (const bad of [
      { ...good, client_id: 'https://other.example/client.json' },
      { ...good, redirect_uris: ['javascript:alert(1)'] },
      { ...good, redirect_uris: 'https://x' },
      [],
      'nonsense',
      'null',
    ])
      await expect(document(bad)(url), JSON.stringify(bad)).rejects.toThrow()
    await expect(document(good, 404)(url)).rejects.toThrow('could not be read')
    await expect(document(good)('https://assistant.example.com/')).rejects.toThrow('with a path')
  })
})
