/** The delays of `model/attempt-delays.ts`, kept in the database, so that they hold for all processes and over a restart. */
import type { Database, Queryable } from '../database/database.ts'
import { Problem } from '../problem.ts'
import * as attempts from './attempt-store.ts'
import { type Subject, subjectsOf } from './model/attempt-delays.ts'

export type Attempt = {
  /** The first failure of a delay: what the audit records. */
  beginsDelay: boolean
  /** The attempt has succeeded. */
  succeeded(tx: Queryable): Promise<void>
  /** It has come to no result. */
  undecided(tx: Queryable): Promise<void>
}

export type LimitAttempts = (who: { email: string; address: string; deviceId: string | undefined }) => Promise<Attempt>

/** Counts an attempt before it is made, so that many at once are as many; rejects where one has to wait. */
export function makeLimitAttempts({ db, now }: { db: Database; now: () => Date }): LimitAttempts {
  return async (who) => {
    const subjects = subjectsOf(who)
    const names = subjects.map(({ subject }) => subject)
    const counted = await db.transaction(async (tx) => {
      const at = now()
      const rows = await attempts.count(tx, subjects, at)
      if (rows.length < subjects.length) throw tooMany(at, await attempts.freeAt(tx, names))
      for (const { subject, failures } of rows) {
        const seconds = delaySeconds(subjects.find((one) => one.subject === subject)!, failures)
        if (seconds > 0) await attempts.delay(tx, subject, new Date(at.getTime() + seconds * 1_000))
      }
      return rows
    })
    const own = names.filter((name) => /^(?:pair|device):/.test(name))
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
