/**
 * The OpenAPI 3.1 document, made from the routes' own schemas, at `/openapi.json`, and pages that show it at `/docs` (`reference/`).
 * What holds for every route of a kind is added by `route-document.ts`; `document-components.ts` names what repeats.
 */

import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyReply, type FastifySchema } from 'fastify'
import { type ReferenceFile, type ReferenceOptions, renderReference, type Trying } from '../reference/reference.ts'
import { type ApiExamples, noExamples, withExamples } from './api-examples.ts'
import type { App } from './app.ts'
import { nameComponents } from './document-components.ts'
import { healthRoutes, healthTags } from './health.ts'
import { sessionCookie as unnamedCookie } from './model/session-cookie.ts'
import { pageHeaders } from './page-headers.ts'
import { setRawHeader } from './raw-header.ts'
import { makeReadiness } from './readiness.ts'
import { documentRoute, securitySchemesWith } from './route-document.ts'

export type ApiDescription = {
  title: string
  version: string
  description: string
  /** Where customers reach the service: the default of the document's server address. */
  baseUrl: string
  /** The cookie of its sessions, where people sign in. */
  sessionCookie?: string
  /** What the routes name as their tag, with a sentence about each, in the order of the documentation. */
  tags: Readonly<Record<string, string>>
  /** Requests that the service makes, by the name of what makes it: the document's section of that name. */
  webhooks?: Record<string, object>
  /** Read when the document is first asked for. */
  examples?: () => ApiExamples
  /** Where an operation can be tried on its page; with a key at the service itself when absent. */
  trying?: ReferenceOptions['trying']
}

export const docsPath = '/docs'

/** Must be called before the routes are registered: only later routes are in the document. */
export async function collectDocument(
  app: App,
  {
    title,
    version,
    description,
    baseUrl,
    sessionCookie = unnamedCookie,
    tags,
    webhooks,
    examples = () => noExamples,
  }: ApiDescription,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title,
        version,
        description,
        contact: { name: 'API support', url: 'https://service.example/support' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '{base_url}', variables: { base_url: { default: baseUrl } } }],
      tags: Object.entries({ ...tags, ...healthTags }).map(([name, description]) => ({ name, description })),
      ...(webhooks && { webhooks }),
      components: { securitySchemes: securitySchemesWith(sessionCookie) },
    },
    transformObject: (given) =>
      'openapiObject' in given ? withExamples(nameComponents(given.openapiObject), examples()) : given.swaggerObject,
    transform: ({ schema, url, route }) => ({ schema: documentRoute(schema as FastifySchema | undefined, route), url }),
  })
}

export type ApiDocument = ReturnType<App['swagger']>

/** The document as committed: made from the routes alone, with nothing behind them and no request ever made. */
export async function documentOf<Deps>(
  description: ApiDescription,
  routes: (app: App, nothing: Deps) => void,
): Promise<ApiDocument> {
  const app: App = fastify({ exposeHeadRoutes: false }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => String)
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

export async function serveDocument(app: App, { baseUrl, trying }: ApiDescription): Promise<void> {
  let text: string | undefined
  app.get('/openapi.json', { schema: { hide: true }, config: { public: true } }, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })
  if (!app.hasRoute({ method: 'GET', url: '/' })) {
    app.get('/', { schema: { hide: true }, config: { public: true } }, async (_request, reply) =>
      reply.redirect(docsPath),
    )
  }
  let files: Map<string, ReferenceFile> | undefined
  const send = (name: string, reply: FastifyReply) => {
    files ??= renderReference(app.swagger(), { basePath: docsPath, baseUrl, trying: trying ?? (() => withKey) })
    const file = files.get(name)
    if (!file) return reply.callNotFound()
    for (const [header, value] of Object.entries(pageHeaders)) setRawHeader(reply, header, value)
    setRawHeader(reply, 'Cache-Control', 'no-cache')
    return reply.header('content-type', file.type).send(file.text)
  }
  const options = { schema: { hide: true }, config: { public: true, page: true } } as const
  app.get(docsPath, options, (_request, reply) => send('', reply))
  app.get(`${docsPath}/`, options, (_request, reply) => reply.redirect(docsPath))
  app.get(`${docsPath}/*`, options, (request, reply) => send((request.params as { '*': string })['*'], reply))
}

const withKey: Trying = {
  base: '',
  needsKey: true,
  words: 'The request goes to this service with your key, which is kept nowhere but in its field.',
}
