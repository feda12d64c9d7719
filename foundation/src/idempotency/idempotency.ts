/**
 * Idempotency keys: a request that is sent again because its response was lost does nothing twice.
 *
 * A caller names a request by a key of their own. The first to come **begins**: it writes a record under a lease, in a
 * write shared with all that wait at that moment, and gets an **operation**, whose id the work stores with what it makes,
 * in the transaction that makes it. When its response is known the record **ends**, in a write shared again: a final
 * response is kept for a day and returned to every later request with the same key and body. Any other frees the key for
 * another try of the same request.
 *
 * While a request is at work its lease is renewed, and another with its key is refused for the moment. A process that
 * dies leaves leases that run out. The next request with the key then takes the record over, with the operation of the
 * first, as **resumed**: the work looks for what that operation has made, and goes on from there.
 *
 * The key belongs to one request of one company. With another method, path or body it is refused.
 */
import { type Database, GroupCommit } from '../database/database.ts'
import { type Lease, newLease } from '../jobs/jobs.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import * as store from './idempotency-store.ts'
import type { Asked, Attempt, Begun, Claim, Ending, KeptResponse, Known } from './model/record.ts'

export interface Idempotency {
  begin(attempt: Attempt): Promise<Begun>
  /** Without a final response the key is free for another try. */
  end(claim: Claim, response: KeptResponse | undefined): Promise<void>
  /** Refuses new requests; resolves when the endings under way are written. */
  close(): Promise<void>
}

export type IdempotencyOptions = {
  db: Database
  now: () => Date
  newId: NewId
  /** Reports failures in the background; no request waits for them. */
  report: (error: unknown) => void
  /** The lease of a request at work, renewed three times within. Short, for the requests of a dead process wait for it. */
  leaseMs?: number
}

/** How long a key is remembered. */
export const rememberedMs = 24 * 3_600_000

/** The time after which a request that is still at work is given up. */
const maxWorkMs = 3_600_000

export async function openIdempotency({
  db,
  now,
  newId,
  report,
  leaseMs = 15_000,
}: IdempotencyOptions): Promise<Idempotency> {
  // An embedded database has one process at a time, so the process that held these is dead.
  if (db.engine === 'embedded') await store.endLeases(db.connection)

  const atWork = new Map<Claim, Date>()
  const later = (ms: number) => new Date(now().getTime() + ms)
  const beginnings = new GroupCommit((attempts: readonly Attempt[]) => beginAll(attempts))
  const endings = new GroupCommit(async (ended: readonly Ending[]) => {
    await store.end(db.connection, ended)
    return ended.map(() => undefined)
  })
  let renewing: Promise<void> = Promise.resolve()
  const renewal = setInterval(() => {
    renewing = renewing.then(renew).catch(report)
  }, leaseMs / 3)
  renewal.unref()

  async function beginAll(attempts: readonly Attempt[]): Promise<Begun[]> {
    // Of requests that arrive together under one key, the first is asked for.
    const lease = newLease({ now, newId }, leaseMs)
    const asked = new Map<string, Asked>()
    for (const attempt of attempts) {
      const { companyId, key } = attempt
      const name = nameOf(attempt)
      if (asked.has(name)) continue
      const operation = { id: newId('op'), resumed: false }
      asked.set(name, { attempt, claim: { companyId, key, operation, lease: lease.id } })
    }
    const taken = await takeAll(lease, asked)
    const others = [...asked.values()].filter(({ claim }) => !taken.has(nameOf(claim)))
    const known = others.length > 0 ? await store.find(db.connection, others) : new Map<string, Known>()

    return attempts.map((attempt) => {
      const name = nameOf(attempt)
      const claim = taken.get(name)
      if (!claim) return against(attempt, known.get(name))
      const first = asked.get(name)!.attempt
      return first === attempt ? { kind: 'begun', claim } : against(attempt, { ...first, response: null })
    })
  }

  async function takeAll(lease: Lease, asked: ReadonlyMap<string, Asked>): Promise<Map<string, Claim>> {
    const begun = await store.begin(db.connection, lease, [...asked.values()], later(-rememberedMs))
    const taken = new Map<string, Claim>()
    for (const { operationId: id, ...record } of begun) {
      const { claim } = asked.get(nameOf(record))!
      const taking = { ...claim, operation: { id, resumed: id !== claim.operation.id } }
      taken.set(nameOf(record), taking)
      atWork.set(taking, lease.now)
    }
    return taken
  }

  async function renew(): Promise<void> {
    const endless = now().getTime() - maxWorkMs
    for (const [claim, since] of atWork) if (since.getTime() < endless) atWork.delete(claim)
    if (atWork.size > 0) await store.renew(db.connection, [...atWork.keys()], later(leaseMs))
  }

  return {
    begin: (attempt) =>
      beginnings.submit(attempt).catch((cause) => {
        throw new Problem('unavailable', 'Idempotency keys cannot be kept at the moment: try again shortly.', {
          cause,
          retryAfterSeconds: 5,
        })
      }),
    async end(claim, response) {
      atWork.delete(claim)
      await endings.submit({ claim, response })
    },
    async close() {
      clearInterval(renewal)
      await beginnings.close()
      await endings.close()
      await renewing
    },
  }
}

/** The outcome of an attempt on a record that another request holds or has ended. */
function against(attempt: Attempt, known: Known | undefined): Begun {
  // Unknown is what was begun or forgotten within the last milliseconds.
  if (known && known.fingerprint !== attempt.fingerprint) return { kind: 'mismatched' }
  return known?.response ? { kind: 'completed', response: known.response } : { kind: 'in progress' }
}

const nameOf = ({ companyId, key }: { companyId: string; key: string }): string => `${companyId} ${key}`
