/**
 * A process of its own for the tests of deliveries: writes events on command, delivers, and kills itself at the step
 * given. Prints `ready`, and `wrote <number>` once events up to that number are committed. Ends when its input does.
 */
import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseOptions, openDatabase } from '@service/foundation/database/open-database.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { makeWebhookMetrics } from '@service/foundation/webhooks/delivery/webhook-metrics.ts'
import type { DeliveryStep } from '@service/foundation/webhooks/model/delivery.ts'
import { openWebhooks, type WebhooksOptions } from '@service/foundation/webhooks/webhooks.ts'
import { anEvent, happen } from './deliveries.ts'
import { makePlainPost } from './receiver.ts'

export type Task = {
  options: DatabaseOptions
  /** Events of this company, whose data are the numbers from `first`, in so many batches with a pause between them. */
  write?: { companyId: string; first: number; batches: number; each: number; pauseMs: number }
  deliver?: WebhooksOptions
  killAt?: { step: DeliveryStep; occurrence: number }
}

const { options, write, deliver, killAt } = JSON.parse(process.argv[2]!) as Task
const say = (text: string) => writeSync(1, `${text}\n`)

let occurrences = 0
function atStep(step: DeliveryStep): void {
  if (step === killAt?.step && ++occurrences === killAt.occurrence) process.kill(process.pid, 'SIGKILL')
}

const now = () => new Date()
const newId = makeNewId({ now, randomBytes })
const log = makeLogger({ level: 'error', form: 'json' })
const db = await openDatabase(options)
const { post, close } = makePlainPost()
const webhooks =
  deliver &&
  (await openWebhooks(
    {
      db,
      now,
      newId,
      log,
      metrics: makeWebhookMetrics(makeMetrics('test_')),
      post,
      headersOf: ({ id, attempt }) => ({ 'x-service-delivery': id, 'x-service-attempt': String(attempt) }),
      atStep,
    },
    deliver,
  ))
say('ready')

const ended = new Promise((resolve) => process.stdin.resume().once('end', resolve))
if (write) {
  const { companyId, first, batches, each, pauseMs } = write
  for (let batch = 0; batch < batches; batch++) {
    const from = first + batch * each
    await happen(
      db,
      Array.from({ length: each }, (_, i) => anEvent(companyId, { data: String(from + i) })),
    )
    say(`wrote ${from + each - 1}`)
    atStep('event written')
    await sleep(pauseMs) // so that events come all the time, not all at once
  }
}
await ended
await webhooks?.close()
await close()
await db.close()
