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
  const file = (type: keyof typeof types) => new URL(`page/link-page.${type}`, import.meta.url)
  for (const kind of linkKinds) servePageFile(app, `${pagesPath}/${kind === 'entry' ? 'enter' : kind}`, file('html'))
  servePageFile(app, `${pagesPath}/link-page.css`, file('css'))
  servePageFile(app, `${pagesPath}/link-page.js`, file('js'))
}

/** Serves a file of a page for people, under the policy that lets it use nothing but what is served here. */
export function servePageFile(app: App, url: string, file: URL): void {
  const type = types[file.pathname.split('.').at(-1) as keyof typeof types]
  let text: string | undefined
  app.get(url, { schema: { hide: true }, config: { public: true } }, async (_request, reply) => {
    text ??= readFileSync(file, 'utf8')
    return guarded(reply).header('content-type', `${type}; charset=utf-8`).send(text)
  })
}

function guarded(reply: FastifyReply): FastifyReply {
  setRawHeader(reply, 'Content-Security-Policy', policy)
  setRawHeader(reply, 'Referrer-Policy', 'no-referrer')
  setRawHeader(reply, 'Cross-Origin-Opener-Policy', 'same-origin')
  setRawHeader(reply, 'Cache-Control', 'no-cache')
  return reply
}
