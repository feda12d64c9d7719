/** Every way a request can fail that its caller can act on: the stable code, its HTTP status and reason phrase. */
const kinds = {
  'invalid-request': [400, 'Bad Request'],
  unauthenticated: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  'not-found': [404, 'Not Found'],
  'method-not-allowed': [405, 'Method Not Allowed'],
  'not-acceptable': [406, 'Not Acceptable'],
  conflict: [409, 'Conflict'],
  'too-large': [413, 'Payload Too Large'],
  'unsupported-media-type': [415, 'Unsupported Media Type'],
  'rate-limited': [429, 'Too Many Requests'],
  'quota-exceeded': [429, 'Too Many Requests'],
  unavailable: [503, 'Service Unavailable'],
} as const

export type ProblemCode = keyof typeof kinds

/** One fault of the input: `path` names the field (`query.threshold`), `message` says what to do. */
export type ProblemDetail = { path: string; message: string }

/** A failure the caller can act on. `message` is shown to them; `cause` is logged and never sent. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly details: readonly ProblemDetail[]
  /** Whole seconds after which trying again makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ProblemCode,
    message: string,
    options: ErrorOptions & { details?: readonly ProblemDetail[]; retryAfterSeconds?: number } = {},
  ) {
    super(message, options)
    this.code = code
    this.details = options.details ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return kinds[this.code][0]
  }

  get reasonPhrase(): string {
    return kinds[this.code][1]
  }
}
