/** The page on which a person gives a program a key, and what it asks the service. */
import Type from 'typebox'
import { type App, callerOf } from '../../http/http.ts'
import { type Html, html } from '../../text/model/html.ts'
import { decision, type Place, proof, serveAskingPage } from '../asking/asking-page.ts'
import type { Decisions } from './decide-on-key.ts'
import { shownUserCode } from './model/user-code.ts'

export const handOverPath = '/oauth/device'
const fields = { additionalProperties: false }
const Code = Type.String({ maxLength: 40 })

type Deps = Place & { decisions: Decisions }

export function handOverRoutes(app: App, deps: Deps): void {
  const { title, pagesPath } = deps
  serveAskingPage(app, {
    path: handOverPath,
    heading: 'Give svc an API key?',
    script: { url: '/oauth/hand-over.js', file: new URL('hand-over-page.js', import.meta.url) },
    forms: forms(pagesPath),
    title,
    pagesPath,
  })
  decisionRoutes(app, deps)
}

function decisionRoutes(app: App, { decisions }: Deps): void {
  app.post(
    `${handOverPath}/request`,
    { schema: { hide: true, body: Type.Object({ code: Code }, fields) }, config: { session: true } },
    async (request) => {
      const { userCode, machine, askedFrom, createdAt, scopes } = await decisions.show(
        callerOf(request),
        request.body.code,
      )
      return {
        code: shownUserCode(userCode),
        machine,
        asked_from: askedFrom,
        asked_at: createdAt.toISOString(),
        scopes: scopes.map(({ isDefault, ...scope }) => ({ ...scope, is_default: isDefault })),
      }
    },
  )

  const Key = Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200 }),
      scopes: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 50 }),
      days: Type.Union([Type.Integer({ minimum: 1, maximum: 3_650 }), Type.Null()]),
    },
    fields,
  )
  app.post(
    `${handOverPath}/decide`,
    {
      schema: { hide: true, body: Type.Object({ code: Code, key: Type.Optional(Key) }, fields) },
      config: { session: true },
    },
    async (request, reply) => {
      await decisions.decide({ ...callerOf(request), requestId: request.id }, request.body)
      return reply.code(204).send(null)
    },
  )
}

const forms = (pagesPath: string): Html => html`<form id="typed" hidden>
        <label for="typed-code">Code that svc shows in its terminal</label>
        <input id="typed-code" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" required />
        <button type="submit">Go on</button>
      </form>
      <form id="hand-over" hidden>
        <p class="code"><output id="shown-code"></output></p>
        <p>
          Go on only if <strong>you</strong> have just run <code>svc login</code> and its terminal shows this code. Who sent you a link to
          this page would get the key.
        </p>
        <dl>
          <dt>The machine calls itself</dt>
          <dd id="machine"></dd>
          <dt>It asks from</dt>
          <dd id="asked-from"></dd>
          <dt>You are</dt>
          <dd id="person"></dd>
        </dl>
        <label for="name">Name of the key</label>
        <input id="name" type="text" autocomplete="off" maxlength="200" required />
        <label for="days">It ends</label>
        <select id="days">
          <option value="30">in 30 days</option>
          <option value="90" selected>in 90 days</option>
          <option value="365">in a year</option>
          <option value="">when it is revoked</option>
        </select>
        <fieldset>
          <legend>It may</legend>
          <div id="scopes"></div>
        </fieldset>
        <p>
          The key acts for your company. You can change and revoke it among the
          <a href="${pagesPath}/settings/keys" target="_blank" rel="noopener">API keys</a> at any time.
        </p>
        ${proof}
        ${decision('Give the key')}
      </form>`
