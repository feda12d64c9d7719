/** Webhooks of a process: what companies administer of them, and the delivering. */
import { randomBytes } from 'node:crypto'
import type { Outbound } from '../outbound/outbound.ts'
import type { Sealer } from '../sealing/sealing.ts'
import {
  type EventCatalogue,
  makeHeadersOf,
  makeWebhookAdministration,
  makeWebhookMetrics,
  openWebhooks,
  type WebhookAdministration,
} from '../webhooks/webhooks.ts'
import type { Base, RuntimeContext } from './base.ts'

type Deps = Base & { sealer: Sealer; outbound: Outbound }

export const openWebhookAdministration = (
  { db, newId, sealer, outbound }: Deps,
  catalogue: EventCatalogue,
  { now }: Pick<RuntimeContext, 'now'>,
): WebhookAdministration =>
  makeWebhookAdministration({
    db,
    now,
    newId,
    randomBytes,
    sealer,
    faultOf: outbound.faultOf,
    post: outbound.post,
    headersOf: makeHeadersOf({ sealer }),
    catalogue,
  })

type Config = { webhooksPerReceiver: number; webhooksInFlight: number; webhooksDisableAfterMs: number }

/** Delivers until the process ends. */
export async function startWebhooks(
  { db, newId, metrics, sealer, outbound }: Deps,
  { webhooksPerReceiver, webhooksInFlight, webhooksDisableAfterMs }: Config,
  { log, now, disposer }: Pick<RuntimeContext, 'log' | 'now' | 'disposer'>,
): Promise<void> {
  const webhooks = await openWebhooks(
    {
      db,
      now,
      newId,
      log,
      metrics: makeWebhookMetrics(metrics),
      post: outbound.post,
      headersOf: makeHeadersOf({ sealer }),
    },
    { perReceiver: webhooksPerReceiver, inFlight: webhooksInFlight, disableAfterMs: webhooksDisableAfterMs },
  )
  disposer.add('webhooks', () => webhooks.close())
}
