/**
 * The HTTP application: what every route of every service gets without asking.
 *
 * A request gets an id, is matched to a route (404, 405), admitted (see `admission.ts`), parsed and validated (see
 * `validation.ts`), handled, and responded to; then it is measured and logged. `failures.ts` responds to whatever fails
 * on the way, or `parser-errors.ts` on the bare socket, always in the form of a `ProblemBody`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preValidationHookHandler,
  type RawServerDefault,
  type RouteOptions,
} from 'fastify'
import Type from 'typebox'
import { InputFaults } from '../input-faults.ts'
import type { Logger } from '../log/log.ts'
import { Problem } from '../problem.ts'
import { guardRoute, type RequestGuards } from './admission.ts'
import { AllowedMethods } from './allowed-methods.ts'
import { type ApiDescription, collectDocument, serveDocument } from './api-document.ts'
import { makeApiServer } from './api-server.ts'
import { compressRoute } from './compression.ts'
import { allowOrigin, isPreflight, respondToPreflight } from './cross-origin.ts'
import { makeErrorHandler } from './failures.ts'
import { healthRoutes } from './health.ts'
import type { HttpMetrics } from './http-metrics.ts'
import { innerRequestOf } from './inner-request.ts'
import { readJsonBodies } from './json-body.ts'
import { endLinesOnClose } from './lines.ts'
import { respondToParserError } from './parser-errors.ts'
import { parseQueryString } from './query-string.ts'
import { setRawHeader } from './raw-header.ts'
import type { Readiness } from './readiness.ts'
import { encodingFault, headerFault } from './request-fault.ts'
import { newRequestId, requestIdHeader } from './request-id.ts'
import { makeRequestLog, type RequestLog } from './request-log.ts'
import { compileValidator } from './validation.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export type AppParts = {
  description: ApiDescription
  guards: RequestGuards
  readiness: Readiness
  metrics: HttpMetrics
  log: Logger
  /** Addresses or CIDR ranges whose `X-Forwarded-…` headers are trusted. */
  trustedProxies: readonly string[]
  /** Origins whose pages may call the API from a browser; `*` for all. */
  corsOrigins?: readonly string[]
  /** Makes a route idempotent; for services that have routes with `config: { idempotent: true }`. */
  makeIdempotent?: (route: RouteOptions) => void
  routes: (app: App) => void
}

const bodyLimitBytes = 1_048_576

/** The app with all its routes, ready to listen or to be injected into. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { log, readiness, metrics, corsOrigins = [] } = parts
  const respondToFailure = makeErrorHandler(log)
  const app: App = fastify({
    bodyLimit: bodyLimitBytes,
    connectionTimeout: 120_000, // without a byte either way, so that nobody holds a response by not reading it
    requestTimeout: 30_000, // for the whole request to arrive, so that slow senders cannot hold sockets
    serverFactory: makeApiServer,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000, requireHostHeader: false }, // `headerFault` requires it
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    genReqId: (raw) => innerRequestOf(raw)?.requestId ?? newRequestId(),
    return503OnClosing: false, // a request that arrives on a live connection during shutdown is still served
    routerOptions: { querystringParser: parseQueryString, maxParamLength: 200 },
    clientErrorHandler: respondToParserError,
    frameworkErrors: (error, request, reply) => {
      greet(reply)
      respondToFailure(error, request as FastifyRequest, reply as FastifyReply)
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)
  endLinesOnClose(app)
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(respondToFailure)
  app.decorateRequest('principal', null)
  app.decorateRequest('debit', null)
  app.decorateRequest('claim', null)

  const allowed = new AllowedMethods()
  const requestLog = makeRequestLog(log)
  const unmatched = afterwards(requestLog, metrics, 'any', 'unmatched')
  app.addHook('onRequest', (request, reply, done) => {
    greet(reply)
    // A proxy that keeps the connection would send its next request on it just as the port closes.
    if (readiness.stopping) setRawHeader(reply, 'Connection', 'close')
    delete request.raw.headers.range // every response is whole, as RFC 9110 (section 14.2) leaves it to us
    const fault = headerFault(request.raw)
    if (fault) {
      setRawHeader(reply, 'Connection', 'close') // where the next request would begin is doubtful
      return done(fault)
    }
    const isAllowed = allowOrigin(request, reply, corsOrigins)
    const methods = request.is404 ? allowed.of(request.url.split('?', 1)[0] ?? '') : []
    if (isAllowed && isPreflight(request) && methods.length > 0) return respondToPreflight(reply, methods)
    done(request.is404 ? noSuchRoute(reply, methods) : undefined)
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    const fault = encodingFault(request.raw)
    if (fault) setRawHeader(reply, 'Accept-Encoding', 'identity') // RFC 9110, section 12.5.3
    done(fault, payload)
  })
  // Where only the route itself knows that there is nothing, such as a file of the reference page.
  app.setNotFoundHandler((request, reply) => respondToFailure(nothingHere(), request, reply))
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) unmatched(request, reply)
    done()
  })
  app.addHook('onRoute', (route) => {
    allowed.add(route.method, route.url)
    const observe = afterwards(requestLog, metrics, String(route.method), route.url)
    route.onResponse = (request, reply, done) => {
      observe(request, reply)
      done()
    }
    if (!route.config?.page) refuseUnknownParameters(route)
    if (!route.schema?.body && route.method !== 'GET' && route.method !== 'HEAD') refuseBody(route)
    if (route.config?.idempotent) {
      if (!parts.makeIdempotent) {
        throw new Error(`The route ${route.method} ${route.url} needs the service to keep idempotency keys.`)
      }
      parts.makeIdempotent(route)
    }
    guardRoute(route, parts.guards, (error) => log.error({ err: error }, 'a quota debit could not be refunded'))
    compressRoute(route)
  })

  await collectDocument(app, parts.description)
  healthRoutes(app, readiness)
  parts.routes(app)
  await serveDocument(app, parts.description)
  closeConnectionsAsTheyIdle(app)
  await app.ready()
  return app
}

/** Sets the headers of every response. */
function greet(reply: FastifyReply): void {
  setRawHeader(reply, requestIdHeader, reply.request.id)
  setRawHeader(reply, 'X-Content-Type-Options', 'nosniff')
}

const nothingHere = () => new Problem('not-found', 'Path not found. See /docs for the API.')

function noSuchRoute(reply: FastifyReply, methods: readonly string[]): Problem {
  if (methods.length === 0) return nothingHere()
  setRawHeader(reply, 'Allow', methods.join(', '))
  return new Problem('method-not-allowed', `This path supports only ${methods.join(', ')}.`)
}

function afterwards(requestLog: RequestLog, metrics: HttpMetrics, method: string, route: string) {
  const observe = metrics.ofRoute(method, route)
  return (request: FastifyRequest, reply: FastifyReply): void => {
    observe(reply.statusCode, reply.elapsedTime)
    requestLog(request, reply, route)
  }
}

function refuseUnknownParameters(route: RouteOptions): void {
  const querystring = (route.schema?.querystring ?? Type.Object({})) as object
  route.schema = { ...route.schema, querystring: { ...querystring, additionalProperties: false } }
}

/** An empty object is no more than nothing: clients send one where they have nothing to say. */
function refuseBody(route: RouteOptions): void {
  const { preValidation } = route
  const steps = preValidation === undefined ? [] : [preValidation].flat()
  const refuse: preValidationHookHandler = (request, _reply, done) => {
    const { body } = request
    if (body === undefined || body === null) return done()
    if (typeof body !== 'object' || Array.isArray(body))
      return done(new Problem('invalid-request', 'body must be an object.'))
    const faults = new InputFaults()
    for (const name of Object.keys(body).slice(0, 20)) faults.add(`body.${name.slice(0, 60)}`, 'is not a known field')
    faults.throwIfAny()
    done()
  }
  route.preValidation = [refuse, ...steps]
}

/**
 * `close` ends the connections that are idle at that moment; those that were busy then are ended here as they fall
 * idle, or a client that keeps its connections would hold the shutdown until its keep-alive runs out.
 */
function closeConnectionsAsTheyIdle(app: App): void {
  let sweep: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    sweep = setInterval(() => app.server.closeIdleConnections(), 50)
    done()
  })
  app.addHook('onClose', async () => clearInterval(sweep))
}
