/** The page on which a person gives a program a key, and what it asks the service. */
import { readFileSync } from 'node:fs'
import Type from 'typebox'
import { type App, callerOf } from '../../http/http.ts'
import { guardPage, servePageFile } from '../../pages/pages.ts'
import type { Decisions } from './decide-on-key.ts'
import { shownUserCode } from './model/user-code.ts'

export const handOverPath = '/oauth/device'
const fields = { additionalProperties: false }
const Code = Type.String({ maxLength: 40 })

type Deps = { decisions: Decisions; title: string; pagesPath: string }

export function handOverRoutes(app: App, deps: Deps): void {
  pageRoutes(app, deps)
  decisionRoutes(app, deps)
}

function pageRoutes(app: App, { title, pagesPath }: Deps): void {
  const file = (type: string) => new URL(`page/hand-over.${type}`, import.meta.url)
  servePageFile(app, '/oauth/hand-over.js', file('js'))
  let html: string | undefined
  // The page reads the query of its address by itself.
  app.get(handOverPath, { schema: { hide: true }, config: { public: true, page: true } }, async (_request, reply) => {
    html ??= readFileSync(file('html'), 'utf8').replaceAll('{pages}', pagesPath).replaceAll('{title}', title)
    return guardPage(reply).header('content-type', 'text/html; charset=utf-8').send(html)
  })
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
