/**
 * The pages for people: what the build of an interface put into its folder, served under a strict policy. Every address
 * below the path that is no file of it is a screen, and gets the one page, which reads the address by itself.
 */
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, pageHeaders, setRawHeader } from '../http/http.ts'
import { type BuiltFile, type BuiltPages, readBuild } from './built-pages.ts'

export { plainPage, plainPageStyle } from './plain-page.ts'

const route = { schema: { hide: true }, config: { public: true, page: true } } as const

/** `path`: `/admin`. `folder`: where the build is, which may come later. `isFirst`: `/` leads a browser there. */
export function pageRoutes(
  app: App,
  { path, folder, isFirst = true }: { path: string; folder: string; isFirst?: boolean },
): void {
  const build = readBuild(folder)
  app.get(path, route, (_request, reply) => redirect(reply, `${path}/`))
  app.get(`${path}/*`, route, (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const built = build()
    if (!built) return sendHtml(reply, notBuilt)
    const file = built.files.get(name)
    return file ? sendFile(request, reply, file) : sendPage(request, reply, built)
  })
  if (isFirst) app.get('/', route, (request, reply) => redirect(reply, wantsPage(request) ? `${path}/` : '/docs'))
}

const types = { css: 'text/css', js: 'text/javascript' } as const

/** A file of a page that no build makes. */
export function servePageFile(app: App, url: string, file: URL): void {
  const type = types[file.pathname.split('.').at(-1) as keyof typeof types]
  let text: string | undefined
  app.get(url, { schema: { hide: true }, config: { public: true } }, async (_request, reply) => {
    text ??= readFileSync(file, 'utf8')
    return guardPage(reply).header('content-type', `${type}; charset=utf-8`).send(text)
  })
}

/** The policy of a page, which is asked for again each time. */
export function guardPage(reply: FastifyReply): FastifyReply {
  guard(reply)
  setRawHeader(reply, 'Cache-Control', 'no-cache')
  return reply
}

function redirect(reply: FastifyReply, to: string): FastifyReply {
  setRawHeader(reply, 'Cache-Control', 'no-cache')
  setRawHeader(reply, 'Vary', 'Accept')
  return reply.redirect(to, 302)
}

/** A browser says so; a program seldom does. */
const wantsPage = ({ headers: { accept } }: FastifyRequest): boolean => accept?.includes('text/html') === true

function sendFile(request: FastifyRequest, reply: FastifyReply, { type, bytes, zipped, isNamedByContent }: BuiltFile) {
  guard(reply)
  setRawHeader(reply, 'Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
  setRawHeader(reply, 'Vary', 'Accept-Encoding')
  reply.header('content-type', type)
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(bytes)
  return reply.header('content-encoding', 'gzip').send(zipped())
}

/** The colours that the person has chosen stand in the page before it is drawn. */
function sendPage(request: FastifyRequest, reply: FastifyReply, { html }: BuiltPages): FastifyReply {
  const [, theme] = /(?:^|; )service_theme=(light|dark)(?:;|$)/.exec(request.headers.cookie ?? '') ?? []
  return sendHtml(reply, theme === undefined ? html : html.replace('<html ', `<html data-theme="${theme}" `))
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  guard(reply)
  setRawHeader(reply, 'Cache-Control', 'no-cache')
  return reply.header('content-type', 'text/html; charset=utf-8').send(html)
}

function guard(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(pageHeaders)) setRawHeader(reply, name, value)
}

const notBuilt = `<!doctype html>
<html lang="en">
<title>Not built yet</title>
<h1>The pages are not built yet</h1>
<p>Run <code>npm run pages</code>, then load this page again. The API serves meanwhile: see <a href="/docs">/docs</a>.</p>
</html>
`
