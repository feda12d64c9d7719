import { makeAudit } from '../../audit/audit.ts'
import { changedFields } from '../../audit/model/changed-fields.ts'
import type { Queryable } from '../../database/database.ts'
import type { Act } from '../../identity/model/actor.ts'
import { InputFaults } from '../../input-faults.ts'
import { Problem } from '../../problem.ts'
import { choicesFrom, skippedTags } from '../events/event-choices.ts'
import { announceDue } from '../events/event-store.ts'
import type { Webhook } from '../model/webhook.ts'
import type { WebhookDeps, WebhookInput } from './create-webhook.ts'
import { readDescription, readUrl, webhookFields } from './webhook-fields.ts'
import * as webhooks from './webhook-store.ts'

export type ChangeWebhook = (
  by: Act,
  companyId: string,
  webhookId: string,
  changes: Partial<WebhookInput>,
) => Promise<Webhook>

type ChangeWebhookDeps = Pick<WebhookDeps, 'db' | 'now' | 'newId' | 'faultOf' | 'catalogue'>

/**
 * Changes what is given and leaves the rest. Deliveries that are still to be made go to a new address. A receiver that is
 * enabled again, or has another address, begins without the failures of before; one that is disabled gets nothing more,
 * and what was on its way fails.
 */
export function makeChangeWebhook({ db, now, newId, faultOf, catalogue }: ChangeWebhookDeps): ChangeWebhook {
  const audit = makeAudit({ now, newId })
  return async (by, companyId, webhookId, changes) => {
    const faults = new InputFaults()
    const description = changes.description === undefined ? undefined : readDescription(faults, changes.description)
    faults.throwIfAny()
    await requireWebhook(db.connection, companyId, webhookId) // before a stranger's address is resolved
    const url = changes.url === undefined ? undefined : await readUrl(changes.url, faultOf)
    return db.transaction(async (tx) => {
      const { webhook } = await lockWebhook(tx, companyId, webhookId)
      const at = now()
      const enabled = changes.enabled ?? webhook.enabled
      const restarts = (enabled && !webhook.enabled) || (url !== undefined && url !== webhook.url)
      const changed: Webhook = {
        ...webhook,
        url: url ?? webhook.url,
        description: description ?? webhook.description,
        kinds: changes.kinds === undefined ? webhook.kinds : (changes.kinds ?? undefined),
        choices: choicesFrom(catalogue, changes.choices ?? {}, webhook.choices),
        enabled,
        disabled: enabled ? undefined : (webhook.disabled ?? { at, reason: 'by-hand' }),
        ...(restarts && { failuresInARow: 0, failingSince: undefined, probeAt: undefined }),
      }
      const difference = changedFields(webhookFields(webhook), webhookFields(changed))
      if (!difference) return webhook
      changed.updatedAt = at
      await webhooks.update(tx, changed, { skippedTags: skippedTags(catalogue, changed.choices) })
      await announceDue(tx) // what a breaker held back may go, and what was on its way to a disabled one ends
      await audit.record(tx, by, {
        at,
        companyId,
        action: 'webhook.change',
        target: webhookId,
        ...difference,
      })
      return changed
    })
  }
}

const noSuchWebhook = () => new Problem('not-found', 'Webhook not found.')

/** Another company's registration is reported exactly as a missing one. */
export async function requireWebhook(db: Queryable, companyId: string, webhookId: string): Promise<Webhook> {
  const webhook = await webhooks.find(db, companyId, webhookId)
  if (!webhook) throw noSuchWebhook()
  return webhook
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockWebhook(tx: Queryable, companyId: string, webhookId: string) {
  const locked = await webhooks.lock(tx, companyId, webhookId)
  if (!locked) throw noSuchWebhook()
  return locked
}

/** Nothing is sent on purpose to a registration that is disabled. */
export function requireEnabled({ enabled }: Webhook): void {
  if (!enabled) throw new Problem('conflict', 'The webhook is disabled. Enable it first.')
}
