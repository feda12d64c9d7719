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

/** The same for customers, who see no address and no file name. */
export const publicReasons: Readonly<Record<RefusalCode, string>> = {
  unreachable: 'the authority’s file could not be fetched',
  timeout: 'the authority’s file did not arrive in time',
  'http-status': 'the authority’s server refused the file',
  redirect: 'the authority’s server led elsewhere',
  'too-large': 'the file that arrived is too large',
  truncated: 'the file that arrived is not complete',
  format: 'the file that arrived is no list',
  'wrong-list': 'the file that arrived is another list',
  shrunken: 'the file that arrived is much shorter than the list in use',
  internal: 'the file that arrived could not be processed',
}

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
