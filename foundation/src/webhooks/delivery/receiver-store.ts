/** The SQL of a registration's health, as far as deliveries tell of it. */
import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import type { DisabledReason } from '../model/webhook.ts'
import type { ReceiverHealth } from './breaker.ts'

export type Receiver = { webhookId: string; companyId: string; url: string; enabled: boolean; health: ReceiverHealth }

/** Holds the rows until the transaction ends; in one order, so that processes cannot deadlock. */
export async function lockReceivers(tx: Queryable, webhookIds: readonly string[]): Promise<Receiver[]> {
  const { rows } = await sql<Omit<Receiver, 'health'> & ReceiverHealth>`
    select id as webhook_id, company_id, url, enabled and deleted_at is null as enabled, failures_in_a_row, failing_since, probe_at
      from webhooks where id = any (${webhookIds}::text[]) order by id for no key update`.execute(tx)
  return rows.map(({ failuresInARow, failingSince, probeAt, ...receiver }) => ({
    ...receiver,
    health: { failuresInARow, failingSince, probeAt },
  }))
}

export async function saveHealth(
  tx: Queryable,
  webhookId: string,
  { failuresInARow, failingSince, probeAt }: ReceiverHealth,
): Promise<void> {
  await sql`
    update webhooks
       set failures_in_a_row = ${failuresInARow}, failing_since = ${failingSince}, probe_at = ${probeAt}
     where id = ${webhookId}`.execute(tx)
}

export async function disable(tx: Queryable, webhookId: string, reason: DisabledReason, at: Date): Promise<void> {
  await sql`
    update webhooks set enabled = false, disabled_reason = ${reason}, disabled_at = ${at}, updated_at = ${at}
     where id = ${webhookId}`.execute(tx)
}

/** Those through to which this process, and no other, may let a first attempt although they fail; the next may at `nextAt`. */
export async function takeProbes(
  db: Queryable,
  webhookIds: readonly string[],
  now: Date,
  nextAt: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update webhooks set probe_at = ${nextAt}
     where id = any (array(select id from webhooks where id = any (${webhookIds}::text[]) and probe_at <= ${now}
                            order by id for no key update skip locked))
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
