/** The sending side as the service wires it, on a database of the benchmark's: the real guard, secrets and signatures. */
import { randomBytes } from 'node:crypto'
import { makeCreateCompany } from '@service/foundation/companies/create-company.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { makeOutbound } from '@service/foundation/outbound/make-outbound.ts'
import { makeSealer } from '@service/foundation/sealing/sealer.ts'
import { makeHeadersOf } from '@service/foundation/webhooks/delivery/delivery-headers.ts'
import * as events from '@service/foundation/webhooks/events/event-store.ts'
import type { NewEvent } from '@service/foundation/webhooks/model/event.ts'
import { makeCreateWebhook } from '@service/foundation/webhooks/registrations/create-webhook.ts'
import { openWebhooks, type Webhooks, type WebhooksOptions } from '@service/foundation/webhooks/webhooks.ts'

const now = () => new Date()
const newId = makeNewId({ now, randomBytes })
const log = makeLogger({ level: 'error', form: 'json' })
/** The same in every process of a run. */
const sealingKey = { id: 'bench', bytes: Buffer.alloc(32, 7) }
const sealer = makeSealer([sealingKey], { randomBytes })
const by = { actor: 'system', requestId: null } as const

/** As the service is configured when nothing is said. */
const usual = { perReceiver: 32, inFlight: 256, disableAfterMs: 120 * 3_600_000 }

export type Sender = Webhooks & {
  /** Attempts that have been recorded so far. */
  readonly recorded: number
  whenRecorded(count: number): Promise<void>
}

export async function startSender(db: Database, options: Partial<WebhooksOptions> = {}): Promise<Sender> {
  const outbound = makeOutbound({ allow: ['127.0.0.0/8'], allowHttp: true })
  let recorded = 0
  let waiting: { count: number; resolve: () => void } | undefined
  const metrics = {
    attempted() {
      recorded += 1
      if (waiting && recorded >= waiting.count) waiting.resolve()
    },
    watch() {},
  }
  const deps = { db, now, newId, log, metrics, post: outbound.post, headersOf: makeHeadersOf({ sealer }) }
  const webhooks = await openWebhooks(deps, { ...usual, ...options })
  return {
    get recorded() {
      return recorded
    },
    whenRecorded(count) {
      return new Promise((resolve) => {
        waiting = { count, resolve }
        if (recorded >= count) resolve()
      })
    },
    async close() {
      await webhooks.close()
      await outbound.close()
    },
  }
}

export async function aCompany(db: Database): Promise<string> {
  const slug = newId('co').replace('_', '-')
  return (await makeCreateCompany({ db, now, newId })(by, { slug, name: 'Benchmark' })).id
}

/** A registration with a secret, so that every delivery is signed twice. */
export async function aWebhook(db: Database, companyId: string, url: string): Promise<string> {
  const create = makeCreateWebhook({
    db,
    now,
    newId,
    randomBytes,
    sealer,
    faultOf: async () => undefined,
    catalogue: { kinds: {}, choices: {} },
  })
  return (await create(by, companyId, { url, generateSecret: true })).webhook.id
}

/** With its envelope a body of about 1 kB. */
const data = JSON.stringify({ query: 'Nikolas Maduro Moros', text: 'x'.repeat(880) })

export const anEvent = (companyId: string) =>
  ({ id: newId('evt'), companyId, kind: 'bench.happened', tags: [], data, at: now() }) as unknown as NewEvent

export const bareBody = `{"event":"bench.happened","deliveredAt":"2026-01-01T00:00:00.000Z","data":${data}}`

const eventsAtOnce = 1_000

export async function happen(db: Database, companyId: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= eventsAtOnce) {
    const batch = Array.from({ length: Math.min(left, eventsAtOnce) }, () => anEvent(companyId))
    await db.transaction((tx) => events.append(tx, batch))
  }
}
