/** From a change of a deployment to the customer's receiver, through the whole service. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  newClient,
  newTestEnvironment,
  quietSettings,
  runService,
  useService,
} from '@service/compute-testing/running-service.ts'
import { clientOf } from '@service/foundation-testing/client.ts'
import { fastestEngine, featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { exportOf } from '@service/foundation-testing/http/export-of.ts'
import { killStarted, startProgram } from '@service/foundation-testing/started-program.ts'
import type { TestEnvironment } from '@service/foundation-testing/test-environment.ts'
import { startReceiver, type TestReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Caller = Awaited<ReturnType<typeof newClient>>
type Created = { webhook_id: string; secret: string }
type Deliveries = { deliveries: { delivery_id: string; event_id: string; state: string; attempts: number }[] }
type Sent = { event: string; deliveredAt: string; data: Record<string, unknown> }

const hostile = '<img src=x onerror=alert(1)>\u202e"&amp;\\'
const scopes = ['deployments:read', 'deployments:write', 'webhooks:manage'] as const
const path = '/v1/webhooks'

let receiver: TestReceiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

const sent = (): Sent[] => receiver.received.map(({ body }) => JSON.parse(body) as Sent)
const register = async (by: Caller, more: object = {}) =>
  (await by.send<Created>('POST', path, { url: `${receiver.url}hook`, generate_secret: true, ...more })).body
const deploy = async (by: Pick<Caller, 'send'>, more: object = {}) => {
  const body = { gpu_type: 'H100', image: 'sim/ok', region: 'eu', wait_seconds: 20, ...more }
  return (await by.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', body)).body.deployment_id
}

describe.each(featureEngines)('webhooks of deployments on $name', (engine) => {
  const service = useService(engine)

  test('a deployment that runs and stops arrives in the exact form, with a signature that openssl reproduces', async () => {
    const client = await newClient(service, scopes)
    const stranger = await newClient(service, scopes)
    const webhook = await register(client)
    await register(stranger, { url: `${receiver.url}stranger` })
    const id = await deploy(client, { name: hostile, labels: { team: hostile } })
    await expect.poll(() => receiver.received.length).toBe(1)

    const { body, headers } = receiver.received[0]!
    const { event, deliveredAt, data } = JSON.parse(body) as Sent
    expect(Object.keys(JSON.parse(body))).toEqual(['event', 'deliveredAt', 'data'])
    expect(event).toBe('deployment.running')
    expect(new Date(deliveredAt).toISOString()).toBe(deliveredAt)
    expect(data).toEqual({
      event_id: expect.stringMatching(/^evt_/),
      deployment_id: id,
      name: hostile,
      labels: { team: hostile },
      status: 'running',
      reason: null,
      message: null,
      gpu_type: 'H100',
      count: 1,
      hub: expect.any(String),
      attempt: 1,
      at: expect.any(String),
      simulated: true,
      cpu_only: false,
    })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'deployment.running',
      'x-service-attempt': '1',
      'webhook-id': headers['x-service-delivery'],
    })
    const openssl = execFileSync('openssl', ['dgst', '-sha256', '-hmac', webhook.secret], { input: body }).toString()
    expect(headers['x-service-signature']).toBe(/[0-9a-f]{64}/.exec(openssl)?.[0])

    await client.send('POST', `/v1/compute/deployments/${id}/stop`)
    await expect.poll(() => sent().map(({ event }) => event)).toEqual(['deployment.running', 'deployment.stopped'])
    expect(sent()[1]!.data).toMatchObject({ deployment_id: id, status: 'stopped', reason: 'user' })
    const { events } = (await client.get<{ events: { event_id: string }[] }>('/v1/events')).body
    expect(events.map(({ event_id }) => event_id)).toContain(data.event_id)

    expect(receiver.received.every(({ path }) => path === '/hook')).toBe(true)
    const log = async () => (await client.get<Deliveries>(`${path}/${webhook.webhook_id}/deliveries`)).body.deliveries
    await expect.poll(log).toMatchObject([
      { state: 'succeeded', attempts: 1 },
      { state: 'succeeded', attempts: 1, event_id: data.event_id },
    ])
    expect((await stranger.get(`${path}/${webhook.webhook_id}`)).status).toBe(404)
    const { items } = await exportOf<Deliveries['deliveries'][number]>(
      client,
      `${path}/${webhook.webhook_id}/deliveries`,
    )
    expect(items).toEqual(await log())
  })

  test('only the kinds that were asked for arrive', async () => {
    const client = await newClient(service, scopes)
    const webhook = await register(client, { events: ['deployment.failed'] })
    await deploy(client)
    const id = await deploy(client, { image: 'sim/missing' })
    await expect
      .poll(() => sent())
      .toMatchObject([
        { event: 'deployment.failed', data: { deployment_id: id, status: 'failed', reason: 'image_not_found' } },
      ])
    expect(webhook).toMatchObject({ events: ['deployment.failed'], has_secret: true, previous_secret_until: null })
    const refused = await client.send('POST', path, { url: receiver.url, events: ['screening.match'] })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('deployment.running')])
  })
})

describe('webhooks of deployments', () => {
  let environment: TestEnvironment
  beforeEach(async () => {
    environment = await newTestEnvironment(fastestEngine)
  })
  afterEach(async () => {
    killStarted()
    await environment.remove()
  })

  const start = async () => {
    const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
    const started = startProgram(program, ['serve'], {
      ...process.env,
      ...quietSettings(environment.settings.COMPUTE_DATA_DIR ?? ''),
      ...environment.settings,
      COMPUTE_LOG_LEVEL: 'info',
    })
    const [, baseUrl = ''] = await started.says(/"url":"([^"]+)".*"msg":"serving"/)
    return { ...started, baseUrl }
  }

  test('what happened before a service was killed arrives after its restart, under the same id', async () => {
    const service = await runService(fastestEngine, { environment })
    const client = await newClient(service, scopes)
    await register(client)
    await service.stop()

    receiver.respond = () => {} // hangs, so that the kill comes while it is under way
    const first = await start()
    const id = await deploy(clientOf(first.baseUrl, client.secret))
    await expect.poll(() => receiver.received.length).toBe(1)
    first.child.kill('SIGKILL')
    await first.exited

    receiver.respond = (_post, response) => void response.end()
    await start()
    await expect.poll(() => receiver.received.length).toBe(2)
    const [before, after] = receiver.received
    expect(after?.body).toBe(before?.body)
    expect(after?.headers['x-service-delivery']).toBe(before?.headers['x-service-delivery'])
    expect(sent()[1]).toMatchObject({ event: 'deployment.running', data: { deployment_id: id } })
  })
})
