/** What only shows on a real connection: the parser's refusals, timeouts, and the end of the server. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { exampleKey, makeExample } from '@service/foundation-testing/http/example-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let example: Awaited<ReturnType<typeof makeExample>>
let port: number
beforeAll(async () => {
  example = await makeExample()
  port = Number(new URL(await example.app.listen({ port: 0 })).port)
})
afterAll(() => example.app.close())

/** Sends the text as it is and reads until the server closes. */
async function exchange(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const parts: string[] = []
  socket.setEncoding('utf8').on('data', (part: string) => parts.push(part))
  socket.write(text, 'latin1')
  await once(socket, 'close')
  return parts.join('')
}

const close = 'Connection: close\r\n\r\n'

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'Bad Request'],
  ['a binary greeting', '\x16\x03\x01\x02\x00\x01\x00', 400, 'Bad Request'],
  [
    'headers beyond 16 KiB',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'Request Header Fields Too Large',
  ],
  [
    'a URL beyond 16 KiB',
    `GET /api/v1/echo?name=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    431,
    'Request Header Fields Too Large',
  ],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
    'Bad Request',
  ],
  ['a header with a NUL', 'GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n', 400, 'Bad Request'],
  ['no Host', `GET /healthz HTTP/1.1\r\n${close}`, 400, 'Bad Request'],
  [
    'an unknown expectation',
    `GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n${close}`,
    417,
    'Expectation Failed',
  ],
  ['a raw percent', `GET /% HTTP/1.1\r\nHost: x\r\n${close}`, 400, 'Bad Request'],
  ['a path out of a folder', `GET /docs/static/../../package.json HTTP/1.1\r\nHost: x\r\n${close}`, 404, 'Not Found'],
  ['an encoded way out', `GET /docs/static/..%2f..%2fpackage.json HTTP/1.1\r\nHost: x\r\n${close}`, 404, 'Not Found'],
  ['a file with a NUL', `GET /docs/static/%00 HTTP/1.1\r\nHost: x\r\n${close}`, 404, 'Not Found'],
  ['a file that is not there', `GET /docs/static/nowhere.js HTTP/1.1\r\nHost: x\r\n${close}`, 404, 'Not Found'],
  ['an unknown path', `GET /nowhere HTTP/1.1\r\nHost: x\r\n${close}`, 404, 'Not Found'],
])('%s is refused with a problem and a request id spelt as documented', async (_what, text, status, phrase) => {
  const response = await exchange(text)
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} ${phrase}\r\n`))
  expect(response).toMatch(/\r\nX-Service-Request-Id: req_[0-9a-f]{32}\r\n/)
  expect(JSON.parse(response.slice(response.indexOf('{')))).toMatchObject({
    error: phrase,
    message: expect.any(String),
  })
})

const empty = 'POST /api/v1/empty HTTP/1.1\r\nContent-Type: application/json\r\n'
const withKey = `Host: x\r\nAuthorization: Bearer ${exampleKey}\r\n`

test.each([
  [
    'two hosts',
    `GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n${close}`,
    400,
    'The Host header is given more than once.',
  ],
  ['an empty host', `GET /healthz HTTP/1.1\r\nHost:\r\n${close}`, 400, 'The Host header is malformed.'],
  ['a host that is none', `GET /healthz HTTP/1.1\r\nHost: a/b\r\n${close}`, 400, 'The Host header is malformed.'],
  [
    'two credentials',
    `GET /api/v1/echo?name=x HTTP/1.1\r\n${withKey}Authorization: Bearer x\r\n${close}`,
    400,
    'The Authorization header is given more than once.',
  ],
  [
    'an unknown transfer coding',
    `${empty}${withKey}Transfer-Encoding: gzip, chunked\r\n${close}0\r\n\r\n`,
    501,
    'The only Transfer-Encoding that is supported is chunked.',
  ],
  [
    'an encoded body',
    `${empty}${withKey}Content-Encoding: gzip\r\nContent-Length: 2\r\n${close}{}`,
    415,
    'The body has the Content-Encoding "gzip", and none is supported. Send it as it is.',
  ],
  [
    'letters that are not encoded',
    `GET /api/v1/echo?name=\u00d0\u009a HTTP/1.1\r\n${withKey}${close}`,
    400,
    'The address has characters that are not percent-encoded, such as letters with accents. Encode them as UTF-8: with curl, -G --data-urlencode "name=…".',
  ],
  ['a tunnel', `CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n${close}`, 405, 'This is no proxy.'],
])('%s: the refusal says what is wrong', async (_what, text, status, message) => {
  const response = await exchange(text)
  expect(response.slice(9, 12)).toBe(String(status))
  expect(JSON.parse(response.slice(response.indexOf('{')))).toMatchObject({ message })
})

test('a caller who closes their side after the request gets the response', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const parts: string[] = []
  socket.setEncoding('utf8').on('data', (part: string) => parts.push(part))
  socket.end('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'close')
  expect(parts.join('')).toMatch(/^HTTP\/1.1 102 Processing\r\n\r\n.*HTTP\/1.1 200 OK\r\n.*\{"slept":true\}$/s)
})

test('more requests than sixteen at a time on one connection end it, after the responses that are due', async () => {
  const response = await exchange(`GET /slow HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(1_000))
  expect(response.match(/HTTP\/1.1 200 OK/g)).toHaveLength(16)
  expect(response.match(/HTTP\/1.1 429 Too Many Requests/g)).toHaveLength(1)
})

test('work for a caller who has gone is not begun', async () => {
  const beforeQuota = async () => {
    caller.destroy()
    await gone
  }
  const { app, used, lines } = await makeExample({ beforeQuota })
  const { port } = new URL(await app.listen({ port: 0 }))
  const gone = new Promise<void>((resolve) =>
    app.server.on('connection', (socket) => socket.once('close', () => resolve())),
  )
  const caller = connect(Number(port), '127.0.0.1')
  caller.write(`GET /api/v1/echo?name=x HTTP/1.1\r\n${withKey}\r\n`)
  await expect.poll(() => used.givenBack).toBe(1)
  expect(used).toMatchObject({ units: 0, works: 0 })
  expect(lines.join('')).not.toMatch(/"level":"(?:error|warn)"/)
  await app.close()
})

test.each([
  ['ends in the middle', `${empty}${withKey}Content-Length: 99\r\n\r\n{`],
  ['has a malformed chunk', `${empty}${withKey}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n{`],
  ['has half a chunk', `${empty}${withKey}Transfer-Encoding: chunked\r\n\r\n5\r\n{`],
])('a body that %s is not logged as an error', async (_what, text) => {
  const { app, lines, logged } = await makeExample()
  const { port } = new URL(await app.listen({ port: 0 }))
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  socket.write(text)
  await once(app.server, 'request')
  socket.end()
  await expect.poll(() => logged().map(({ msg }) => msg)).toContain('a request was cut short by its caller')
  expect(lines.join('')).not.toMatch(/"level":"(?:error|warn)"/)
  await app.close()
})

test('header names are spelt as documented', async () => {
  const response = await exchange(
    `GET /api/v1/echo?name=x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${exampleKey}\r\n${close}`,
  )
  for (const name of ['X-Service-Quota-Remaining', 'X-Service-Request-Id', 'RateLimit', 'RateLimit-Policy']) {
    expect(response).toContain(`\r\n${name}: `)
  }
})

test('a Range header is ignored', async () => {
  const css = `GET /docs/reference.css HTTP/1.1\r\nHost: x\r\nRange: bytes=`
  for (const range of ['0-10', '999999999-', 'x']) {
    expect((await exchange(`${css}${range}\r\n${close}`)).slice(0, 15)).toBe('HTTP/1.1 200 OK')
  }
})

test('a request id of the caller is ignored', async () => {
  const response = await exchange(
    `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Service-Request-Id: mine\r\nRequest-Id: mine\r\n${close}`,
  )
  expect(response).not.toContain('mine')
})

test('a caller that does not read responses is cut off', async () => {
  const { app } = await makeExample()
  const { port } = new URL(await app.listen({ port: 0 }))
  expect(app.server.timeout).toBeGreaterThan(0)
  app.server.timeout = 200
  const accepted = once(app.server, 'connection')
  const socket = connect(Number(port), '127.0.0.1').pause()
  socket.on('error', () => {}) // cut off in the middle
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000))
  const [connection] = await accepted
  await once(connection, 'close')
  socket.destroy()
  await app.close()
})

test('while it drains, a response ends its connection, so that a proxy sends no further request on it', async () => {
  const { app, readiness } = await makeExample()
  const { port } = new URL(await app.listen({ port: 0 }))
  const connectionOf = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`)
    await response.text()
    return response.headers.get('connection')
  }
  expect(await connectionOf()).toBe('keep-alive')
  readiness.stop()
  expect(await connectionOf()).toBe('close')
  await app.close()
})

test('at shutdown requests in flight finish, idle connections close, and new ones are refused', async () => {
  const { app, readiness } = await makeExample()
  const { port } = new URL(await app.listen({ port: 0 }))
  const url = `http://127.0.0.1:${port}`
  await (await fetch(`${url}/healthz`)).text() // leaves an idle connection behind
  const arrived = once(app.server, 'request')
  const slow = fetch(`${url}/slow`)
  await arrived
  readiness.stop()
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  const begun = performance.now()
  const closed = app.close()
  const response = await slow
  expect([response.status, await response.json()]).toEqual([200, { slept: true }])
  await closed
  expect(performance.now() - begun).toBeLessThan(15_000) // and not the 72 s for which a connection may idle
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})
