import { makeAudit } from '../../audit/audit.ts'
import type { Database } from '../../database/database.ts'
import type { Act } from '../../identity/model/actor.ts'
import { InputFaults } from '../../input-faults.ts'
import type { NewId } from '../../new-id.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { Problem } from '../../problem.ts'
import type { Sealer } from '../../sealing/sealing.ts'
import type { HeadersOf } from '../delivery/delivery-headers.ts'
import { choicesFrom, skippedTags } from '../events/event-choices.ts'
import type { EventCatalogue } from '../model/event.ts'
import type { Webhook } from '../model/webhook.ts'
import { checkSecret, generateSecret } from '../model/webhook-secret.ts'
import { type FaultOf, readDescription, readUrl, webhookFields } from './webhook-fields.ts'
import * as webhooks from './webhook-store.ts'

/** What a company says of where its events are to go. */
export type WebhookInput = {
  url: string
  /** Null asks for every kind, those to come included. */
  kinds?: readonly string[] | null
  choices?: Readonly<Record<string, string | undefined>>
  description?: string
  enabled?: boolean
}

/** Of the customer's own making, or ours; without either, deliveries are not signed. */
export type SecretInput = { secret?: string | undefined; generateSecret?: boolean | undefined }

/** The one moment at which a generated secret exists outside its owner's hands. */
export type CreatedWebhook = { webhook: Webhook; generatedSecret: string | undefined }

export type CreateWebhook = (by: Act, companyId: string, input: WebhookInput & SecretInput) => Promise<CreatedWebhook>

export type WebhookDeps = {
  db: Database
  now: () => Date
  newId: NewId
  randomBytes: (count: number) => Uint8Array
  sealer: Sealer
  faultOf: FaultOf
  catalogue: EventCatalogue
  /** For what is sent while somebody waits for the outcome. */
  post: Outbound['post']
  headersOf: HeadersOf
  attemptTimeoutMs?: number
}

/** Each costs a look at every event. */
export const maxWebhooks = 100

export function makeCreateWebhook({
  db,
  now,
  newId,
  randomBytes,
  sealer,
  faultOf,
  catalogue,
}: Omit<WebhookDeps, 'post' | 'headersOf'>): CreateWebhook {
  const audit = makeAudit({ now, newId })
  return async (by, companyId, input) => {
    const faults = new InputFaults()
    const { secret, generated } = readSecret(faults, input, randomBytes)
    const description = readDescription(faults, input.description ?? '')
    faults.throwIfAny()
    const url = await readUrl(input.url, faultOf)
    const { enabled = true } = input
    const at = now()
    const webhook: Webhook = {
      id: newId('whk'),
      companyId,
      url,
      description,
      kinds: input.kinds ?? undefined,
      choices: choicesFrom(catalogue, input.choices ?? {}),
      enabled,
      disabled: enabled ? undefined : { at, reason: 'by-hand' },
      hasSecret: secret !== undefined,
      previousSecretUntil: undefined,
      createdAt: at,
      updatedAt: at,
      failuresInARow: 0,
      failingSince: undefined,
      probeAt: undefined,
    }
    const secretSealed = secret === undefined ? null : sealer.seal(secret, webhook.id)
    await db.transaction(async (tx) => {
      if ((await webhooks.lockCount(tx, companyId)) >= maxWebhooks) {
        throw new Problem('conflict', `A company can have at most ${maxWebhooks} webhooks. Delete one first.`)
      }
      await webhooks.insert(tx, webhook, { skippedTags: skippedTags(catalogue, webhook.choices), secretSealed })
      await audit.record(tx, by, {
        at,
        companyId,
        action: 'webhook.create',
        target: webhook.id,
        after: { ...webhookFields(webhook), hasSecret: webhook.hasSecret },
      })
    })
    return { webhook, generatedSecret: generated ? secret : undefined }
  }
}

export function readSecret(
  faults: InputFaults,
  { secret, generateSecret: wanted }: SecretInput,
  randomBytes: (count: number) => Uint8Array,
): { secret: string | undefined; generated: boolean } {
  if (secret !== undefined) {
    checkSecret(faults, 'body.secret', secret)
    if (wanted) faults.add('body.generateSecret', 'cannot be combined with a secret of your own')
    return { secret, generated: false }
  }
  return wanted ? { secret: generateSecret(randomBytes), generated: true } : { secret: undefined, generated: false }
}
