/** One request that succeeds for each operation on webhooks, which both services have. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Client, clientOf } from '../client.ts'
import type { OperationExample, Owner, WalkedService } from '../walk-operations.ts'

type Webhooks = {
  /** Where the service has them: `/api/v1/webhooks`. */
  path: string
  /** A kind of event that it sends, and another. */
  events: readonly [string, string]
  receiverUrl: string
}
type Ids = Record<string, string>

export function webhookExamples({
  path,
  events,
  receiverUrl,
}: Webhooks): Record<string, OperationExample<WalkedService>> {
  const [event] = events
  const body = { url: receiverUrl, events, description: 'Case management' }

  async function aWebhook(service: WalkedService, owner: Owner): Promise<{ webhookId: string }> {
    const client = await clientFor(service, owner)
    const { webhookId } = idsIn((await client.send('POST', path, { ...body, secret: 'an invented secret' })).body)
    // The walk makes more of them than a company may have, and needs none but the newest.
    await sql`
      update webhooks set deleted_at = ${service.administration.now()}
       where company_id = ${owner.companyId} and id <> ${webhookId} and deleted_at is null`.execute(
      service.administration.db.connection,
    )
    return { webhookId }
  }

  /** Of a test event: it succeeds where somebody listens, and is to be made again where nobody does. */
  async function anAttempt(service: WalkedService, owner: Owner): Promise<Ids> {
    const { webhookId } = await aWebhook(service, owner)
    const client = await clientFor(service, owner)
    await client.send('POST', `${path}/${webhookId}/test`, { event })
    for (; ; await sleep(20)) {
      const { body } = await client.get<{ attempts: object[] }>(`${path}/${webhookId}/attempts`)
      const [attempt] = body.attempts
      if (attempt) return { webhookId, deliveryId: idsIn(attempt).deliveryId }
    }
  }

  async function aFailedDelivery(service: WalkedService, owner: Owner): Promise<Ids> {
    const { webhookId } = await aWebhook(service, owner)
    const { db, now } = service.administration
    const eventId = `evt_01kd3f9n8x${randomBytes(8).toString('hex')}`
    await sql`
      insert into events (id, company_id, kind, data, at)
      values (${eventId}, ${owner.companyId}, ${event}, '{}', ${now()})`.execute(db.connection)
    const { rows } = await sql<{ deliveryId: string }>`
      insert into webhook_deliveries (id, company_id, webhook_id, event_id, made_at, state, ended_at)
      values (webhook_delivery_id(${eventId}, ${webhookId}), ${owner.companyId}, ${webhookId}, ${eventId}, ${now()},
              'failed', ${now()})
      returning id as delivery_id`.execute(db.connection)
    return { webhookId, deliveryId: rows[0]!.deliveryId }
  }

  return {
    createWebhook: { body: { ...body, generateSecret: true } },
    listWebhooks: { path: aWebhook },
    getWebhook: { path: aWebhook },
    changeWebhook: { path: aWebhook, body: { description: 'Compliance' } },
    deleteWebhook: { path: aWebhook },
    rotateWebhookSecret: { path: aWebhook, body: { gracePeriodSeconds: 3_600 } },
    endPreviousWebhookSecret: { path: aWebhook },
    proveWebhook: { path: aWebhook, body: { event } },
    checkWebhookAddress: { body: { url: receiverUrl } },
    getWebhookHealth: { path: anAttempt },
    testWebhook: { path: aWebhook, body: { event } },
    listDeliveries: { path: anAttempt },
    getDelivery: { path: anAttempt },
    resendDelivery: { path: aFailedDelivery },
    resendFailedDeliveries: { path: aFailedDelivery, body: { since: '2026-11-01T00:00:00Z', preview: true } },
    listAttempts: { path: anAttempt },
  }
}

async function clientFor(service: WalkedService, owner: Owner): Promise<Client> {
  return clientOf(service.baseUrl, (await service.newKey(owner, { scopes: ['webhooks:manage'] })).secret)
}

/** By whichever names the service gives them. */
function idsIn(found: object): { webhookId: string; deliveryId: string } {
  const ids = found as Record<string, string>
  return {
    webhookId: ids.webhookId ?? ids.webhook_id ?? '',
    deliveryId: ids.deliveryId ?? ids.delivery_id ?? '',
  }
}
