#!/usr/bin/env node
/**
 * Plays the scripts of `vectors.json` to a client, in any language, and remembers what the client sent.
 *
 *     node fault-server.mjs           prints {"address": "http://127.0.0.1:…"} as its only line; ends with its input
 *     base URL of the client          <address>/<run>/<vector>: a run is any word, and has its own count of attempts
 *     GET <address>/_/vectors         the vectors, with shared bodies in their places
 *     GET <address>/_/<run>/<vector>  the attempts so far: [{"method", "path", "query", "headers", "body"}]
 *
 * Plain JavaScript without dependencies: any Node from 20 on runs it.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const file = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'))
const vectors = withBodies(file.vectors)
const scripts = new Map(vectors.map(({ name, responses }) => [name, responses]))

/** What came, by run and vector. */
const attempts = new Map()

const server = createServer((request, response) => {
  // On a connection that was used before, some runtimes (Go, Deno, Bun) send a request once more by themselves when it breaks.
  response.shouldKeepAlive = false
  const url = new URL(request.url, 'http://localhost')
  const [, run, name, ...rest] = url.pathname.split('/')
  if (run === '_') {
    response.setHeader('content-type', 'application/json')
    const asked = name === 'vectors' ? { api_key: file.api_key, vectors } : (attempts.get(`${name}/${rest[0]}`) ?? [])
    response.end(JSON.stringify(asked))
    return
  }
  const script = scripts.get(name)
  if (!script) {
    response.writeHead(501).end(`no vector is called ${name}`)
    return
  }
  const key = `${run}/${name}`
  const before = attempts.get(key) ?? []
  const attempt = {
    method: request.method,
    path: `/${rest.join('/')}`,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: null,
  }
  attempts.set(key, [...before, attempt])
  const step = script[before.length] ?? {
    status: 501,
    body: { error: 'Not Implemented', message: 'one attempt too many' },
  }
  if (step.fault === 'drop') {
    request.socket.destroy()
    return
  }
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString()
    attempt.body = text === '' ? null : asJson(text)
    play(step, response)
  })
})

/** `{"$body": "deployment", "status": "failed"}` is the shared body of that name with another status. */
function withBodies(value) {
  if (Array.isArray(value)) return value.map(withBodies)
  if (typeof value !== 'object' || value === null) return value
  const { $body: name, ...rest } = value
  const own = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, withBodies(inner)]))
  return name === undefined ? own : { ...file.bodies[name], ...own }
}

function asJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** One step: a response, whole or broken on the way. */
function play(step, response) {
  const { socket } = response
  if (step.fault === 'reset') {
    socket.resetAndDestroy()
    return
  }
  if (step.fault === 'stall') return // until the client gives up
  const body = Buffer.from(bodyOf(step))
  response.statusCode = step.status ?? 200
  response.setHeader('content-type', typeof step.text === 'string' ? 'text/plain' : 'application/json')
  response.setHeader('x-service-request-id', 'req_conformance')
  for (const [name, value] of Object.entries(step.headers ?? {})) response.setHeader(name, value)
  switch (step.fault) {
    case 'cut': // the length promises more than comes
      response.setHeader('content-length', body.length)
      response.write(body.subarray(0, body.length / 2), () => socket.destroy())
      return
    case 'cut-chunks': // chunked, without the last chunk
      response.write(body.subarray(0, body.length / 2), () => socket.destroy())
      return
    case 'half': // a whole response with half of the JSON, as a proxy may cut it
      response.end(body.subarray(0, body.length / 2))
      return
    case 'slow': // a byte now and then, so that no single wait is long
      drip(response, body)
      return
    case 'hang': // all of the body, and then neither more nor an end
      response.write(body)
      return
    case 'pieces': // whole, in pieces that split lines and characters
      piecewise(response, body)
      return
    default:
      if (response.statusCode === 204) response.end()
      else response.end(body)
  }
}

function bodyOf({ status = 200, body, text, events }) {
  if (events) return events.map((lines) => `${lines.map(lineOf).join('\n')}\n\n`).join('')
  if (typeof text === 'string') return text
  return JSON.stringify(
    body === undefined && status >= 400 ? { error: 'Error', message: `status ${status}` } : (body ?? {}),
  )
}

/** A line of an event as it stands, or the object that is its data. */
const lineOf = (line) => (typeof line === 'string' ? line : `data: ${JSON.stringify(line)}`)

function drip(response, body) {
  let sent = 0
  const timer = setInterval(() => response.write(body.subarray(sent % body.length, (sent++ % body.length) + 1)), 40)
  response.on('close', () => clearInterval(timer))
}

async function piecewise(response, body) {
  response.socket.setNoDelay(true)
  for (let at = 0; at < body.length; at += 7) {
    response.write(body.subarray(at, at + 7))
    await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${server.address().port}` }))
})
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
