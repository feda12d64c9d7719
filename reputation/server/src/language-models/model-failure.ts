export type ModelFailureKind =
  /** No connection, or it broke off. */
  | 'unreachable'
  | 'timed-out'
  /** A status that is no success. */
  | 'refused'
  /** A response that is too long, or not of the form that was agreed. */
  | 'invalid-answer'

/**
 * Why a model gave no completion. The message goes into logs and tables: it repeats neither the key nor what the other side
 * wrote, which may repeat the key.
 */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly kind: ModelFailureKind
  readonly status: number | undefined
  /** As the other side asks for. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: ModelFailureKind,
    message: string,
    { status, retryAfterMs }: { status?: number; retryAfterMs?: number } = {},
  ) {
    super(message)
    this.kind = kind
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the same question may fare better later. */
  get mayPass(): boolean {
    return this.kind !== 'refused' || this.status === 408 || this.status === 429 || (this.status ?? 0) >= 500
  }
}
