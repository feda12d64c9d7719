/** The SQL of erasure: events and responses that name somebody. */
import { sql } from 'kysely'
import { ofCompany, type Queryable } from '../../database/database.ts'
import type { ListErasable } from '../../erasure/model/eraser.ts'
import type { FailureReason } from '../model/delivery.ts'

export type ErasableEvent = { id: string; companyId: string; kind: string; data: string }

/** Events that still say something, oldest first; `afterId` continues behind the last of a page. */
export const listEvents: ListErasable<ErasableEvent> = async (tx, companyId, afterId, limit) => {
  const { rows } = await sql<ErasableEvent>`
    select id, company_id, kind, data from events
     where data is not null and id > ${afterId}
       and ${ofCompany(companyId)}
     order by id
     limit ${limit}`.execute(tx)
  return rows
}

/**
 * Deletes the data of the events and the responses to them. Deliveries still under way end; a process that is
 * attempting one finds its claim gone. An event without deliveries gets none.
 */
export async function redactEvents(
  tx: Queryable,
  events: readonly { id: string; originalSha256: Uint8Array }[],
  at: Date,
): Promise<void> {
  const ids = events.map(({ id }) => id)
  const hashes = events.map(({ originalSha256 }) => Buffer.from(originalSha256).toString('hex'))
  const reason: FailureReason = 'content-erased'
  await sql`
    update events e
       set data = null, redacted_at = ${at}, original_sha256 = decode(found.hash, 'hex')
      from unnest(${ids}::text[], ${hashes}::text[]) as found (id, hash)
     where e.id = found.id`.execute(tx)
  const deliveryIds = sql`
    select webhook_delivery_id(e.id, w.id)
      from events e join webhooks w on w.company_id = e.company_id
     where e.id = any (${ids}::text[])`
  await sql`
    update webhook_deliveries
       set state = 'failed', due_at = null, lease = null, ended_at = ${at}, reason = ${reason}
     where id = any (array(${deliveryIds})) and state = 'pending'`.execute(tx)
  await sql`
    update webhook_attempts a
       set answer = null, redacted_at = ${at}, original_sha256 = ${responseSha256}
     where a.delivery_id = any (array(${deliveryIds})) and a.answer is not null`.execute(tx)
}

export type ErasableResponse = { deliveryId: string; number: number; companyId: string; answer: Uint8Array }

/** Responses that are still kept, in the order of their deliveries; `after` continues behind the last of a page. */
export async function listResponses(
  tx: Queryable,
  companyId: string | undefined,
  after: { deliveryId: string; number: number } | undefined,
  limit: number,
): Promise<ErasableResponse[]> {
  const { rows } = await sql<{ deliveryId: string; number: number; companyId: string; answer: Buffer }>`
    select delivery_id, number, company_id, answer from webhook_attempts
     where answer is not null and (delivery_id, number) > (${after?.deliveryId ?? ''}, ${after?.number ?? 0}::int)
       and ${ofCompany(companyId)}
     order by delivery_id, number
     limit ${limit}`.execute(tx)
  return rows
}

export async function redactResponse(
  tx: Queryable,
  { deliveryId, number }: { deliveryId: string; number: number },
  at: Date,
): Promise<void> {
  await sql`
    update webhook_attempts a
       set answer = null, redacted_at = ${at}, original_sha256 = ${responseSha256}
     where delivery_id = ${deliveryId} and number = ${number}`.execute(tx)
}

/** The id goes in, so that equal responses of two companies do not show as equal hashes. */
const responseSha256 = sql`sha256(convert_to(a.delivery_id || ' ' || a.number || ' ', 'UTF8') || a.answer)`
