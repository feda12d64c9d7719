/** Domains of companies' own, with a real name server: claimed, proved, served, lost and given to who proves them. */
import { graceMs } from '@service/compute-domain/endpoints/domain-proof.ts'
import { aDeployment, ask, startApp } from '@service/compute-testing/gateway.ts'
import { startNameServer } from '@service/compute-testing/name-server.ts'
import { newClient, runService } from '@service/compute-testing/running-service.ts'
import { echo } from '@service/compute-testing/use-gateway.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

let passedMs = 0
const names = beforeTests(startNameServer, (server) => server.close())
const service = beforeTests(
  () =>
    runService(fastestEngine, {
      settings: { COMPUTE_DNS_SERVERS: names.address },
      now: () => new Date(Date.now() + passedMs),
    }),
  (started) => started.stop(),
)
const app = beforeTests(
  () => startApp(echo),
  (started) => started.close(),
)

type Shown = {
  status: string
  record_name: string
  record_text: string
  reason: string | null
  message: string | null
  endpoint: string
}

/** A company with a deployment that runs, and what it does with domains. */
async function aCompany() {
  const client = await newClient(service)
  const { db } = service.administration
  const deploy = () => aDeployment(db, { address: app.address, companyId: client.companyId })
  const deployment = await deploy()
  return {
    ...{ client, deployment, deploy },
    set: (domain: string, id = deployment.id) =>
      client.send<Shown>('PUT', `/v1/domains/${domain}`, { deployment_id: id }),
    check: async (domain: string) => (await client.send<Shown>('POST', `/v1/domains/${domain}/check`)).body,
  }
}

const statusAt = async (host: string) =>
  (await ask(Number(new URL(service.gatewayUrl).port), { host, headers: { 'x-from': 'test' } })).status

/** Gateways hear of it after the commit. */
const isServed = (host: string, status: 200 | 404) =>
  expect.poll(() => statusAt(host), { timeout: 10_000 }).toBe(status)

test('a claimed domain leads to its deployment once the record is in the DNS, until it is removed', async () => {
  const { client, deployment, deploy, set, check } = await aCompany()
  const { status, body } = await set('App.Example.org')
  expect([status, body]).toMatchObject([200, { domain: 'app.example.org', status: 'pending', message: null }])
  expect(body.record_name).toBe('_service-endpoint.app.example.org')
  expect(await check('app.example.org')).toMatchObject({
    status: 'pending',
    reason: 'record_missing',
  })
  expect(await statusAt('app.example.org')).toBe(404)
  names.set(body.record_name, 'another text')
  expect(await check('app.example.org')).toMatchObject({
    reason: 'record_differs',
    message: expect.stringContaining('other texts'),
  })

  names.set(body.record_name, body.record_text)
  expect(await check('app.example.org')).toMatchObject({ status: 'active', reason: null, message: null })
  await isServed('App.example.org:4101', 200)
  const { events } = (
    await client.get<{ events: { type: string }[] }>(`/v1/compute/deployments/${deployment.id}/events`)
  ).body
  expect(events.map(({ type }) => type)).toContain('domain_active')

  const other = await deploy()
  expect(await set('app.example.org', other.id)).toMatchObject({ body: { status: 'active', deployment_id: other.id } })
  expect((await client.get('/v1/domains')).body).toMatchObject({
    domains: [{ deployment_id: other.id }],
    next_cursor: null,
  })
  expect((await client.send('DELETE', '/v1/domains/app.example.org')).status).toBe(204)
  await isServed('app.example.org', 404)
  expect((await client.send('DELETE', '/v1/domains/app.example.org')).status).toBe(404)
})

test.each(['localhost', 'dep-1.localhost', 'example', 'a_b.example.org', '192.0.2.1', '*.example.org'])(
  '%s cannot be claimed',
  async (domain) => {
    const { set } = await aCompany()
    expect((await set(domain)).status).toBe(400)
  },
)

test('a domain is for one company at a time: who proves one that fails gets it, who proves one that holds does not', async () => {
  const [first, second] = [await aCompany(), await aCompany()]
  const domain = 'shared.example.org'
  const [mine, theirs] = [(await first.set(domain)).body, (await second.set(domain)).body]
  expect(mine.record_text).not.toBe(theirs.record_text)
  names.set(mine.record_name, mine.record_text)
  expect((await first.check(domain)).status).toBe('active')
  names.set(mine.record_name, theirs.record_text)
  expect(await second.check(domain)).toMatchObject({
    status: 'pending',
    reason: 'held_by_another',
    message: expect.stringContaining('Another company'),
  })
  expect((await first.check(domain)).status).toBe('failing')
  expect((await second.check(domain)).status).toBe('active')
  expect((await first.client.get('/v1/domains')).body).toMatchObject({ domains: [{ status: 'disabled' }] })
  expect((await second.set(domain, first.deployment.id)).status).toBe(404)
})

test('the certificate that is ordered for a domain is shown to the company that has it, with what keeps it from being issued', async () => {
  const [owner, other] = [await aCompany(), await aCompany()]
  const domain = 'certified.example.org'
  const { body } = await owner.set(domain)
  names.set(body.record_name, body.record_text)
  await owner.check(domain)
  await other.set(domain)
  const shown = async ({ client }: typeof owner) =>
    (await client.get<{ domains: Record<string, unknown>[] }>('/v1/domains')).body.domains[0]
  const none = { certificate_status: null, certificate_message: null, certificate_expires_at: null }
  expect(await shown(owner)).toMatchObject(none)
  await sql`
    insert into gateway_certificates (name, failures, message, expires_at, due_at, created_at)
    values (${domain}, 1, 'It leads elsewhere.', '2027-01-01T00:00:00Z', now(), now())`.execute(
    service.administration.db.connection,
  )
  expect(await shown(owner)).toMatchObject({
    certificate_status: 'failing',
    certificate_message: 'It leads elsewhere.',
    certificate_expires_at: '2027-01-01T00:00:00.000Z',
  })
  expect(await shown(other)).toMatchObject({ status: 'pending', ...none })
})

test('a domain whose record is lost serves for a grace, and is back with the record', async () => {
  const { set, check } = await aCompany()
  const domain = 'lost.example.org'
  const { body } = await set(domain)
  names.set(body.record_name, body.record_text)
  await check(domain)
  names.remove(body.record_name)
  expect((await check(domain)).status).toBe('failing')
  await isServed(domain, 200)
  passedMs += graceMs
  expect((await check(domain)).status).toBe('disabled')
  await isServed(domain, 404)
  names.set(body.record_name, body.record_text)
  expect((await check(domain)).status).toBe('active')
  await isServed(domain, 200)
})

test('name servers that cannot say count against no domain, for however long', async () => {
  const { set, check } = await aCompany()
  const domain = 'unasked.example.org'
  const { body } = await set(domain)
  names.set(body.record_name, body.record_text)
  await check(domain)
  names.setFailing(true)
  try {
    passedMs += graceMs * 2
    expect(await check(domain)).toMatchObject({
      status: 'active',
      reason: 'dns_unavailable',
      message: expect.stringContaining('ESERVFAIL'),
    })
    await isServed(domain, 200)
  } finally {
    names.setFailing(false)
  }
  expect(await check(domain)).toMatchObject({ status: 'active', reason: null, message: null })
})
