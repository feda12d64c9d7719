import type { NewId } from '../new-id.ts'
import type { LimitAttempts } from './limit-attempts.ts'
import * as messages from './message-store.ts'
import { resetSubjectsOf } from './model/attempt-delays.ts'
import { comparableEmail } from './sign-in-with-password.ts'

export type RequestReset = (given: { email: string; company?: string | undefined }, address: string) => Promise<void>

type Deps = { now: () => Date; newId: NewId; limitAttempts: LimitAttempts }

/** Leaves a message for everyone meant. One row is written and one statement run whether there is anybody or not. */
export function makeRequestReset({ now, newId, limitAttempts }: Deps): RequestReset {
  return async ({ email: typed, company }, address) => {
    const email = comparableEmail(typed)
    await limitAttempts(resetSubjectsOf(email, address), (tx) =>
      messages.addForEmail(tx, { email, company, kind: 'reset', at: now(), id: newId('msg') }),
    )
  }
}
