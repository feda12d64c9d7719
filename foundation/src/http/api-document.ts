/**
 * The OpenAPI 3.1 document, made from the routes' own schemas, at `/openapi.json`, and a page that shows it at `/docs`.
 * What holds for every guarded route (its key, its scope, the headers and refusals) is added here once.
 */

import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifySchema, type RouteOptions } from 'fastify'
import Type from 'typebox'
import type { App } from './app.ts'
import { healthRoutes } from './health.ts'
import {
  IdempotencyKeyParameter,
  idempotencyInProgress,
  idempotencyMismatch,
  replayedHeader,
} from './idempotency-key.ts'
import { problems } from './problem-body.ts'
import { makeReadiness } from './readiness.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of a success that is no JSON but a stream, for the document. */
    streams?: readonly string[]
  }
}

export type ApiDescription = {
  title: string
  version: string
  description: string
  /** Where customers reach the service: the default of the document's server address. */
  baseUrl: string
  /** Requests that the service makes, by the name of what makes it: the document's section of that name. */
  webhooks?: Record<string, object>
}

export const docsPath = '/docs'

/** Must be called before the routes are registered: only later routes are in the document. */
export async function collectDocument(
  app: App,
  { title, version, description, baseUrl, webhooks }: ApiDescription,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url: '{base_url}', variables: { base_url: { default: baseUrl } } }],
      ...(webhooks && { webhooks }),
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer svc_…`.' },
        },
      },
    },
    transform: ({ schema, url, route }) => ({ schema: documented(schema as FastifySchema, route), url }),
  })
}

export type ApiDocument = ReturnType<App['swagger']>

/** The document as committed: made from the routes alone, with nothing behind them and no request ever made. */
export async function documentOf<Deps>(
  description: ApiDescription,
  routes: (app: App, nothing: Deps) => void,
): Promise<ApiDocument> {
  const app: App = fastify({ exposeHeadRoutes: false }).withTypeProvider<TypeBoxTypeProvider>()
  await collectDocument(app, description)
  healthRoutes(app, makeReadiness())
  routes(app, nothing as Deps)
  await app.ready()
  return app.swagger()
}

/** Routes are handed what they need when they are registered; a use of it outside a request is a fault. */
const nothing: unknown = new Proxy(
  {},
  {
    get: (_target, name) => () => Promise.reject(new Error(`${String(name)} was called while documenting the routes`)),
  },
)

export async function serveDocument(app: App, { title }: ApiDescription): Promise<void> {
  let text: string | undefined
  app.get('/openapi.json', { schema: { hide: true }, config: { public: true } }, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })
  await app.register(swaggerUi, {
    routePrefix: docsPath,
    indexPrefix: '',
    staticCSP: pagePolicy,
    theme: { title, favicon: [] },
    // Without the bar that would show another document; nothing is validated elsewhere, and no key is kept.
    uiConfig: { layout: 'BaseLayout', deepLinking: true, validatorUrl: null, persistAuthorization: false },
  })
}

/** Everything the page needs comes from this server, and nothing it holds (a key typed in) can go elsewhere. */
const pagePolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"], // the page sets style attributes
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** As a JSON schema with a description: the document's maker splits it into the two. */
const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, type })
const everyAnswer = { 'X-Service-Request-Id': header('The id of this request: tell it to support.') }
const rateHeaders = {
  RateLimit: header('What is left of the rate limit: `"default";r=<requests>;t=<seconds until full>`.'),
  'RateLimit-Policy': header('The rate limit of the key: `"default";q=<requests>;w=<seconds>`.'),
}
const quotaHeaders = {
  'X-Service-Quota-Remaining': header("What is left of the company's quota this month after this request.", 'integer'),
}
const retryHeaders = { 'Retry-After': header('Whole seconds after which to try again.', 'integer') }

const replayHeaders = {
  [replayedHeader]: header('`true` where this is the answer of an earlier request with the same key.'),
}
const etagHeaders = { ETag: header('Of this answer: changes with any byte of it.') }
const etagParameter = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({ description: 'The `ETag` of an answer that is held: while it holds, 304, which costs nothing.' }),
  ),
})
type Answers = Record<string, object>

function documented(schema: FastifySchema | undefined, route: RouteOptions): FastifySchema {
  const { scope } = route.config ?? {}
  const answers: Answers = { ...((schema?.response ?? {}) as Answers), ...commonProblems(schema, route) }
  const response = Object.fromEntries(
    Object.entries(answers).map(([status, body]) => [
      status,
      {
        description: descriptions[status] ?? 'OK',
        ...contentOf(status, body, route),
        headers: headersOf(status, route),
      },
    ]),
  )
  return {
    ...schema,
    ...(route.config?.idempotent && { headers: IdempotencyKeyParameter }),
    ...(route.config?.etag && { headers: etagParameter }),
    response,
    ...(scope ? { security: [{ apiKey: [scope] }], 'x-required-scope': scope } : { security: [] }),
  } as FastifySchema
}

/** What the app answers for every route of the kind, so that no route needs to repeat it. */
const commonProblems = (schema: FastifySchema | undefined, { config }: RouteOptions): Answers => ({
  ...(config?.etag && { 304: {} }),
  ...problems('invalid-request'),
  ...(config?.scope && problems('unauthenticated', 'forbidden', 'rate-limited')),
  ...(config?.csv && problems('not-acceptable')),
  ...(schema?.body !== undefined && problems('too-large', 'unsupported-media-type')),
  ...(config?.idempotent && problems(idempotencyInProgress, idempotencyMismatch)),
})

function contentOf(status: string, body: object, route: RouteOptions) {
  if (status === '204' || status === '304') return { type: 'null' } // which the document's maker leaves out
  const { streams } = route.config ?? {}
  if (streams && status === '200') {
    return { content: Object.fromEntries(streams.map((type) => [type, { schema: body }])) }
  }
  const json = { 'application/json': { schema: body } }
  return {
    content: route.config?.csv && status === '200' ? { ...json, 'text/csv': { schema: { type: 'string' } } } : json,
  }
}

function headersOf(status: string, { config }: RouteOptions) {
  const guarded = config?.scope !== undefined
  return {
    ...everyAnswer,
    ...(guarded && status !== '401' && rateHeaders),
    ...(guarded && status.startsWith('2') && quotaHeaders),
    ...(config?.idempotent && status.startsWith('2') && replayHeaders),
    ...(config?.etag && (status === '200' || status === '304') && etagHeaders),
    ...((status === '429' || status === '503' || (config?.idempotent && status === '409')) && retryHeaders),
  }
}

const descriptions: Record<string, string> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted; it happens shortly',
  204: 'Done',
  304: 'As the answer that is held already',
  400: 'A missing or invalid parameter',
  401: 'A missing or invalid API key',
  403: 'The key lacks the scope, or the company may not do that',
  404: 'No such thing, or not yours',
  406: 'None of the asked-for formats can be answered',
  409: 'Not possible in the present state',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'Understood, and impossible as asked',
  429: 'Past the rate limit or the quota',
  503: 'Not able to serve at present',
}
