/** Access rules of endpoints in the whole service: who passes, what a deployment sees of the proof, and when it ends. */
import { once } from 'node:events'
import type { EndpointAccess } from '@service/compute-domain/deployments/endpoint-access.ts'
import { aDeployment, ask, exchangeBytes, startApp } from '@service/compute-testing/gateway.ts'
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { echo } from '@service/compute-testing/use-gateway.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { newPerson, sessionHeaders } from '@service/foundation-testing/signed-in.ts'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

let passedMs = 0
const service = useService(fastestEngine, { now: () => new Date(Date.now() + passedMs) })
const company = beforeTests(() => service.newCompany())
const other = beforeTests(() => service.newCompany())
const sockets = beforeTests(
  async () => new WebSocketServer({ noServer: true }),
  async (server) => server.close(),
)
const app = beforeTests(
  () =>
    startApp(echo, (server) =>
      server.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head, () => {})),
    ),
  (started) => started.close(),
)

const chromium = findChromium()
const port = () => Number(new URL(service.gatewayUrl).port)
const withRule = (access: EndpointAccess) =>
  aDeployment(service.administration.db, { address: app.address, access, companyId: company.companyId })
const aKey = (owner: typeof company, scopes = ['endpoints:use']) => service.newKey(owner, { scopes })
const page = { accept: 'text/html,*/*' }
const within = { timeout: 10_000 }

/** What the page does for a person who is signed in. */
async function ticketFor(person: { userId: string; companyId: string }, name: string, path = '/inner?x=1') {
  const headers = { ...(await sessionHeaders(service, person)), 'content-type': 'application/json' }
  const body = JSON.stringify({ name, path })
  const response = await fetch(`${service.baseUrl}/endpoint-visit`, { method: 'POST', headers, body })
  const { redirect_to: to } = (await response.json()) as { redirect_to?: string }
  return { status: response.status, entry: to === undefined ? '' : to.slice(new URL(to).origin.length), to }
}

async function visit(person: { userId: string; companyId: string }, { name, host }: { name: string; host: string }) {
  const { entry } = await ticketFor(person, name)
  const entered = await ask(port(), { host, path: entry, headers: page })
  return entered.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

test('a public endpoint is open, and neither a key nor the cookie of a visit reaches the deployment', async () => {
  const { host } = await withRule('public')
  const { secret } = await aKey(company)
  const headers = {
    'x-service-key': secret,
    cookie: 'a=1; service_visit=x; __Host-service_visit=y; b=2; service_visit=z',
    authorization: 'Bearer own',
  }
  const { status, body } = await ask(port(), { host, headers })
  const seen = JSON.parse(body).headers
  expect([status, seen.cookie, seen.authorization]).toEqual([200, 'a=1; b=2', 'Bearer own'])
  expect(body).not.toContain(secret)
})

test('an endpoint for keys takes a key of its company with the scope, and passes all but the key on', async () => {
  const { host } = await withRule('key')
  const { keyId, secret } = await aKey(company)
  const asked = { host, headers: { 'x-service-key': secret, authorization: 'Bearer own' } }
  const { status, body } = await ask(port(), asked)
  expect([status, JSON.parse(body).headers.authorization]).toEqual([200, 'Bearer own'])
  expect(body).not.toContain(secret)
  await service.administration.revokeKey(byTester, company.companyId, keyId)
  await expect.poll(async () => (await ask(port(), asked)).status, within).toBe(401)
})

test('an endpoint for keys refuses all else, and does not say what runs there', async () => {
  const { host } = await withRule('key')
  const [own, foreign] = [(await aKey(company)).secret, (await aKey(other)).secret]
  const reader = (await aKey(company, ['deployments:read'])).secret
  const statusWith = async (headers: Record<string, string | string[]>) => (await ask(port(), { host, headers })).status
  const refused = await ask(port(), { host, headers: page })
  expect([refused.status, JSON.parse(refused.body).code]).toEqual([401, 'unauthenticated'])
  expect(refused.headers['www-authenticate']).toContain('X-Service-Key')
  expect(await statusWith({ 'x-service-key': foreign })).toBe(401)
  expect(await statusWith({ 'x-service-key': `${own}x` })).toBe(401)
  expect(await statusWith({ 'x-service-key': [own, foreign] })).toBe(401)
  expect(await statusWith({ x_service_key: own })).toBe(401)
  expect(await statusWith({ authorization: `Bearer ${own}` })).toBe(401)
  expect(await statusWith({ 'x-service-key': reader })).toBe(403)
  const hidden = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: x-service-key, close\r\nX-Service-Key : ${own}\r\n\r\n`
  expect(await exchangeBytes(port(), hidden)).toMatch(/^HTTP\/1.1 400 /)
  const stopped = await aDeployment(service.administration.db, { status: 'stopped', access: 'key' })
  expect((await ask(port(), { host: stopped.host })).status).toBe(401)
})

test.skipIf(chromium === undefined)(
  `a person signs in on the way to an endpoint, and gets there${chromium ? '' : ': needs Chromium'}`,
  async () => {
    const { name } = await withRule('company')
    const password = 'seven quiet foxes at dawn'
    const { email } = await newPerson(service, company.companyId, { role: 'viewer', password })
    const open = await openBrowser(chromium!)
    try {
      const context = await open.newContext({ viewport: { width: 360, height: 740 } })
      const browserPage = await context.newPage()
      const faults: string[] = []
      browserPage.on('pageerror', ({ message }) => faults.push(message))
      browserPage.on('console', (message) => void (message.text().includes('Policy') && faults.push(message.text())))
      const endpoint = `http://${name}.localhost:${port()}/inner?x=1`
      await browserPage.goto(endpoint)
      await browserPage.getByRole('link', { name: 'Sign in' }).click()
      await browserPage.getByLabel('E-mail address').fill(email)
      await browserPage.getByLabel('Password').fill(password)
      await browserPage.getByRole('button', { name: 'Sign in', exact: true }).click()
      await browserPage.waitForURL(endpoint)
      expect(await browserPage.textContent('body')).toContain('"/inner?x=1"')

      // Signed in already, nobody is asked anything.
      await context.clearCookies({ domain: `${name}.localhost` })
      await browserPage.goto(endpoint)
      await browserPage.getByRole('link', { name: 'Sign in' }).click()
      await browserPage.waitForURL(endpoint)
      expect(faults).toEqual([])
    } finally {
      await open.close()
    }
  },
)

test('a person of the company is handed over once, by a cookie of the endpoint alone that stays at the gateway', async () => {
  const deployment = await withRule('company')
  const { host, name } = deployment
  expect((await ask(port(), { host })).headers['content-type']).toContain('json')
  const refused = await ask(port(), { host, path: '/inner?x=1', headers: page })
  expect(refused.status).toBe(401)
  expect(refused.body).toContain(`${service.baseUrl}/endpoint-visit?name=${name}&amp;path=%2Finner%3Fx%3D1`)
  expect(await (await fetch(`${service.baseUrl}/endpoint-visit?name=${name}`)).text()).toContain('endpoint-visit.js')

  const { entry, to } = await ticketFor(await newPerson(service, company.companyId, { role: 'viewer' }), name)
  expect(to).toContain(`http://${host}`)
  const entered = await ask(port(), { host, path: entry, headers: page })
  expect([entered.status, entered.headers.location]).toEqual([303, `http://${host}/inner?x=1`])
  const [cookie = ''] = entered.headers['set-cookie'] ?? []
  expect(cookie).toMatch(/^service_visit=v1\.[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/)
  const headers = { cookie: `own=1; ${cookie.split(';')[0]}` }
  const passed = await ask(port(), { host, headers })
  expect([passed.status, JSON.parse(passed.body).headers.cookie]).toEqual([200, 'own=1'])

  expect((await ask(port(), { host, path: entry, headers: page })).status).toBe(401) // once
  const sibling = await withRule('company')
  expect((await ask(port(), { host: sibling.host, headers })).status).toBe(401)
  passedMs += 3_601_000
  expect((await ask(port(), { host, headers })).status).toBe(401)
})

test('a ticket is for its deployment, for a minute, and leads nowhere else', async () => {
  const [deployment, sibling] = [await withRule('company'), await withRule('company')]
  const person = await newPerson(service, company.companyId)
  const stranger = await newPerson(service, other.companyId)
  expect((await ticketFor(stranger, deployment.name)).status).toBe(404)
  expect((await ticketFor(person, (await withRule('key')).name)).status).toBe(404)
  const enter = async (host: string, entry: string) => ask(port(), { host, path: entry, headers: page })
  const astray = await ticketFor(person, deployment.name)
  expect((await enter(sibling.host, astray.entry)).status).toBe(401)
  const late = await ticketFor(person, deployment.name)
  passedMs += 61_000
  expect((await enter(deployment.host, late.entry)).status).toBe(401)
  for (const path of ['//evil.example/', '/\\evil.example', 'https://evil.example', '/a\r\nSet-Cookie: b']) {
    const { entry } = await ticketFor(person, deployment.name, path)
    expect((await enter(deployment.host, entry)).headers.location).toBe(`http://${deployment.host}/`)
  }
})

test('a visit counts for pages of the endpoint and for going there, not for pages of others', async () => {
  const deployment = await withRule('company')
  const { host } = deployment
  const cookie = await visit(await newPerson(service, company.companyId), deployment)
  const statusWith = async (headers: Record<string, string>, method = 'GET') =>
    (await ask(port(), { host, method, headers: { cookie, ...headers } })).status
  expect(await statusWith({ 'sec-fetch-site': 'same-origin', origin: `http://${host}` }, 'POST')).toBe(200)
  const going = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  expect(await statusWith(going)).toBe(200)
  expect(await statusWith(going, 'POST')).toBe(401)
  expect(await statusWith({ ...going, 'sec-fetch-dest': 'iframe' })).toBe(401)
  expect(await statusWith({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).toBe(401)
  expect(await statusWith({ origin: 'http://dep-other.localhost' }, 'POST')).toBe(401)
  expect(await statusWith({ cookie: `${cookie}; ${cookie}` })).toBe(401)
  expect(await statusWith({ cookie: `${cookie.slice(0, -2)}AA` })).toBe(401)
})

test.each(['session', 'membership'] as const)('a visit ends with the %s', async (what) => {
  const deployment = await withRule('company')
  const person = await newPerson(service, company.companyId)
  const headers = { cookie: await visit(person, deployment) }
  const statusNow = async () => (await ask(port(), { host: deployment.host, headers })).status
  expect(await statusNow()).toBe(200)
  const { administration } = service
  if (what === 'session') await administration.endMemberSessions(byTester, company.companyId, person.userId)
  else await administration.removeMember(byTester, company.companyId, person.userId)
  await expect.poll(statusNow, within).toBe(401)
})

test('a WebSocket needs the same, and ends with the key', async () => {
  const { name } = await withRule('key')
  const { keyId, secret } = await aKey(company)
  const open = (headers: Record<string, string>) =>
    new WebSocket(`ws://127.0.0.1:${port()}/`, { headers: { host: `${name}.localhost`, ...headers } })
  const [, refused] = await once(open({}), 'unexpected-response')
  expect(refused.statusCode).toBe(401)
  const socket = open({ 'x-service-key': secret })
  await once(socket, 'open')
  const closed = once(socket, 'close')
  await service.administration.revokeKey(byTester, company.companyId, keyId)
  await closed
})

test('the rule of a deployment that runs is changed by its company alone, and ends what was let in before', async () => {
  const client = await newClient(service, ['deployments:write', 'deployments:read'])
  const { companyId } = client
  const { id, name, host } = await aDeployment(service.administration.db, { address: app.address, companyId })
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/`, { headers: { host: `${name}.localhost` } })
  await once(socket, 'open')
  const closed = once(socket, 'close')
  const path = `/v1/endpoints/${id}/access`
  expect((await (await newClient(service)).send('PUT', path, { access: 'key' })).status).toBe(404)
  expect((await (await newClient(service, ['deployments:read'])).send('PUT', path, { access: 'key' })).status).toBe(403)
  expect((await client.send('PUT', path, { access: 'nobody' })).status).toBe(400)
  expect(await client.send('PUT', path, { access: 'key' })).toMatchObject({ status: 200, body: { access: 'key' } })
  await closed
  expect((await ask(port(), { host })).status).toBe(401)
  expect(await client.send('PUT', path, { access: 'public' })).toMatchObject({ status: 200 })
  await expect.poll(async () => (await ask(port(), { host })).status, within).toBe(200)
})
