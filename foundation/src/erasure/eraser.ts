/**
 * Erasure: a person asks to be forgotten, or data grows too old.
 *
 * Each feature that keeps personal data registers a **redactor**, which finds a person in that feature's rows and
 * replaces what tells of them, keeping id, time and a hash of what stood there; and, where data has an end, a
 * **pruner**, which removes what is past a configured age. Rows under legal hold are passed over and counted. Erasure
 * runs every redactor in one transaction and leaves one audit event, which tells how much was redacted where, and not
 * whom it was about.
 */
import type { Queryable } from '../database/database.ts'
import type { Person } from './person.ts'

/** How many rows were redacted, and how many a legal hold kept as they are. */
export type Redaction = { redacted: number; held: number }

export type Redactor = {
  /** What it looks after, as the audit event and the operator read it: `users`. */
  name: string
  /** In one company, or in all where none is given. Running it again finds nothing. */
  redact(tx: Queryable, companyId: string | undefined, person: Person, at: Date): Promise<Redaction>
}

export type Pruner = {
  name: string
  /** Removes what is older than `before` and not under legal hold; returns how many rows. Safe to repeat. */
  prune(tx: Queryable, before: Date): Promise<number>
}
