/** The one page that links lead to, under `/admin` or `/dashboard`: plain HTML, until the interface of the service takes its place. */
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import type { App } from '../http/http.ts'
import { setRawHeader } from '../http/http.ts'
import { linkKinds } from './model/account-link.ts'

const types = { html: 'text/html', css: 'text/css', js: 'text/javascript' } as const

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** `pagesPath`: `/admin`. */
export function linkPageRoutes(app: App, pagesPath: string): void {
  const serve = (url: string, type: keyof typeof types) => {
    let text: string | undefined
    app.get(url, { schema: { hide: true }, config: { public: true } }, async (_request, reply) => {
      text ??= readFileSync(new URL(`page/link-page.${type}`, import.meta.url), 'utf8')
      return guarded(reply).header('content-type', `${types[type]}; charset=utf-8`).send(text)
    })
  }
  for (const kind of linkKinds) serve(`${pagesPath}/${kind === 'entry' ? 'enter' : kind}`, 'html')
  serve(`${pagesPath}/link-page.css`, 'css')
  serve(`${pagesPath}/link-page.js`, 'js')
}

function guarded(reply: FastifyReply): FastifyReply {
  setRawHeader(reply, 'Content-Security-Policy', policy)
  setRawHeader(reply, 'Referrer-Policy', 'no-referrer')
  setRawHeader(reply, 'Cross-Origin-Opener-Policy', 'same-origin')
  setRawHeader(reply, 'Cache-Control', 'no-cache')
  return reply
}
