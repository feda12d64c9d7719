/** All SQL of registrations, but for their health, which deliveries write. */
import { sql } from 'kysely'
import { lockCompany, ofCompany, oneRow, type Queryable } from '../../database/database.ts'
import type { DisabledReason, Webhook } from '../model/webhook.ts'

type WebhookRow = Omit<
  Webhook,
  'kinds' | 'disabled' | 'hasSecret' | 'previousSecretUntil' | 'failingSince' | 'probeAt'
> &
  SealedSecrets & {
    kinds: string[] | null
    disabledReason: DisabledReason | null
    disabledAt: Date | null
    failingSince: Date | null
    probeAt: Date | null
  }

const columns = sql`
  id, company_id, url, description, kinds, choices, enabled, disabled_reason, disabled_at, secret_sealed,
  previous_secret_sealed, previous_secret_until, created_at, updated_at, failures_in_a_row, failing_since, probe_at`

/** A registration's secrets, sealed. The previous one signs beside the newest until its time is over. */
export type SealedSecrets = {
  secretSealed: string | null
  previousSecretSealed: string | null
  previousSecretUntil: Date | null
}

/** What follows from the choices: the tags of the events that the registration passes over. */
type Skipping = { skippedTags: readonly string[] }

export async function insert(
  tx: Queryable,
  webhook: Webhook,
  { skippedTags, secretSealed }: Skipping & Pick<SealedSecrets, 'secretSealed'>,
): Promise<void> {
  await sql`
    insert into webhooks (id, company_id, url, description, kinds, choices, skipped_tags, secret_sealed, enabled,
                          disabled_reason, disabled_at, created_at, updated_at)
    values (${webhook.id}, ${webhook.companyId}, ${webhook.url}, ${webhook.description}, ${webhook.kinds ?? null}::text[],
            ${JSON.stringify(webhook.choices)}::jsonb, ${skippedTags}::text[], ${secretSealed}, ${webhook.enabled},
            ${webhook.disabled?.reason ?? null}, ${webhook.disabled?.at ?? null}, ${webhook.createdAt},
            ${webhook.updatedAt})`.execute(tx)
}

export async function find(db: Queryable, companyId: string, id: string): Promise<Webhook | undefined> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhooks
     where id = ${id} and company_id = ${companyId} and deleted_at is null`.execute(db)
  return rows[0] && toWebhook(rows[0])
}

/** Newest first; `beforeId` continues a list behind its last one. */
export async function list(
  db: Queryable,
  companyId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<Webhook[]> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhooks
     where company_id = ${companyId} and deleted_at is null
       and (${beforeId ?? null}::text is null or id < ${beforeId ?? null})
     order by id desc
     limit ${limit}`.execute(db)
  return rows.map(toWebhook)
}

/** Keeps another from being added to the company until the transaction ends, and says how many there are. */
export async function lockCount(tx: Queryable, companyId: string): Promise<number> {
  await lockCompany(tx, companyId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhooks where company_id = ${companyId} and deleted_at is null`.execute(tx)
  return oneRow(rows).count
}

/** Holds the row until the transaction ends. */
export async function lock(
  tx: Queryable,
  companyId: string,
  id: string,
): Promise<{ webhook: Webhook; secrets: SealedSecrets } | undefined> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhooks
     where id = ${id} and company_id = ${companyId} and deleted_at is null
       for no key update`.execute(tx)
  return rows[0] && { webhook: toWebhook(rows[0]), secrets: toSecrets(rows[0]) }
}

/** Everything but the secrets. */
export async function update(tx: Queryable, webhook: Webhook, { skippedTags }: Skipping): Promise<void> {
  await sql`
    update webhooks
       set url = ${webhook.url}, description = ${webhook.description}, kinds = ${webhook.kinds ?? null}::text[],
           choices = ${JSON.stringify(webhook.choices)}::jsonb, skipped_tags = ${skippedTags}::text[],
           enabled = ${webhook.enabled}, disabled_reason = ${webhook.disabled?.reason ?? null},
           disabled_at = ${webhook.disabled?.at ?? null}, updated_at = ${webhook.updatedAt},
           failures_in_a_row = ${webhook.failuresInARow}, failing_since = ${webhook.failingSince ?? null},
           probe_at = ${webhook.probeAt ?? null}
     where id = ${webhook.id} and company_id = ${webhook.companyId}`.execute(tx)
}

/** `at` where that is a change to the company, and not only to how its secrets are kept. */
export async function setSecrets(
  tx: Queryable,
  { companyId, id }: { companyId: string; id: string },
  { secretSealed, previousSecretSealed, previousSecretUntil }: SealedSecrets,
  at?: Date,
): Promise<void> {
  await sql`
    update webhooks
       set secret_sealed = ${secretSealed}, previous_secret_sealed = ${previousSecretSealed},
           previous_secret_until = ${previousSecretUntil}, updated_at = coalesce(${at ?? null}, updated_at)
     where id = ${id} and company_id = ${companyId}`.execute(tx)
}

/** The row stays for the deliveries that name it; its secrets go at once. */
export async function markDeleted(tx: Queryable, { companyId, id }: Webhook, at: Date): Promise<void> {
  await sql`
    update webhooks
       set deleted_at = ${at}, enabled = false, secret_sealed = null, previous_secret_sealed = null,
           previous_secret_until = null, updated_at = ${at}
     where id = ${id} and company_id = ${companyId}`.execute(tx)
}

/** Descriptions of every registration that there is, of one company or of all. */
export async function lockDescribed(
  tx: Queryable,
  companyId: string | undefined,
): Promise<{ id: string; companyId: string; description: string }[]> {
  const { rows } = await sql<{ id: string; companyId: string; description: string }>`
    select id, company_id, description from webhooks
     where description <> '' and ${ofCompany(companyId)}
     order by id
       for no key update`.execute(tx)
  return rows
}

export async function describe(tx: Queryable, id: string, description: string): Promise<void> {
  await sql`update webhooks set description = ${description} where id = ${id}`.execute(tx)
}

/** Secrets that no longer sign anything go. */
export async function dropEndedSecrets(db: Queryable, now: Date): Promise<void> {
  await sql`
    update webhooks set previous_secret_sealed = null, previous_secret_until = null
     where previous_secret_until <= ${now}`.execute(db)
}

/** The keys that the secrets are sealed with, and how many secrets each of them seals. */
export async function countBySealingKey(db: Queryable): Promise<{ keyId: string; secrets: number }[]> {
  const { rows } = await sql<{ keyId: string; secrets: number }>`
    select split_part(sealed, '.', 2) as key_id, count(*)::int as secrets
      from (select secret_sealed as sealed from webhooks
            union all select previous_secret_sealed from webhooks) as all_sealed
     where sealed is not null
     group by 1
     order by 1`.execute(db)
  return rows
}

/** Up to `limit` registrations with a secret under another key than `keyId`, behind `afterId`; held until the end. */
export async function lockSealedOtherwise(
  tx: Queryable,
  keyId: string,
  afterId: string,
  limit: number,
): Promise<({ id: string; companyId: string } & SealedSecrets)[]> {
  const { rows } = await sql<{ id: string; companyId: string } & SealedSecrets>`
    select id, company_id, secret_sealed, previous_secret_sealed, previous_secret_until from webhooks
     where id > ${afterId}
       and (split_part(secret_sealed, '.', 2) <> ${keyId} or split_part(previous_secret_sealed, '.', 2) <> ${keyId})
     order by id
     limit ${limit}
       for no key update`.execute(tx)
  return rows
}

const toSecrets = ({ secretSealed, previousSecretSealed, previousSecretUntil }: WebhookRow): SealedSecrets => ({
  secretSealed,
  previousSecretSealed,
  previousSecretUntil,
})

const toWebhook = ({
  disabledReason,
  disabledAt,
  secretSealed,
  previousSecretSealed: _kept,
  ...row
}: WebhookRow): Webhook => ({
  ...row,
  kinds: row.kinds ?? undefined,
  disabled: disabledReason && disabledAt ? { at: disabledAt, reason: disabledReason } : undefined,
  hasSecret: secretSealed !== null,
  previousSecretUntil: row.previousSecretUntil ?? undefined,
  failingSince: row.failingSince ?? undefined,
  probeAt: row.probeAt ?? undefined,
})
