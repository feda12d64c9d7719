/**
 * What `config: { idempotent: true }` puts around a route: a caller may then send the request again under the same
 * `Idempotency-Key` and gets the response of the first, with `Idempotent-Replayed: true`.
 *
 * The record begins after the input is validated and the quota debited, so that no refusal of those takes the key; a
 * request without a key costs nothing. It ends before the response goes out. Should that write fail, or the process die
 * before it, the lease runs out and the next request of that key resumes. The route hands `operationOf(request)` to the
 * use case, which stores the operation's id with what it makes and, where it is resumed, looks for that first.
 */
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import {
  callerOf,
  idempotencyInProgress,
  idempotencyMismatch,
  isIdempotencyKey,
  replayedHeader,
  setRawHeader,
} from '../http/http.ts'
import { Problem } from '../problem.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Idempotency } from './idempotency.ts'
import type { IdempotencyMetrics } from './idempotency-metrics.ts'
import type { Claim, KeptResponse, Operation } from './model/record.ts'

declare module 'fastify' {
  interface FastifyRequest {
    claim: Claim | null
  }
}

/** The operation under which the work stores what it makes; undefined for a request without a key. */
export const operationOf = (request: FastifyRequest): Operation | undefined => request.claim?.operation

export type IdempotencyParts = {
  records: Idempotency
  metrics: IdempotencyMetrics
  /** Reports endings that could not be written. */
  report: (error: unknown) => void
}

/** The wrapper that the app puts around each route with `config: { idempotent: true }`. */
export const idempotentRoutes =
  (parts: IdempotencyParts) =>
  (route: RouteOptions): void => {
    route.preHandler = [beginning(parts), ...list(route.preHandler)]
    route.onSend = [...list(route.onSend), ending(parts)]
  }

const list = <T>(one: T | T[] | undefined): T[] => (one === undefined ? [] : Array.isArray(one) ? one : [one])

function beginning({ records, metrics }: IdempotencyParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const key = request.headers['idempotency-key']
    if (key === undefined) return undefined
    const { companyId } = callerOf(request)
    const { method, url: path, body } = request
    const begun = await records.begin({
      companyId,
      key: wellFormed(key),
      fingerprint: fingerprintOf({ method, path, body }),
    })
    switch (begun.kind) {
      case 'begun':
        request.claim = begun.claim
        metrics.begun(begun.claim.operation)
        return undefined
      case 'completed':
        metrics.notBegun('replayed')
        return replay(reply, begun.response)
      case 'in progress':
        metrics.notBegun('in_progress')
        throw new Problem(idempotencyInProgress, 'A request with this Idempotency-Key is still in progress.', {
          retryAfterSeconds: 2,
        })
      case 'mismatched':
        metrics.notBegun('mismatched')
        throw new Problem(
          idempotencyMismatch,
          'This Idempotency-Key was used for another request within the last 24 hours. Use a new one.',
        )
    }
  }
}

function wellFormed(key: string | string[]): string {
  // A header that is sent twice arrives joined with a space.
  if (typeof key === 'string' && isIdempotencyKey(key)) return key
  throw new Problem('invalid-request', 'Idempotency-Key must be 1 to 255 visible ASCII characters, sent once.')
}

function replay(reply: FastifyReply, { status, contentType, body }: KeptResponse): FastifyReply {
  setRawHeader(reply, replayedHeader, 'true')
  if (contentType !== null) reply.header('content-type', contentType)
  return reply.code(status).send(body)
}

function ending({ records, report }: IdempotencyParts) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const { claim } = request
    if (!claim) return payload
    request.claim = null
    // What is done is done: the caller hears of it whether or not that could be written.
    await records.end(claim, finalResponse(reply, payload)).catch(report)
    return payload
  }
}

/** Refusals that the same request meets again at any time. Others speak of a moment, or of what an operator can change. */
const finalRefusals = [400, 404, 410, 422]

function finalResponse(reply: FastifyReply, payload: unknown): KeptResponse | undefined {
  const { statusCode: status } = reply
  if (!(status >= 200 && status < 300) && !finalRefusals.includes(status)) return undefined
  if (typeof payload !== 'string' && payload !== null && payload !== undefined) return undefined // a stream
  const contentType = reply.getHeader('content-type')
  return { status, contentType: typeof contentType === 'string' ? contentType : null, body: payload ?? '' }
}
