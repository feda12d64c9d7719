/** Each change of names has all stored articles searched again, and other companies' searches wait for that. */
import { count as countActs } from '@service/foundation/audit/audit.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { hourMs } from '@service/foundation/duration.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { isOperator } from '@service/foundation/identity/model/administrator.ts'
import { Problem } from '@service/foundation/problem.ts'

export const maxChangesPerHour = 200

/** Throws a `Problem` where a company has changed its subjects too often; an operator may always. The company is locked. */
export async function requirePace(tx: Queryable, by: Act, companyId: string, now: Date): Promise<void> {
  if (isOperator(by)) return
  const since = new Date(now.getTime() - hourMs)
  const changes = await countActs(tx, { companyId, actions: ['subject.add', 'subject.change'], since })
  if (changes < maxChangesPerHour) return
  throw new Problem(
    'rate-limited',
    `A company may add and change subjects ${maxChangesPerHour} times an hour. Try again later.`,
    {
      retryAfterSeconds: 600,
    },
  )
}
