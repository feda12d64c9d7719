/**
 * From whatever a request failed with to the response in our form. A `Problem` says itself what to respond; the
 * framework's own errors are put into our words; everything else is our bug: a 500 without internals, whose cause is
 * logged beside the request id that the caller is asked to quote.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../log/log.ts'
import { Problem, type ProblemCode, problemBody } from '../problem.ts'
import { setRawHeader } from './raw-header.ts'

export type Failure = {
  status: number
  body: ReturnType<typeof problemBody>
  retryAfterSeconds?: number
  isBug: boolean
}

const frameworkFaults: Record<string, [status: number, code: ProblemCode, message: string]> = {
  FST_ERR_BAD_URL: [400, 'invalid-request', 'The path must be percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: [400, 'invalid-request', 'A segment of the path is too long.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too-large', 'The request body is too large for this operation.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'unsupported-media-type',
    'Send the body as JSON, with "Content-Type: application/json".',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid-request', 'The length of the body does not match Content-Length.'],
  // A path out of the reference page's own folder.
  FST_STATIC_FORBIDDEN_PATH: [404, 'not-found', 'Path not found. See /docs for the API.'],
  FST_ERR_HANDLER_TIMEOUT: [503, 'unavailable', 'The request took too long. Try again.'],
}

function failureOf(error: unknown): Failure {
  if (error instanceof Problem) {
    const { status, code, message, details, retryAfterSeconds } = error
    const body = problemBody(status, message, code, details)
    return { status, body, isBug: false, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  }
  const { code = '' } = error as Partial<FastifyError>
  const fault = frameworkFaults[code]
  if (fault) return { status: fault[0], body: problemBody(fault[0], fault[2], fault[1]), isBug: false }
  const message = 'Internal error. Try again; if it persists, quote the request id of this response to support.'
  return { status: 500, body: problemBody(500, message, 'internal'), isBug: true }
}

/** Nobody hears of it: the caller has gone, or sends what is no HTTP. */
const cutShort: Failure = {
  status: 400,
  body: problemBody(400, 'The body did not arrive whole.', 'invalid-request'),
  isBug: false,
}

const isCutShort = (error: unknown, { raw }: FastifyRequest): boolean =>
  !raw.complete && (error as NodeJS.ErrnoException).code === 'ECONNRESET'

export function makeErrorHandler(log: Logger) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const isShort = isCutShort(error, request)
    const { status, body, retryAfterSeconds, isBug } = isShort ? cutShort : failureOf(error)
    // The pattern, not the path: what stands in a path or query may be somebody's name.
    const route = request.routeOptions.url
    if (isShort) log.info({ requestId: request.id, route }, 'a request was cut short by its caller')
    else if (isBug) log.error({ err: error, requestId: request.id, route }, 'request failed')
    else if (status >= 500) log.warn({ err: causeOf(error), requestId: request.id, route }, body.message)
    if (retryAfterSeconds !== undefined) setRawHeader(reply, 'Retry-After', String(retryAfterSeconds))
    // As text, so that the route's own response schemas do not reshape it.
    reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
  }
}

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined)
