/** For tests of deliveries: registrations and events of invented companies, and what has become of them. */
import { randomBytes } from 'node:crypto'
import { makeCreateCompany } from '@service/foundation/companies/create-company.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import * as events from '@service/foundation/webhooks/events/event-store.ts'
import type { DeliveryState } from '@service/foundation/webhooks/model/delivery.ts'
import type { NewEvent } from '@service/foundation/webhooks/model/event.ts'
import { sql } from 'kysely'

const newId = makeNewId({ now: () => new Date(), randomBytes })

export async function aCompany(db: Database): Promise<string> {
  const slug = newId('co').replace('_', '-')
  const create = makeCreateCompany({ db, now: () => new Date(), newId })
  return (await create({ actor: 'system', requestId: null }, { slug, name: 'Invented' })).id
}

type WebhookChoice = { companyId: string; url: string; kinds?: string[]; skippedTags?: string[]; enabled?: boolean }

export async function aWebhook(
  db: Database,
  { companyId, url, kinds, skippedTags = [], enabled = true }: WebhookChoice,
): Promise<string> {
  const id = newId('whk')
  await sql`
    insert into webhooks (id, company_id, url, kinds, skipped_tags, enabled, created_at, updated_at)
    values (${id}, ${companyId}, ${url}, ${kinds ?? null}::text[], ${skippedTags}::text[], ${enabled}, now(), now())`.execute(
    db.connection,
  )
  return id
}

/** Of a kind that stands in no catalogue. */
export const anEvent = (companyId: string, more: Partial<NewEvent> = {}) =>
  ({
    id: newId('evt'),
    companyId,
    kind: 'test.happened',
    tags: [],
    data: JSON.stringify({ what: 'something' }),
    at: new Date(),
    ...more,
  }) as NewEvent

export async function happen(db: Database, happened: readonly NewEvent[]): Promise<void> {
  await db.transaction((tx) => events.append(tx, happened))
}

export type FoundDelivery = {
  id: string
  eventId: string
  webhookId: string
  state: DeliveryState
  attempts: number
  failures: number
  reason: string | null
  due: boolean
}

export async function deliveriesOf(db: Database, companyId: string): Promise<FoundDelivery[]> {
  const { rows } = await sql<FoundDelivery>`
    select id, event_id, webhook_id, state, attempts, failures, reason,
           due_at is not null as due
      from webhook_deliveries where company_id = ${companyId} order by id`.execute(db.connection)
  return rows
}

export type FoundAttempt = {
  deliveryId: string
  number: number
  at: Date
  status: number | null
  durationMs: number
  error: string | null
  answer: string | null
}

export async function attemptsOf(db: Database, companyId: string): Promise<FoundAttempt[]> {
  const { rows } = await sql<FoundAttempt>`
    select delivery_id, number, at, status, duration_ms, error,
           convert_from(answer, 'UTF8') as answer
      from webhook_attempts where company_id = ${companyId} order by delivery_id, number`.execute(db.connection)
  return rows
}
