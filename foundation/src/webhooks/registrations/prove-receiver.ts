import { makeAudit } from '../../audit/audit.ts'
import { findCompany } from '../../companies/companies.ts'
import type { Act } from '../../identity/model/actor.ts'
import { Problem } from '../../problem.ts'
import { deliveryBody } from '../delivery/delivery-body.ts'
import { isSuccess } from '../delivery/outcome.ts'
import type { Attempt, ClaimedDelivery } from '../model/delivery.ts'
import { generateSecret } from '../model/webhook-secret.ts'
import { lockWebhook, requireEnabled } from './change-webhook.ts'
import type { WebhookDeps } from './create-webhook.ts'

/**
 * `proved`: it took the right signature and refused the wrong one. `no-response`: one of the requests got none, so nothing
 * is known.
 */
export type ReceiverVerdict = 'proved' | 'refuses-right' | 'accepts-wrong' | 'no-response'

export type ReceiverProof = { verdict: ReceiverVerdict; right: Attempt; wrong: Attempt }

export type ProveReceiver = (by: Act, companyId: string, webhookId: string, kind: string) => Promise<ReceiverProof>

/**
 * Sends an example of a kind twice: signed with the secret, then with another. Each has a delivery id of its own, so that a
 * receiver which passes over what it knows cannot pass by accident; neither is a delivery of the log.
 */
export function makeProveReceiver({
  db,
  now,
  newId,
  randomBytes,
  sealer,
  catalogue,
  post,
  headersOf,
  attemptTimeoutMs = 10_000,
}: WebhookDeps): ProveReceiver {
  const audit = makeAudit({ now, newId })

  async function attempt(delivery: ClaimedDelivery): Promise<Attempt> {
    const at = now()
    const body = deliveryBody(delivery)
    const headers = headersOf(delivery, body, at)
    const outcome = await post({ url: delivery.url, headers, body, timeoutMs: attemptTimeoutMs })
    const durationMs = Math.round(outcome.durationMs)
    return outcome.kind === 'answered'
      ? { at, durationMs, status: outcome.status, error: null, answer: outcome.body }
      : { at, durationMs, status: null, error: outcome.error, answer: null }
  }

  return async (by, companyId, webhookId, kind) => {
    const known = catalogue.kinds[kind]
    if (!known) throw new Problem('invalid-request', `Event ${kind} not found.`)
    const { webhook, secrets, company } = await db.transaction(async (tx) => {
      const locked = await lockWebhook(tx, companyId, webhookId)
      requireEnabled(locked.webhook)
      if (!locked.webhook.hasSecret) {
        throw new Problem('conflict', 'The webhook has no secret, so nothing is signed. Rotate the secret to get one.')
      }
      const company = await findCompany(tx, companyId)
      if (!company) throw new Error(`The company ${companyId} of a registration is missing.`)
      await audit.record(tx, by, { companyId, action: 'webhook.prove', target: webhookId, after: { event: kind } })
      return { ...locked, company }
    })
    const { id, name, slug } = company
    const data = JSON.stringify(known.example({ id, name, slug }))
    const isGrace = secrets.previousSecretUntil !== null && secrets.previousSecretUntil > now()
    const send = (signing: Pick<ClaimedDelivery, 'secretSealed' | 'previousSecretSealed'>) =>
      attempt({
        id: newId('dlv'),
        companyId,
        webhookId,
        lease: '',
        attempt: 1,
        failures: 0,
        kind,
        madeAt: now(),
        data,
        url: webhook.url,
        ...signing,
      })
    const right = await send({
      secretSealed: secrets.secretSealed,
      previousSecretSealed: isGrace ? secrets.previousSecretSealed : null,
    })
    const strange = sealer.seal(generateSecret(randomBytes), webhookId)
    const wrong = await send({ secretSealed: strange, previousSecretSealed: null })
    return { verdict: verdictOf(right, wrong), right, wrong }
  }
}

function verdictOf(right: Attempt, wrong: Attempt): ReceiverVerdict {
  if (right.status === null || wrong.status === null) return 'no-response'
  if (!isSuccess(right)) return 'refuses-right'
  return isSuccess(wrong) ? 'accepts-wrong' : 'proved'
}
