/** Webhooks whose deliveries have failed, for tests of what is shown of them and sent again. */
import { randomBytes } from 'node:crypto'
import type { Administration } from '@service/foundation/administration/administration.ts'
import { sql } from 'kysely'
import type { Client } from '../client.ts'

type Service = { administration: Administration }

/** Failed deliveries of a kind of event, newest last, each of four attempts, a minute apart up to `agoMs` ago. */
export async function failedDeliveries(
  { administration }: Service,
  { companyId, webhookId, event }: { companyId: string; webhookId: string; event: string },
  count: number,
  agoMs = 0,
): Promise<void> {
  const eventIds = Array.from({ length: count }, (_, n) => {
    const id = administration.newId('evt')
    return `${id.slice(0, 14)}${String(n).padStart(8, '0')}${randomBytes(4).toString('hex')}`
  })
  await sql`
    with made as (
      select event_id, webhook_delivery_id(event_id, ${webhookId}) as id,
             now() - (${count}::int - n) * interval '1 minute' - ${agoMs}::float8 * interval '1 ms' as at
        from unnest(${eventIds}::text[]) with ordinality as made (event_id, n)),
    happened as (
      insert into events (id, company_id, kind, data, at)
      select event_id, ${companyId}, ${event}, '{"n":1}', at from made),
    tried as (
      insert into webhook_attempts (delivery_id, number, company_id, webhook_id, at, status, duration_ms, error, answer)
      select id, number, ${companyId}, ${webhookId}, at + number * interval '1 second', 500, 12, null, 'no'::bytea
        from made, generate_series(1, 4) as number)
    insert into webhook_deliveries (id, company_id, webhook_id, event_id, made_at, state, attempts, failures, ended_at)
    select id, ${companyId}, ${webhookId}, event_id, at, 'failed', 4, 4, at from made`.execute(
    administration.db.connection,
  )
}

type Failing = {
  companyId: string
  /** What manages it, and where the service has webhooks. */
  client: Client
  path: string
  event: string
  /** What its receiver said last. */
  response: string
}

/** A webhook that fails, with a log and a rotation that is not over. */
export async function failingWebhook(
  service: Service,
  { companyId, client, path, event, response }: Failing,
): Promise<{ webhookId: string; deliveryId: string }> {
  const { db } = service.administration
  const url = 'http://127.0.0.1:61999/hook' // nobody listens there
  const { body, text } = await client.send<Record<string, string>>('POST', path, {
    url,
    description: 'Case management',
  })
  const webhookId = body.webhookId ?? body.webhook_id
  if (webhookId === undefined) throw new Error(text)
  for (let rotation = 0; rotation < 2; rotation++) await client.send('POST', `${path}/${webhookId}/rotate-secret`, {})
  await failedDeliveries(service, { companyId, webhookId, event }, 8)
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
