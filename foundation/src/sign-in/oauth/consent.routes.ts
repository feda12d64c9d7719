/** The page that an assistant leads a person to, and what it asks the service. */
import { readFileSync } from 'node:fs'
import Type from 'typebox'
import { type App, callerOf } from '../../http/http.ts'
import { guardPage, plainPageStyle, servePageFile } from '../../pages/pages.ts'
import type { Consent } from './consent.ts'
import type { BaseUrlOf } from './metadata.routes.ts'

const Request = Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 2_000 }), { maxProperties: 30 })
const fields = { additionalProperties: false }

export function consentRoutes(
  app: App,
  {
    consent,
    title,
    pagesPath,
    baseUrlOf,
  }: { consent: Consent; title: string; pagesPath: string; baseUrlOf: BaseUrlOf },
): void {
  const file = (type: string) => new URL(`page/consent.${type}`, import.meta.url)
  servePageFile(app, '/oauth/consent.js', file('js'))
  servePageFile(app, plainPageStyle.url, plainPageStyle.file)
  servePageFile(app, '/oauth/asking.js', new URL('page/asking.js', import.meta.url))
  let html: string | undefined
  // The page reads the query of its address by itself.
  app.get(
    '/oauth/authorize',
    { schema: { hide: true }, config: { public: true, page: true } },
    async (_request, reply) => {
      html ??= readFileSync(file('html'), 'utf8').replaceAll('{pages}', pagesPath).replaceAll('{title}', title)
      return guardPage(reply).header('content-type', 'text/html; charset=utf-8').send(html)
    },
  )

  app.post(
    '/oauth/authorize/request',
    { schema: { hide: true, body: Type.Object({ request: Request }, fields) }, config: { session: true } },
    async (request) => {
      const { client, place, scopes } = await consent.show(callerOf(request), request.body.request, baseUrlOf(request))
      const own = client.id.startsWith('https://') ? new URL(client.id).host : null
      return { client: { name: client.name, served_by: own }, place, scopes }
    },
  )

  app.post(
    '/oauth/authorize/decide',
    {
      schema: {
        hide: true,
        body: Type.Object(
          { request: Request, scopes: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 50 })) },
          fields,
        ),
      },
      config: { session: true },
    },
    async (request) => ({
      redirect_to: await consent.decide(
        { ...callerOf(request), requestId: request.id },
        { request: request.body.request, baseUrl: baseUrlOf(request), allowed: request.body.scopes },
      ),
    }),
  )
}
