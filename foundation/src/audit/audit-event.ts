/**
 * Audit: who changed what. Every act of administration appends one event in the transaction that does it, so there is
 * no act without its event and no event without its act. `before` and `after` hold what the act changed, never secrets.
 * Reading and screening are no acts of administration; they have records of their own.
 */
export type AuditEvent = {
  id: string
  at: Date
  companyId: string | null
  actor: string
  action: string
  /** Id of what was acted on. */
  target: string
  before: Fields | null
  after: Fields | null
  requestId: string | null
  redactedAt: Date | null
}

export type Fields = { [name: string]: unknown }

/** Who acts: `operator:<account>` at the command line, `user:usr_…`, `key:key_…`, or `system` for the service itself. */
export type Act = { actor: string; requestId: string | null }
