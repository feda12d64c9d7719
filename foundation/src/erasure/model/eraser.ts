/**
 * Erasure: a person asks to be forgotten, or data grows too old.
 *
 * Each feature that keeps personal data registers a **redactor**, which finds a person in that feature's rows and
 * replaces what names them, keeping id, time and a hash of what stood there; and, where data has an end, a
 * **pruner**, which removes what is past a configured age. Rows under legal hold are passed over and counted. Erasure
 * runs every redactor in one transaction and leaves one audit event, which says how much was redacted where, and not
 * whom it was about.
 */
import type { Queryable } from '../../database/database.ts'
import type { Person } from './person.ts'

export type ErasureRequest = {
  /** The company whose data is searched; every company's where absent. */
  companyId: string | undefined
  person: Person
  /** Texts that name the person: those of the request, and what earlier redactors have learnt. */
  mentions: readonly Mention[]
  at: Date
}

/** A text that names the person in one company, or in all: two companies may know different people of one name. */
export type Mention = { companyId: string | undefined; text: string }

export type Redaction = {
  /** How many rows were redacted. */
  redacted: number
  /** How many a legal hold kept as they are. */
  held: number
  /** Other texts that name the person, for the redactors that follow. */
  learnt?: readonly Mention[]
}

export type Redactor = {
  /** The data that it redacts, as the audit event and the operator read it: `users`. */
  name: string
  /** Running it again finds nothing. */
  redact(tx: Queryable, request: ErasureRequest): Promise<Redaction>
}

export type Pruner = {
  name: string
  /** The age at which its data goes, where that differs from the rest. */
  keptMs?: number
  /**
   * Removes up to `limit` rows that are older than `before` and not under legal hold, and returns how many those were:
   * fewer than `limit` only when none is left.
   */
  prune(tx: Queryable, before: Date, limit: number): Promise<number>
}

/** How long a service keeps personal data, and what it consists of. */
export type Retention = { keptMs: number; pruners: readonly Pruner[] }

/** The texts that name the person in a row of this company. */
export const mentionsIn = ({ mentions }: ErasureRequest, companyId: string | null): string[] =>
  mentions
    .filter((mention) => mention.companyId === undefined || mention.companyId === companyId)
    .map(({ text }) => text)

/** Reads a page of what may name somebody, of one company or of all, in the order of ids; `afterId` ends the page before. */
export type ListErasable<Row> = (
  tx: Queryable,
  companyId: string | undefined,
  afterId: string,
  limit: number,
) => Promise<Row[]>
