/** What a service’s settings mean for webhooks: the key that seals secrets, addresses that are allowed. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readKeyFile } from '@service/foundation/sealing/key-file.ts'
import { makeSealer } from '@service/foundation/sealing/sealer.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import type { TestEnvironment } from '@service/foundation-testing/test-environment.ts'
import { newTestEnvironment, type RunningService, runService } from '@service/reputation-testing/running-service.ts'
import { deadUrl, newWebhookClient, type Webhook, webhooks } from '@service/reputation-testing/webhooks.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'

describe('the key that seals secrets', () => {
  let environment: TestEnvironment
  let service: RunningService | undefined
  afterEach(async () => {
    await service?.stop()
    service = undefined
    await environment.remove()
  })
  const keyText = (id: string) => `${id}:${randomBytes(32).toString('base64')}`

  test('is made at the first start and needed at the next, which names it when it is missing', async () => {
    environment = await newTestEnvironment(fastestEngine)
    const file = join(environment.settings.REPUTATION_DATA_DIR!, 'secrets.key')
    service = await runService(fastestEngine, { environment })
    const client = await newWebhookClient(service)
    const { webhookId } = (await client.send<Webhook>('POST', webhooks, { url: deadUrl, secret: 'mine' })).body
    await service.stop()
    service = undefined
    const [made] = readKeyFile(file)!

    const other = { REPUTATION_SECRETS_KEYS: keyText('other') }
    await expect(runService(fastestEngine, { environment, settings: other })).rejects.toThrow(
      new RegExp(`${made.id} \\(1 secret\\).*REPUTATION_SECRETS_KEYS`),
    )

    const both = `${keyText('next')},${made.id}:${Buffer.from(made.bytes).toString('base64')}`
    service = await runService(fastestEngine, { environment, settings: { REPUTATION_SECRETS_KEYS: both } })
    expect(await service.administration.resealSecrets(by)).toEqual({ keyId: 'next', resealed: 1 })
    const { rows } = await sql<{ sealed: string }>`
      select secret_sealed as sealed from webhooks where id = ${webhookId}`.execute(
      service.administration.db.connection,
    )
    expect(rows[0]!.sealed).toMatch(/^v1\.next\./)
    expect(() => makeSealer([made], { randomBytes }).open(rows[0]!.sealed, webhookId)).toThrow('next is not known')
  })
})

test('without the settings that allow them, loopback and http are refused', async () => {
  const service = await runService(fastestEngine, {
    settings: { REPUTATION_OUTBOUND_ALLOW: '', REPUTATION_OUTBOUND_HTTP: 'false' },
  })
  try {
    const client = await newWebhookClient(service)
    for (const refused of [
      deadUrl,
      'https://127.0.0.1:61999/hook',
      'https://localhost/hook',
      'http://203.0.114.7/hook',
    ])
      expect((await client.send('POST', webhooks, { url: refused })).status, refused).toBe(400)
    expect((await client.send('POST', webhooks, { url: 'https://203.0.114.7/hook', enabled: false })).status).toBe(201)
  } finally {
    await service.stop()
  }
})
