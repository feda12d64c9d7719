/**
 * A service whose every text is an attack on the terminal: the recorded examples of the API documents, with control sequences in
 * all strings. What commands need to go on, such as statuses and cursors, stays.
 */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { example?: Json }> }> }>>
}

const esc = String.fromCharCode(27)
/** Clears the screen, sets the title, writes over lines, asks for what the terminal then types, goes on in the other direction. */
export const attack = `${esc}[2J${esc}]0;owned\u0007\r\u009b31mA\u202eB\u200b${esc}[6n\u0000\n\u2028C`

const kept = /^(?:status|outcome|next_cursor|nextCursor|position|at|deployment_id|method)$|(?:_at|At|since|hour)$/

function attacking(value: Json, name = ''): Json {
  if (typeof value === 'string') return kept.test(name) ? value : `${value}${attack}`
  if (Array.isArray(value)) return value.map((item) => attacking(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, attacking(inner, key)]))
}

function examples(): { method: string; path: RegExp; body: Json }[] {
  return ['compute', 'reputation'].flatMap((name) => {
    const file = join(import.meta.dirname, `../../openapi/${name}.json`)
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Document
    return Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) => {
        const body = responses?.['200']?.content?.['application/json']?.example
        const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
        return body === undefined ? [] : [{ method: method.toUpperCase(), path: pattern, body }]
      }),
    )
  })
}

export async function startHostileService(): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const known = examples()
  const server: Server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!
    if (path.endsWith('/logs')) {
      const line = JSON.stringify({
        at: '2026-11-20T09:30:00.000Z',
        stream: 'stdout',
        text: `${esc}[32mgreen${esc}[0m\ttab ${attack}`,
      })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.end(`id: 1\ndata: ${line}\n\nevent: end\ndata: {}\n\n`)
    }
    const found = known.find((one) => one.method === request.method && one.path.test(path))
    const refusal = { error: 'Not Found', message: `No such thing${attack}`, code: 'not-found', details: [] }
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    return response.end(JSON.stringify(found ? attacking(found.body) : refusal))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
