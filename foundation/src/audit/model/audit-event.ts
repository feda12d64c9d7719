/** One recorded change. `before` and `after` hold what was changed, never secrets. */
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
