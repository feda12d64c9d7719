/**
 * What the API document says of a route beyond its own schema: the credentials it needs, and the headers and the
 * problems that the app itself gives it.
 */
import type { FastifySchema, RouteOptions } from 'fastify'
import Type from 'typebox'
import {
  IdempotencyKeyParameter,
  idempotencyInProgress,
  idempotencyMismatch,
  replayedHeader,
} from './idempotency-key.ts'
import { eventsMediaType, linesMediaType } from './negotiation.ts'
import { codesOf, ProblemSchema, problems } from './problem-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of a successful response that is a stream instead of JSON, for the document. */
    streams?: readonly string[]
  }
}

type Responses = Record<string, object>

/** How callers prove who they are, as the document names it. */
export const securitySchemesWith = (sessionCookie: string) =>
  ({
    apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer svc_…`.' },
    session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'The session of a signed-in person.' },
  }) as const

export function documentRoute(schema: FastifySchema | undefined, route: RouteOptions): FastifySchema {
  const { idempotent, etag } = route.config ?? {}
  const responses: Responses = { ...((schema?.response ?? {}) as Responses), ...commonResponses(route) }
  const documented = Object.entries(responses).map(([status, body]) => [
    status,
    { description: descriptionOf(status, route), ...contentOf(status, body, route), headers: headersOf(status, route) },
  ])
  const codes = { 'x-error-codes': codesOf(commonProblems(route), (schema?.response ?? {}) as object) }
  return {
    ...schema,
    ...(idempotent && { headers: IdempotencyKeyParameter }),
    ...(etag && { headers: IfNoneMatchParameter }),
    response: Object.fromEntries(documented),
    ...securityOf(route),
    ...codes,
  } as FastifySchema
}

function securityOf({ config: { scope, permission, session } = {} }: RouteOptions) {
  if (scope !== undefined) {
    const finer = permission !== undefined && { 'x-required-permission': permission }
    return { security: [{ apiKey: [scope] }], 'x-required-scope': scope, ...finer }
  }
  if (session !== undefined) {
    return session === true
      ? { security: [{ session: [] }] }
      : { security: [{ session: [session] }], 'x-required-permission': session }
  }
  return { security: [] }
}

const IfNoneMatchParameter = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({
      description: 'The `ETag` of a response that you hold. While it is current, the response is 304, which is free.',
      examples: ['"5f0c9a21d3b8e7446a1c9d02"'],
    }),
  ),
})

const needsCaller = (config: RouteOptions['config']): boolean =>
  config?.scope !== undefined || config?.session !== undefined

/** What the app can respond with for every route of the kind, so that no route needs to repeat it. */
const commonResponses = (route: RouteOptions): Responses => ({
  ...(route.config?.etag && { 304: {} }),
  ...commonProblems(route),
  500: ProblemSchema,
  default: ProblemSchema,
})

const commonProblems = ({ method, config }: RouteOptions): Responses =>
  problems(
    'invalid-request',
    ...(needsCaller(config) ? (['unauthenticated', 'forbidden', 'rate-limited', 'unavailable'] as const) : []),
    ...(config?.scope === undefined ? [] : (['request-quota-exceeded'] as const)),
    ...(config?.csv ? (['not-acceptable'] as const) : []),
    // The body is read before anybody knows whether the operation wants one.
    ...(method === 'GET' ? [] : (['too-large', 'unsupported-media-type'] as const)),
    ...(config?.idempotent ? [idempotencyInProgress, idempotencyMismatch] : []),
  )

function contentOf(status: string, body: object, { config }: RouteOptions) {
  if (status === '204' || status === '304') return { type: 'null' } // which the document's maker leaves out
  if (config?.streams && status === '200') {
    return { content: Object.fromEntries(config.streams.map((type) => [type, { schema: body }])) }
  }
  const text = { schema: { type: 'string' } }
  return {
    content: {
      'application/json': { schema: body },
      ...(status === '200' && config?.csv && { 'text/csv': text }),
      ...(status === '200' && config?.lines && { [linesMediaType]: text }),
      ...(status === '200' && config?.events && { [eventsMediaType]: text }),
    },
  }
}

/** As a JSON schema with a description: the document's maker splits it into the two. */
const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, type })
const requestIdHeaders = { 'X-Service-Request-Id': header('The id of this request, to be quoted to support.') }
const rateHeaders = {
  RateLimit: header('What is left of the rate limit: `"default";r=<requests>;t=<seconds until full>`.'),
  'RateLimit-Policy': header('The rate limit of the key: `"default";q=<requests>;w=<seconds>`.'),
}
const quotaHeaders = {
  'X-Service-Quota-Remaining': header("What is left of the company's quota this month after this request.", 'integer'),
}
const retryHeaders = { 'Retry-After': header('Whole seconds after which to try again.', 'integer') }
const challengeHeaders = { 'WWW-Authenticate': header('`Bearer`: how to authenticate.') }
const replayHeaders = {
  [replayedHeader]: header('`true` if this is the response of an earlier request with the same key.'),
}
const etagHeaders = { ETag: header('The version of this response: changes with any byte of it.') }

function headersOf(status: string, { config }: RouteOptions) {
  const guarded = needsCaller(config)
  const takesKeys = config?.scope !== undefined
  return {
    ...requestIdHeaders,
    ...(takesKeys && status === '401' && challengeHeaders),
    ...(guarded && status !== '401' && status !== 'default' && rateHeaders),
    ...(takesKeys && status.startsWith('2') && quotaHeaders),
    ...(config?.idempotent && status.startsWith('2') && replayHeaders),
    ...(config?.etag && (status === '200' || status === '304') && etagHeaders),
    ...((status === '429' || status === '503' || (config?.idempotent && status === '409')) && retryHeaders),
  }
}

const descriptionOf = (status: string, { config }: RouteOptions): string =>
  (config?.session !== undefined && sessionDescriptions[status]) || descriptions[status] || 'OK'

const sessionDescriptions: Record<string, string> = {
  401: 'Not signed in',
  403: 'The role lacks the permission',
  429: 'Rate limit exceeded',
}

const descriptions: Record<string, string> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted; the work follows shortly',
  204: 'Deleted',
  304: 'Not modified: the version you hold is current',
  400: 'Missing or invalid input: `details` names every fault',
  401: 'Missing or invalid API key',
  403: 'The key lacks the scope, or the company may not do this',
  404: 'Not found, or not visible to your company',
  406: 'None of the media types in `Accept` is available',
  409: 'Not possible in the current state',
  413: 'The request body is too large',
  415: 'The media type of the request body is not supported',
  422: 'Well-formed, but cannot be done as requested',
  429: 'Rate limit or quota exceeded',
  500: 'Internal error: quote `X-Service-Request-Id` to support',
  503: 'Temporarily unavailable',
  default: 'Any other error, such as 405, 408 or 431',
}
