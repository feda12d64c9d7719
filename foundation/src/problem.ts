import { STATUS_CODES } from 'node:http'

/** Ways a request can fail that its caller can act on, and that any service may know: the stable code, its HTTP status. */
const statuses = {
  'invalid-request': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  'request-quota-exceeded': 429,
  unavailable: 503,
} as const

export type ProblemCode = keyof typeof statuses

/** A way to fail that one service alone knows: `const noCapacity = { code: 'no-capacity', status: 409 }`. */
export type OwnProblem = { readonly code: string; readonly status: number }

/** One fault of the input: `path` names the field (`query.threshold`), `message` says what to do. */
export type ProblemDetail = { path: string; message: string }

/** A failure the caller can act on. `message` is shown to them; `cause` is logged and never sent. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: string
  readonly status: number
  readonly details: readonly ProblemDetail[]
  /** Whole seconds after which trying again makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: ProblemCode | OwnProblem,
    message: string,
    options: ErrorOptions & { details?: readonly ProblemDetail[]; retryAfterSeconds?: number } = {},
  ) {
    super(message, options)
    const { code, status } = typeof kind === 'string' ? { code: kind, status: statuses[kind] } : kind
    this.code = code
    this.status = status
    this.details = options.details ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get reasonPhrase(): string {
    return STATUS_CODES[this.status] ?? 'Error'
  }
}

/** The one form of every error response, raised by a feature, the framework or the HTTP parser. */
export type ProblemBody = { error: string; message: string; code?: string; details?: ProblemDetail[] }

export function problemBody(
  status: number,
  message: string,
  code?: string,
  details: readonly ProblemDetail[] = [],
): ProblemBody {
  return {
    error: STATUS_CODES[status] ?? 'Error',
    message,
    ...(code !== undefined && { code }),
    ...(details.length > 0 && { details: [...details] }),
  }
}
