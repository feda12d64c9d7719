/** Why a list could not be replaced: the word under which metrics count it, and a sentence for the operator. */
export type RefusalCode =
  | 'unreachable'
  | 'timeout'
  | 'http-status'
  | 'redirect'
  | 'too-large'
  | 'truncated'
  | 'format'
  | 'wrong-list'
  | 'shrunken'
  | 'internal'

/** A download that must not replace the list we hold. `message` is shown to operators and names no secret. */
export class ListRefused extends Error {
  override readonly name = 'ListRefused'
  readonly code: RefusalCode
  /** When the authority asked not to be called again before then. */
  readonly retryAfterMs: number | undefined

  constructor(code: RefusalCode, message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options)
    this.code = code
    this.retryAfterMs = options.retryAfterMs
  }
}
