/** The page that an assistant leads a person to, and what it asks the service. */
import Type from 'typebox'
import { type App, callerOf } from '../../http/http.ts'
import { html } from '../../text/model/html.ts'
import { askingFiles, decision, type Place, proof, serveAskingPage } from '../asking/asking-page.ts'
import type { Consent } from './consent.ts'
import type { BaseUrlOf } from './metadata.routes.ts'

const Request = Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 2_000 }), { maxProperties: 30 })
const fields = { additionalProperties: false }

type Deps = Place & { consent: Consent; baseUrlOf: BaseUrlOf }

export function consentRoutes(app: App, { consent, title, pagesPath, baseUrlOf }: Deps): void {
  askingFiles(app)
  serveAskingPage(app, {
    path: '/oauth/authorize',
    heading: 'Let an assistant act for you?',
    script: { url: '/oauth/consent.js', file: new URL('consent-page.js', import.meta.url) },
    forms,
    title,
    pagesPath,
  })

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

const forms = html`<form id="consent" hidden>
        <dl>
          <dt>It calls itself</dt>
          <dd id="name"></dd>
          <dt>It leads you back to</dt>
          <dd id="place"></dd>
          <dt>You are</dt>
          <dd id="person"></dd>
        </dl>
        <fieldset>
          <legend>It may</legend>
          <div id="scopes"></div>
        </fieldset>
        <p>
          Allow it only if you have just begun this in that assistant. It sees and does nothing that your role does not permit, and
          you can end it in your security settings at any time.
        </p>
        ${proof}
        ${decision('Allow')}
      </form>`
