import { makeAudit } from '../../audit/audit.ts'
import type { Act } from '../../identity/model/actor.ts'
import { InputFaults } from '../../input-faults.ts'
import { lockWebhook } from './change-webhook.ts'
import { type CreatedWebhook, readSecret, type WebhookDeps } from './create-webhook.ts'
import * as webhooks from './webhook-store.ts'

export const maxGraceMs = 7 * 24 * 3_600_000

export type RotateSecret = (
  by: Act,
  companyId: string,
  webhookId: string,
  /** Without a secret, one is generated. */
  options: { secret?: string | undefined; graceMs: number },
) => Promise<CreatedWebhook>

type RotateSecretDeps = Pick<WebhookDeps, 'db' | 'now' | 'newId' | 'randomBytes' | 'sealer'>

/**
 * Puts a new secret in the old one's place. For the grace period (0 to 7 days) deliveries carry the Standard Webhooks
 * signatures of both, so that the receiver can change over without losing one. A registration without a secret gets its
 * first. To give the secret that it has already, as a caller who lost the answer will, changes the period alone.
 */
export function makeRotateSecret({ db, now, newId, randomBytes, sealer }: RotateSecretDeps): RotateSecret {
  const audit = makeAudit({ now, newId })
  return (by, companyId, webhookId, { secret: given, graceMs }) => {
    const faults = new InputFaults()
    faults.wholeNumber('body.gracePeriodSeconds', graceMs / 1000, 0, maxGraceMs / 1000)
    const { secret, generated } = readSecret(
      faults,
      { secret: given, generateSecret: given === undefined },
      randomBytes,
    )
    faults.throwIfAny()
    return db.transaction(async (tx) => {
      const { webhook, secrets } = await lockWebhook(tx, companyId, webhookId)
      const at = now()
      const stays = secrets.secretSealed !== null && sealer.open(secrets.secretSealed, webhookId) === secret
      const ended = secrets.previousSecretUntil === null || secrets.previousSecretUntil <= at
      const previousSealed = stays ? (ended ? null : secrets.previousSecretSealed) : secrets.secretSealed
      const previous = graceMs === 0 ? null : previousSealed
      const until = previous === null ? null : new Date(at.getTime() + graceMs)
      await webhooks.setSecrets(
        tx,
        webhook,
        {
          secretSealed: stays ? secrets.secretSealed : sealer.seal(secret!, webhookId),
          previousSecretSealed: previous,
          previousSecretUntil: until,
        },
        at,
      )
      await audit.record(tx, by, {
        at,
        companyId,
        action: 'webhook.rotate-secret',
        target: webhookId,
        before: { hasSecret: webhook.hasSecret, previousSecretUntil: webhook.previousSecretUntil ?? null },
        after: { hasSecret: true, previousSecretUntil: until },
      })
      const rotated = { ...webhook, hasSecret: true, previousSecretUntil: until ?? undefined, updatedAt: at }
      return { webhook: rotated, generatedSecret: generated ? secret : undefined }
    })
  }
}
