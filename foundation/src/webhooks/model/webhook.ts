/** A registration: where a company wants which of its events sent to. */
export type Webhook = {
  id: string
  companyId: string
  url: string
  description: string
  /** Undefined asks for every kind, those to come included. */
  kinds: readonly string[] | undefined
  /** The word of each choice that the service offers. */
  choices: Readonly<Record<string, string>>
  enabled: boolean
  disabled: { at: Date; reason: DisabledReason } | undefined
  /** Secrets are never read back: only that there is one, and whether its predecessor signs beside it. */
  hasSecret: boolean
  previousSecretUntil: Date | undefined
  createdAt: Date
  updatedAt: Date
  /** Attempts that have failed since the last that succeeded. */
  failuresInARow: number
  failingSince: Date | undefined
  /** The circuit breaker is open; the next first attempt is let through at this time. */
  probeAt: Date | undefined
}

/** `by-hand`: by the company. The others are the service's doing. */
export type DisabledReason = 'by-hand' | 'gone' | 'failing'
