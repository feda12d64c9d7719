/** One recorded change. `before` and `after` hold what was changed, never secrets. */
export type AuditEvent = {
  id: string
  at: Date
  companyId: string | null
  /** The actor's text, as `actorText` writes it. */
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
