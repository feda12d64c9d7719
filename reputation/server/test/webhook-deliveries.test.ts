/** From a screening to the customer's receiver, through the whole service. */
import { execFileSync } from 'node:child_process'
import { databaseEngines, fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import type { TestEnvironment } from '@service/foundation-testing/test-environment.ts'
import { startReceiver, type TestReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import { type Client, clientOf, newClient } from '@service/reputation-testing/client.ts'
import { newTestEnvironment, type RunningService, runService } from '@service/reputation-testing/running-service.ts'
import { type ServiceProcess, startProcess } from '@service/reputation-testing/service-process.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Created = { webhookId: string; secret: string }
type Deliveries = { deliveries: { deliveryId: string; state: string; attempts: number }[] }

const scopes = ['screening:read', 'webhooks:manage'] as const

describe.each(databaseEngines)('webhooks on $name', (engine) => {
  let receiver: TestReceiver
  let environment: TestEnvironment
  let service: RunningService | undefined
  let running: ServiceProcess | undefined
  beforeEach(async () => {
    receiver = await startReceiver()
    environment = await newTestEnvironment(engine)
  })
  afterEach(async () => {
    await running?.kill()
    await service?.stop()
    running = undefined
    service = undefined
    await receiver.close()
    await environment.remove()
  })

  const register = async (client: Client, url: string) =>
    (await client.send<Created>('POST', '/api/v1/webhooks', { url, generateSecret: true })).body
  const deliveries = async (client: Client, { webhookId }: Created) =>
    (await client.get<Deliveries>(`/api/v1/webhooks/${webhookId}/deliveries`)).body.deliveries

  test('a screening of a listed name arrives in the exact form, with a signature that openssl reproduces', async () => {
    service = await runService(engine, { environment })
    const client = await newClient(service, scopes)
    const webhook = await register(client, `${receiver.url}hook`)
    await client.get('/api/v1/screen', { name: 'Nobody Whatsoever Listed' })
    await client.get('/api/v1/screen', { name: 'Ismail Haniya', threshold: '0.5' })
    await expect.poll(() => receiver.received.length).toBe(1)

    const { body, headers, path } = receiver.received[0]!
    const { event, deliveredAt, data } = JSON.parse(body)
    expect(path).toBe('/hook')
    expect(Object.keys(JSON.parse(body))).toEqual(['event', 'deliveredAt', 'data'])
    expect(event).toBe('screening.match')
    expect(new Date(deliveredAt).toISOString()).toBe(deliveredAt)
    expect(Object.keys(data)).toEqual(['query', 'matches', 'clean'])
    expect(data).toMatchObject({ query: 'Ismail Haniya', clean: false })
    expect(data.matches.length).toBeGreaterThan(0)
    for (const match of data.matches) {
      expect(Object.keys(match)).toEqual(['list', 'name', 'similarity'])
      expect(match.similarity).toBeGreaterThanOrEqual(0.86)
    }
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'screening.match',
      'x-service-attempt': '1',
      'webhook-id': headers['x-service-delivery'],
    })
    const openssl = execFileSync('openssl', ['dgst', '-sha256', '-hmac', webhook.secret], { input: body }).toString()
    expect(headers['x-service-signature']).toBe(/[0-9a-f]{64}/.exec(openssl)?.[0])
    await expect.poll(() => deliveries(client, webhook)).toMatchObject([{ state: 'succeeded', attempts: 1 }])
  })

  // The waits are the same whatever the engine.
  test.runIf(engine === fastestEngine)(
    'with the receiver down it is tried at 0, 2, 4 and 8 seconds, then has failed, and can be sent again by hand',
    async () => {
      service = await runService(engine, { environment })
      const client = await newClient(service, scopes)
      const port = Number(new URL(receiver.url).port)
      const webhook = await register(client, receiver.url)
      await receiver.close()
      await client.get('/api/v1/screen', { name: 'Ismail Haniya' })
      await expect.poll(async () => (await deliveries(client, webhook))[0]?.state).toBe('failed')
      const { body } = await client.get<{ attempts: { at: string; error: string }[] }>(
        `/api/v1/webhooks/${webhook.webhookId}/attempts`,
      )
      const times = body.attempts.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)
      expect(times).toHaveLength(4)
      for (const [i, wait] of [2_000, 4_000, 8_000].entries()) {
        const waited = times[i + 1]! - times[i]!
        expect(waited).toBeGreaterThanOrEqual(wait)
        expect(waited).toBeLessThan(wait + 1_500) // and less than the next wait, on a machine that is busy
      }

      receiver = await startReceiver(port)
      const [failed] = await deliveries(client, webhook)
      await client.send('POST', `/api/v1/webhooks/${webhook.webhookId}/deliveries/${failed!.deliveryId}/resend`)
      await expect.poll(() => deliveries(client, webhook)).toMatchObject([{ state: 'succeeded', attempts: 5 }])
      expect(receiver.received.map(({ headers }) => headers['x-service-delivery'])).toEqual([failed!.deliveryId])
    },
  )

  test('a pending delivery of a killed service arrives after its restart', async () => {
    service = await runService(engine, { environment })
    const owner = await newClient(service, scopes)
    await register(owner, receiver.url)
    await service.stop()
    service = undefined

    receiver.respond = () => {} // hangs, so that the kill comes while it is under way
    running = await startProcess(environment)
    const { status } = await clientOf(running.baseUrl, owner.secret).get('/api/v1/screen', { name: 'Ismail Haniya' })
    expect(status).toBe(200)
    await expect.poll(() => receiver.received.length).toBe(1)
    await running.kill()

    receiver.respond = (_post, response) => void response.end()
    running = await startProcess(environment)
    await expect.poll(() => receiver.received.length).toBe(2)
    const [before, after] = receiver.received
    expect(after?.body).toBe(before?.body)
    expect(after?.headers['x-service-delivery']).toBe(before?.headers['x-service-delivery'])
  })
})
