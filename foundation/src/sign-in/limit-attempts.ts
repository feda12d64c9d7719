/** The delays of `model/attempt-delays.ts`, kept in the database, so that they hold for all processes and over a restart. */
import type { Database, Queryable } from '../database/database.ts'
import { Problem } from '../problem.ts'
import * as attempts from './attempt-store.ts'
import { isOwn, type Subject } from './model/attempt-delays.ts'

export type Attempt = {
  /** The first failure of a delay: what the audit records. */
  beginsDelay: boolean
  /** The attempt has succeeded. */
  succeeded(tx: Queryable): Promise<void>
  /** It has come to no result. */
  undecided(tx: Queryable): Promise<void>
}

/** `work` is done in the transaction that counts. */
export type LimitAttempts = (subjects: readonly Subject[], work?: (tx: Queryable) => Promise<void>) => Promise<Attempt>

/** Counts an attempt before it is made, so that many at once are as many; rejects where one has to wait. */
export function makeLimitAttempts({ db, now }: { db: Database; now: () => Date }): LimitAttempts {
  return async (subjects, work) => {
    const names = subjects.map(({ subject }) => subject)
    const counted = await db.transaction(async (tx) => {
      const at = now()
      const rows = await attempts.count(tx, subjects, at)
      if (rows.length < subjects.length) throw tooMany(at, await attempts.freeAt(tx, names))
      for (const { subject, failures } of rows) {
        const seconds = delaySeconds(subjects.find((one) => one.subject === subject)!, failures)
        if (seconds > 0) await attempts.delay(tx, subject, new Date(at.getTime() + seconds * 1_000))
      }
      await work?.(tx)
      return rows
    })
    const own = subjects.filter(isOwn).map(({ subject }) => subject)
    return {
      beginsDelay: counted.some(
        ({ subject, failures }) => failures === subjects.find((one) => one.subject === subject)!.free + 1,
      ),
      async succeeded(tx) {
        await attempts.forget(tx, own)
        await attempts.takeBack(tx, names)
      },
      undecided: (tx) => attempts.takeBack(tx, names),
    }
  }
}

const delaySeconds = ({ free, maxSeconds }: Subject, failures: number): number =>
  failures <= free ? 0 : Math.min(maxSeconds, 2 ** Math.min(20, failures - free - 1))

function tooMany(at: Date, freeAt: Date | undefined): Problem {
  const waitMs = (freeAt?.getTime() ?? at.getTime()) - at.getTime()
  return new Problem('rate-limited', 'Too many attempts to sign in. Try again later.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
}
