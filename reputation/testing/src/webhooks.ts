/** For tests of webhooks through the API: clients that may manage them, registrations, deliveries that failed. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Client, newClient } from './client.ts'
import type { RunningService } from './running-service.ts'

export const webhooks = '/api/v1/webhooks'
/** Nobody listens there. */
export const deadUrl = 'http://127.0.0.1:61999/hook'

export type Webhook = {
  webhookId: string
  url: string
  hasSecret: boolean
  previousSecretUntil: string | null
  secret?: string
}
export type Delivery = { deliveryId: string; state: string; eventId: string; madeAt: string; attempts: number }

export const newWebhookClient = (service: RunningService) => newClient(service, ['webhooks:manage', 'screening:read'])

export async function createWebhook(client: Client, more: Record<string, unknown> = {}): Promise<Webhook> {
  const { status, body, text } = await client.send<Webhook>('POST', webhooks, { url: deadUrl, ...more })
  if (status !== 201) throw new Error(text)
  return body
}

/** Failed deliveries, newest last, each of four attempts, a minute apart up to `agoMs` ago. */
export async function failedDeliveries(
  service: RunningService,
  { companyId, webhookId }: { companyId: string; webhookId: string },
  count: number,
  agoMs = 0,
): Promise<void> {
  const eventIds = Array.from({ length: count }, (_, n) => {
    const id = service.administration.newId('evt')
    return `${id.slice(0, 14)}${String(n).padStart(8, '0')}${randomBytes(4).toString('hex')}`
  })
  await sql`
    with made as (
      select event_id, webhook_delivery_id(event_id, ${webhookId}) as id,
             now() - (${count}::int - n) * interval '1 minute' - ${agoMs}::float8 * interval '1 ms' as at
        from unnest(${eventIds}::text[]) with ordinality as made (event_id, n)),
    happened as (
      insert into events (id, company_id, kind, data, at)
      select event_id, ${companyId}, 'screening.match', '{"n":1}', at from made),
    tried as (
      insert into webhook_attempts (delivery_id, number, company_id, webhook_id, at, status, duration_ms, error, answer)
      select id, number, ${companyId}, ${webhookId}, at + number * interval '1 second', 500, 12, null, 'no'::bytea
        from made, generate_series(1, 4) as number)
    insert into webhook_deliveries (id, company_id, webhook_id, event_id, made_at, state, attempts, failures, ended_at)
    select id, ${companyId}, ${webhookId}, event_id, at, 'failed', 4, 4, at from made`.execute(
    service.administration.db.connection,
  )
}

/** A webhook that fails, with a log and a rotation that is not over. `response` is what its receiver said last. */
export async function failingWebhook(
  service: RunningService,
  client: Client & { companyId: string },
  response: string,
): Promise<{ webhookId: string; deliveryId: string }> {
  const { companyId } = client
  const { db } = service.administration
  const { webhookId } = await createWebhook(client, { description: 'Case management', generateSecret: true })
  await client.send('POST', `${webhooks}/${webhookId}/rotate-secret`, { gracePeriodSeconds: 3_600 })
  await failedDeliveries(service, { companyId, webhookId }, 8)
  await sql`
    update webhook_attempts set answer = ${Buffer.from(response)}, status = 503
     where webhook_id = ${webhookId}`.execute(db.connection)
  await sql`
    update webhooks set failures_in_a_row = 32, failing_since = now() - interval '1 hour'
     where id = ${webhookId}`.execute(db.connection)
  const { rows } = await sql<{ id: string }>`
    select id from webhook_deliveries where webhook_id = ${webhookId} order by id desc limit 1`.execute(db.connection)
  return { webhookId, deliveryId: rows[0]?.id ?? '' }
}
