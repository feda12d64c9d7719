import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, GroupCommit } from '../../database/database.ts'
import type { Logger } from '../../log/log.ts'
import type { DeliveryStep } from '../model/delivery.ts'
import { type Recorded, record } from './delivery-store.ts'

export interface AttemptRecorder {
  /** Resolves once it is written: false where the lease had run out and somebody else has claimed the delivery. */
  record(done: Recorded): Promise<boolean>
  close(): Promise<void>
}

type Deps = {
  db: Database
  log: Logger
  /** Called with the attempts that have been written, before the promises of `record` resolve. */
  recorded: (done: readonly Recorded[]) => Promise<void>
  /** Past this, what was not written will be attempted again. */
  giveUpAfterMs: number
  atStep: (step: DeliveryStep) => void
}

const largestBatch = 500
const pauseMs = 100

/** Attempts that end at about the same time are written together, with what becomes of their deliveries. */
export function makeAttemptRecorder({ db, log, recorded, giveUpAfterMs, atStep }: Deps): AttemptRecorder {
  const writes = new GroupCommit<Recorded, boolean>(recordAll, { largestBatch })

  async function recordAll(done: readonly Recorded[]): Promise<boolean[]> {
    atStep('before record')
    const written = await recordWithPatience(done)
    atStep('after record')
    await recorded(done.filter(({ delivery }) => written.has(delivery.id)))
    return done.map(({ delivery }) => written.has(delivery.id))
  }

  /** A database that is away for a moment must not cost receivers a second copy of everything. */
  async function recordWithPatience(done: readonly Recorded[]): Promise<Set<string>> {
    for (const until = performance.now() + giveUpAfterMs; ; await sleep(pauseMs)) {
      try {
        return await record(db.connection, done)
      } catch (err) {
        if (performance.now() + pauseMs > until) throw err
        log.warn({ err, attempts: done.length }, 'attempts could not be recorded; trying again')
      }
    }
  }

  return { record: (done) => writes.submit(done), close: () => writes.close() }
}
