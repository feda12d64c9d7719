/** Failures by class. `code` is stable and for programs, `message` for people; the API key is in neither. */
import type { Deployment, ProblemDetail } from './types.ts'

/** Everything that this package throws on its own account, except for a caller's abort. */
export class ServiceError extends Error {
  override name = 'ServiceError'
}

/** The client was given something that cannot work, such as no API key. */
export class ConfigurationError extends ServiceError {
  override name = 'ConfigurationError'
}

/** A request that failed. */
export class APIError extends ServiceError {
  override name = 'APIError'
  /** Whether the same request may succeed later; it was already retried as often as the client may. */
  readonly retryable: boolean = false
}

/** No whole response came: the connection failed, was cut, or what came was no JSON. */
export class APIConnectionError extends APIError {
  override name = 'APIConnectionError'
  override readonly retryable: boolean = true
}

/** The response did not come in time. */
export class APITimeoutError extends APIConnectionError {
  override name = 'APITimeoutError'
}

export interface StatusDetails {
  status: number
  message: string
  code: string | undefined
  requestId: string | undefined
  details: ProblemDetail[]
  retryAfterMs: number | undefined
}

/** The service refused the request, or failed. */
export class APIStatusError extends APIError {
  override name = 'APIStatusError'
  readonly status: number
  /** Such as `no-capacity`; undefined if the response was not the service's own. */
  readonly code: string | undefined
  /** `X-Service-Request-Id`: quote it to support. */
  readonly requestId: string | undefined
  /** The fields that were refused. */
  readonly details: readonly ProblemDetail[]
  /** How long the service asked to wait. */
  readonly retryAfterMs: number | undefined
  override readonly retryable: boolean

  constructor({ status, message, code, requestId, details, retryAfterMs }: StatusDetails) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
    this.details = details
    this.retryAfterMs = retryAfterMs
    this.retryable = isRetryable(status, code)
  }
}

/** 400: something in the request is wrong; `details` names it. */
export class BadRequestError extends APIStatusError {
  override name = 'BadRequestError'
}
/** 401: no key, or none that is valid. */
export class AuthenticationError extends APIStatusError {
  override name = 'AuthenticationError'
}
/** 403: the key may not do this. */
export class PermissionDeniedError extends APIStatusError {
  override name = 'PermissionDeniedError'
}
/** 403 `quota-exceeded`: the GPU-hours of the month are used. */
export class QuotaExceededError extends PermissionDeniedError {
  override name = 'QuotaExceededError'
}
/** 404: there is no such thing, or it is another company's. */
export class NotFoundError extends APIStatusError {
  override name = 'NotFoundError'
}
/** 409: not possible in the current state. */
export class ConflictError extends APIStatusError {
  override name = 'ConflictError'
}
/** 409 `no-capacity`: no hub has enough free GPUs now. */
export class NoCapacityError extends ConflictError {
  override name = 'NoCapacityError'
}
/** 422: understood, and never possible as it stands. */
export class UnprocessableEntityError extends APIStatusError {
  override name = 'UnprocessableEntityError'
}
/** 422 `no-feasible-hub`: no hub could ever take it. */
export class NoFeasibleHubError extends UnprocessableEntityError {
  override name = 'NoFeasibleHubError'
}
/** 429: too many requests, or the requests of the month are used. */
export class RateLimitError extends APIStatusError {
  override name = 'RateLimitError'
}
/** 5xx: the service failed. */
export class InternalServerError extends APIStatusError {
  override name = 'InternalServerError'
}

/** The deployment that was waited for will not run. */
export class DeploymentFailedError extends ServiceError {
  override name = 'DeploymentFailedError'
  readonly deployment: Deployment

  constructor(deployment: Deployment) {
    const { deploymentId, status, reason, message } = deployment
    super(`${deploymentId} is ${status}${reason ? ` (${reason})` : ''}${message ? `: ${message}` : ''}`)
    this.deployment = deployment
  }
}

/** The deployment that was waited for does not run yet. It goes on without the caller. */
export class WaitTimeoutError extends ServiceError {
  override name = 'WaitTimeoutError'
  readonly deployment: Deployment

  constructor(deployment: Deployment, waitedMs: number) {
    super(`${deployment.deploymentId} is still ${deployment.status} after ${Math.round(waitedMs / 1000)} s`)
    this.deployment = deployment
  }
}

/** A refusal that speaks of a moment. A 409 does only while the same request is at work. */
function isRetryable(status: number, code: string | undefined): boolean {
  if (status === 409) return code === 'idempotency-in-progress'
  return [408, 429, 500, 502, 503, 504].includes(status)
}

const byCode: Record<string, new (details: StatusDetails) => APIStatusError> = {
  '403 quota-exceeded': QuotaExceededError,
  '409 no-capacity': NoCapacityError,
  '422 no-feasible-hub': NoFeasibleHubError,
}
const byStatus: Record<number, new (details: StatusDetails) => APIStatusError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
  429: RateLimitError,
}

export function statusError(details: StatusDetails): APIStatusError {
  const { status, code } = details
  const special = byCode[`${status} ${code}`] ?? byStatus[status]
  return new (special ?? (status >= 500 ? InternalServerError : APIStatusError))(details)
}
