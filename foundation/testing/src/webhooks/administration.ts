/** For tests of what a company can do with its webhooks: everything but the network is real. */
import { randomBytes } from 'node:crypto'
import * as audit from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { type Act, actorText } from '@service/foundation/identity/model/actor.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import { makeSealer } from '@service/foundation/sealing/sealer.ts'
import { makeHeadersOf } from '@service/foundation/webhooks/delivery/delivery-headers.ts'
import { makeWebhookMetrics } from '@service/foundation/webhooks/delivery/webhook-metrics.ts'
import type { EventCatalogue } from '@service/foundation/webhooks/model/event.ts'
import { makeWebhookAdministration } from '@service/foundation/webhooks/webhook-administration.ts'
import { openWebhooks } from '@service/foundation/webhooks/webhooks.ts'
import { makePlainPost } from './receiver.ts'

export const by: Act = { actor: { kind: 'key', id: 'key_test' }, requestId: 'req_test' }

/** The same as an audit event names it. */
export const recordedBy = { actor: actorText(by.actor), requestId: by.requestId }

const anyObject = { type: 'object' }

const testCatalogue: EventCatalogue = {
  kinds: {
    'test.happened': { summary: 'Something', data: anyObject, example: (company) => ({ what: 'an example', company }) },
    'test.other': { summary: 'Something else', data: anyObject, example: () => ({ what: 'another' }) },
  },
  choices: {
    loudness: { summary: 'How loud', skips: { loud: [], quiet: ['noise'] }, default: 'loud' },
  },
}

export function aWebhookAdministration(db: Database) {
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const newId = makeNewId({ now, randomBytes })
  const sealer = makeSealer([{ id: 'k1', bytes: randomBytes(32) }], { randomBytes })
  const judged: string[] = []
  const faultOf = async (url: string) => {
    judged.push(url)
    return url.includes('inside') ? 'must not lead inside' : undefined
  }
  const plain = makePlainPost()
  const headersOf = makeHeadersOf({ sealer })
  const deps = { db, now, newId, randomBytes, sealer, faultOf, catalogue: testCatalogue, post: plain.post, headersOf }
  return {
    ...makeWebhookAdministration(deps),
    ...deps,
    clock,
    /** Addresses that were judged. */
    judged,
    eventsAbout: (target: string) => audit.list(db.connection, { target }, 20),
    /** Begins to deliver, without a guard. */
    async deliver() {
      const plain = makePlainPost()
      const webhooks = await openWebhooks(
        {
          db,
          now,
          newId,
          log: makeLogger({ level: 'warn', form: 'json' }),
          metrics: makeWebhookMetrics(makeMetrics('test_')),
          post: plain.post,
          headersOf: makeHeadersOf({ sealer }),
        },
        { perReceiver: 32, inFlight: 256, disableAfterMs: 120 * 3_600_000 },
      )
      return {
        async stop() {
          await webhooks.close()
          await plain.close()
        },
      }
    },
  }
}

/** The words of the refusal, with its code: `not-found: There is …`. */
export async function refusalOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return `${error.code}: ${error.message}`
  }
}
