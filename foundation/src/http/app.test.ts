import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { exampleKey, makeExample, scopelessKey } from '@service/foundation-testing/http/example-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Principal } from '../identity/model/principal.ts'
import type { App } from './app.ts'

const authorization = `Bearer ${exampleKey}`
let example: Awaited<ReturnType<typeof makeExample>>
let app: App
beforeAll(async () => {
  example = await makeExample()
  app = example.app
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = { authorization }) => app.inject({ url, headers })
const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/batch',
    payload,
    headers: { authorization, 'content-type': 'application/json', ...headers },
  })

describe('every refusal is a problem with a request id', () => {
  test.each([
    ['an unknown path', { url: '/nowhere' }, 404, 'not-found'],
    [
      'an unknown path with a malformed body',
      { method: 'POST', url: '/nowhere', payload: '{', headers: { 'content-type': 'application/json' } },
      404,
      'not-found',
    ],
    ['another method on a known path', { method: 'DELETE', url: '/api/v1/echo' }, 405, 'method-not-allowed'],
    ['a path that is no UTF-8', { url: '/api/v1/%ff' }, 400, 'invalid-request'],
    [
      'an endless path part',
      { url: `/api/v1/things/${'x'.repeat(300)}`, headers: { authorization } },
      400,
      'invalid-request',
    ],
    ['no key', { url: '/api/v1/echo?name=x' }, 401, 'unauthenticated'],
    [
      'an unknown key',
      { url: '/api/v1/echo?name=x', headers: { authorization: 'Bearer svc_wrong' } },
      401,
      'unauthenticated',
    ],
    [
      'a key under another scheme',
      { url: '/api/v1/echo?name=x', headers: { authorization: `Basic ${exampleKey}` } },
      401,
      'unauthenticated',
    ],
    [
      'a key without the scope',
      { url: '/api/v1/echo?name=x', headers: { authorization: `Bearer ${scopelessKey}` } },
      403,
      'forbidden',
    ],
    ['a missing thing', { url: '/api/v1/things/7', headers: { authorization } }, 404, 'not-found'],
    ['a bug', { url: '/api/v1/bug', headers: { authorization } }, 500, 'internal'],
  ] as const)('%s', async (_what, request, status, code) => {
    const response = await app.inject(request)
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['x-service-request-id']).toMatch(/^req_[0-9a-f]{32}$/)
    const body = response.json()
    expect(body).toMatchObject({ error: response.statusMessage, code })
    expect(Object.keys(body).filter((name) => !['error', 'message', 'code', 'details'].includes(name))).toEqual([])
  })

  test.each([
    ['malformed JSON', '{"names":', {}, 400, 'The body is not valid JSON.'],
    ['an empty body', '', {}, 400, 'The body is empty. This operation requires JSON.'],
    ['a poisoned prototype', '{"__proto__":{"a":1},"names":[]}', {}, 400, 'body.__proto__ is not possible as a name.'],
    ['a field given twice', '{"names":["a"],"names":["b"]}', {}, 400, 'body.names is given more than once.'],
    [
      'another content type',
      'names=a',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'Send the body as JSON, with "Content-Type: application/json".',
    ],
    [
      'plain text',
      'names',
      { 'content-type': 'text/plain' },
      415,
      'Send the body as JSON, with "Content-Type: application/json".',
    ],
    [
      'an oversized body',
      `{"names":["${'x'.repeat(1_100_000)}"]}`,
      {},
      413,
      'The request body is too large for this operation.',
    ],
    ['null', 'null', {}, 400, 'body must be an object.'],
    ['Latin-1', Buffer.from('{"names":["Jos\u00e9"]}', 'latin1'), {}, 400, 'The body must be UTF-8.'],
    [
      'half of a surrogate pair in UTF-8',
      Buffer.from('7b226e616d6573223a5b22eda0bd225d7d', 'hex'),
      {},
      400,
      'The body must be UTF-8.',
    ],
  ])('%s as body', async (_what, payload, headers, status, message) => {
    const response = await post(payload, headers)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ error: response.statusMessage, message })
  })
})

test('an operation without a body takes none but an empty object', async () => {
  const sent = async (payload: string) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url: '/api/v1/empty', payload, headers })
    return [response.statusCode, response.json().details]
  }
  expect((await app.inject({ method: 'POST', url: '/api/v1/empty', headers: { authorization } })).statusCode).toBe(200)
  expect(await sent('{}')).toEqual([200, undefined])
  expect(await sent('{"bogus":1}')).toEqual([400, [{ path: 'body.bogus', message: 'is not a known field' }]])
  expect((await sent('[]'))[0]).toBe(400)
})

test('a 401 names the Bearer scheme and what to do', async () => {
  const response = await get('/api/v1/echo?name=x', {})
  expect(response.headers['www-authenticate']).toBe('Bearer')
  expect(response.json()).toMatchObject({
    error: 'Unauthorized',
    message: expect.stringMatching(/missing or invalid.*Bearer token/),
  })
})

test('a 405 lists the methods of the path', async () => {
  expect((await app.inject({ method: 'PATCH', url: '/api/v1/things/7' })).headers.allow).toBe('GET, HEAD')
  expect((await app.inject({ method: 'PROPFIND' as 'GET', url: '/api/v1/batch' })).headers.allow).toBe('POST')
})

test('a 500 shows nothing of the cause, and the log has it with the request id', async () => {
  const response = await get('/api/v1/bug')
  expect(response.body).not.toContain('hunter2')
  const line = example
    .logged()
    .find(({ requestId, err }) => err && requestId === response.headers['x-service-request-id'])
  expect(line).toMatchObject({
    level: 'error',
    route: '/api/v1/bug',
    err: { message: expect.stringContaining('hunter2') },
  })
})

test('a temporary problem has Retry-After', async () => {
  const response = await get('/api/v1/cold')
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '30'])
})

describe('query parameters', () => {
  test('are read by their schema', async () => {
    const response = await get('/api/v1/echo?name=Jos%C3%A9+Mar%C3%ADa&threshold=0.9&limit=5&lists=OFAC,UN&strict=true')
    expect(response.json()).toEqual({
      name: 'José María',
      threshold: 0.9,
      limit: 5,
      lists: ['OFAC', 'UN'],
      strict: true,
      company: 'cmp_1',
    })
  })

  test.each([
    ['lists=OFAC&lists=UN', ['OFAC', 'UN']],
    ['lists=OFAC,UN&lists=EU', ['OFAC', 'UN', 'EU']],
    ['lists=EU', ['EU']],
  ])('several values are read from %s', async (query, lists) => {
    expect((await get(`/api/v1/echo?name=x&${query}`)).json()).toMatchObject({ lists })
  })

  test.each(['abc', 'NaN', '', '0x1', '1e-1', '+1', 'Infinity'])('a threshold of "%s" is no number', async (text) => {
    const response = await get(`/api/v1/echo?name=x&threshold=${text}`)
    expect(response.statusCode).toBe(400)
    expect(response.json().details).toContainEqual({ path: 'query.threshold', message: 'must be a number' })
  })

  test.each([
    ['threshold=-1', 'query.threshold', 'must be at least 0'],
    ['threshold=2', 'query.threshold', 'must be at most 1'],
    ['limit=1.5', 'query.limit', 'must be an integer'],
    ['limit=201', 'query.limit', 'must be at most 200'],
    ['strict=yes', 'query.strict', 'must be a boolean'],
    ['type=ship', 'query.type', 'must be one of individual, entity'],
    ['lists=', 'query.lists', 'must not be empty'],
    ['lists=OFAC,XX', 'query.lists[1]', 'must be one of OFAC, EU, UN'],
    ['lists=OFAC&lists=XX', 'query.lists[1]', 'must be one of OFAC, EU, UN'],
    ['type=entity&type=entity', 'query.type', 'is given more than once'],
    ['Threshold=1', 'query.Threshold', 'is not a parameter of this operation'],
    ['__proto__=1', 'query.__proto__', 'is not a parameter of this operation'],
    ['constructor=1', 'query.constructor', 'is not a parameter of this operation'],
    ['type=%ff', 'query', 'type=%ff must be percent-encoded UTF-8'],
    ['type=%ED%A0%80', 'query', 'type=%ED%A0%80 must be percent-encoded UTF-8'],
    ['type=%', 'query', 'type=% must be percent-encoded UTF-8'],
  ])('%s is refused', async (query, path, message) => {
    const response = await get(`/api/v1/echo?name=x&${query}`)
    expect(response.statusCode).toBe(400)
    expect(response.json().details).toContainEqual({ path, message })
  })

  test.each([
    ['', 'query.name', 'is required'],
    ['name=', 'query.name', 'must not be empty'],
    [`name=${'x'.repeat(21)}`, 'query.name', 'must have at most 20 characters'],
    ['name=a&name=b', 'query.name', 'is given more than once'],
  ])('the name in ?%s is refused', async (query, path, message) => {
    const response = await get(`/api/v1/echo?${query}`)
    expect(response.statusCode).toBe(400)
    expect(response.json().details).toEqual([{ path, message }])
  })

  test('characters are counted as code points, not as UTF-16 units', async () => {
    expect((await get(`/api/v1/echo?name=${encodeURIComponent('𠮷'.repeat(20))}`)).statusCode).toBe(200)
  })

  test('all faults are reported at once, up to twenty', async () => {
    const several = (await get('/api/v1/echo?threshold=2&type=ship&colour=red')).json()
    expect(several.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'query.colour',
      'query.name',
      'query.threshold',
      'query.type',
    ])
    const many = await get(`/api/v1/echo?${Array.from({ length: 2_000 }, (_, i) => `p${i}`).join('&')}`)
    expect(many.json().details).toHaveLength(20)
    const items = JSON.stringify({ names: Array.from({ length: 100_000 }, () => 1) })
    const response = await post(items)
    expect(response.statusCode).toBe(400)
    expect(response.json().details.length).toBeLessThanOrEqual(20)
  })

  test('a route that takes none refuses any', async () => {
    expect((await get('/healthz?verbose=1', {})).statusCode).toBe(400)
  })
})

describe('rate limit and quota', () => {
  const limited = (limits: Partial<Principal['limits']>) =>
    makeExample({ principal: { limits: { requestsPerMinute: 1_000, monthlyQuota: 1_000_000, ...limits } } })

  test('a success has the remaining rate limit and quota', async () => {
    const { app, used } = await limited({ monthlyQuota: 10, requestsPerMinute: 60 })
    const response = await app.inject({ url: '/api/v1/echo?name=x', headers: { authorization } })
    expect(response.headers).toMatchObject({
      'x-service-quota-remaining': '9',
      'ratelimit-policy': '"default";q=60;w=60',
      ratelimit: '"default";r=59;t=1',
      'cache-control': 'no-store',
    })
    expect(used.units).toBe(1)
    await app.close()
  })

  test('a batch costs one per item, and a response that is no success costs nothing', async () => {
    const { app, used } = await limited({ monthlyQuota: 10 })
    const inject = (url: string) => app.inject({ url, headers: { authorization, 'if-none-match': '"v1"' } })
    const batch = (count: number) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/batch',
        payload: { names: Array(count).fill('x') },
        headers: { authorization },
      })
    expect((await batch(4)).headers['x-service-quota-remaining']).toBe('6')
    for (const url of ['/api/v1/bug', '/api/v1/things/1', '/api/v1/unchanged', '/api/v1/cold', '/api/v1/echo']) {
      const response = await inject(url)
      expect(response.headers['x-service-quota-remaining']).toBeUndefined()
    }
    expect(used.units).toBe(4)
    const refused = await batch(7)
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      429,
      'request-quota-exceeded',
      '86400',
    ])
    expect((await batch(6)).headers['x-service-quota-remaining']).toBe('0')
    await app.close()
  })

  test('past the rate limit a request is 429 with Retry-After, and costs no quota', async () => {
    const { app, used } = await limited({ requestsPerMinute: 2 })
    const inject = () => app.inject({ url: '/api/v1/echo?name=x', headers: { authorization } })
    await inject()
    await inject()
    const response = await inject()
    expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([
      429,
      'rate-limited',
      '30',
    ])
    expect(used.units).toBe(2)
    await app.close()
  })

  test('HEAD costs what GET costs', async () => {
    const { app, used } = await limited({})
    const response = await app.inject({ method: 'HEAD', url: '/api/v1/echo?name=x', headers: { authorization } })
    expect([response.statusCode, response.body, used.units, used.lookups]).toEqual([200, '', 1, 1])
    await app.close()
  })

  test('a caller who disconnects is not charged', async () => {
    const { app, used } = await limited({})
    const { port } = new URL(await app.listen({ port: 0 }))
    const socket = connect(Number(port), '127.0.0.1')
    app.server.on('request', () => setImmediate(() => socket.destroy()))
    socket.write(`GET /api/v1/patient HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`)
    await expect.poll(() => used.givenBack).toBe(1)
    await app.close()
    expect(used.units).toBe(0)
  })
})

test('CSV comes where it is accepted, JSON otherwise, and 406 where neither is', async () => {
  const asked = (headers: Record<string, string>, query = '') =>
    app.inject({ url: `/api/v1/echo?name=%3D1%2B1${query}`, headers: { authorization, ...headers } })
  for (const response of [await asked({ accept: 'text/csv' }), await asked({}, '&format=csv')]) {
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(response.body).toBe("name\r\n'=1+1\r\n")
  }
  for (const accept of [
    '*/*',
    'application/json',
    'text/csv;q=0.5, application/json',
    'text/*;q=0.1,*/*',
    'application/*',
  ]) {
    expect((await asked({ accept })).headers['content-type'], accept).toMatch(/^application\/json/)
  }
  expect((await asked({ accept: 'image/png' })).statusCode).toBe(406)
  expect((await asked({ accept: 'image/png' }, '&format=json')).statusCode).toBe(200)
})

test('a matching If-None-Match is 304 with the ETag', async () => {
  const held = (tag: string) => get('/api/v1/unchanged', { authorization, 'if-none-match': tag })
  const first = await get('/api/v1/unchanged')
  expect([first.statusCode, first.headers.etag]).toEqual([200, '"v1"'])
  for (const tag of ['"v1"', 'W/"v1"', '"v0", "v1"', '*']) expect((await held(tag)).statusCode, tag).toBe(304)
  for (const tag of ['"v2"', 'v1', '']) expect((await held(tag)).statusCode, tag).toBe(200)
})

describe('a response above a kilobyte', () => {
  const asked = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { authorization, 'accept-encoding': 'br, gzip;q=0.5', ...headers } })

  test('is compressed where the caller accepts gzip', async () => {
    const response = await asked('/api/v1/long')
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Origin, Accept, Accept-Encoding' })
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
    expect(response.rawPayload.length).toBeLessThan(200)
    expect(JSON.parse(gunzipSync(response.rawPayload).toString()).text).toHaveLength(5_000)
  })

  test.each([
    ['identity', '/api/v1/long'],
    ['gzip;q=0', '/api/v1/long'],
    ['*;q=0', '/api/v1/long'],
    ['gzip', '/api/v1/echo?name=x'],
    ['gzip', '/api/v1/secret'],
  ])('is not, for %s at %s', async (encoding, url) => {
    const response = await asked(url, { 'accept-encoding': encoding })
    expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, undefined])
  })

  test('has a weak entity tag then, which is current as well', async () => {
    const response = await asked('/api/v1/unchanged', { 'x-long': 'yes' })
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', etag: 'W/"v1"' })
    expect((await asked('/api/v1/unchanged', { 'if-none-match': 'W/"v1"' })).statusCode).toBe(304)
  })
})

describe('a page of another origin', () => {
  const origin = 'https://app.example.com'
  const preflight = (from: string, url = '/api/v1/echo') =>
    app.inject({ method: 'OPTIONS', url, headers: { origin: from, 'access-control-request-method': 'GET' } })

  test('that the operator allows may call the API with a key', async () => {
    const asked = await preflight(origin)
    expect(asked.statusCode).toBe(204)
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': expect.stringMatching(/Authorization.*Last-Event-ID.*MCP-Protocol-Version/),
    })
    const response = await get('/api/v1/echo?name=x', { authorization, origin })
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': expect.stringContaining('X-Service-Quota-Remaining'),
    })
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
    expect((await get('/api/v1/echo', { origin })).headers['access-control-allow-origin']).toBe(origin)
  })

  test('that the operator does not allow may not', async () => {
    for (const from of ['https://app.example.com.evil.example', 'http://app.example.com', 'null']) {
      const response = await preflight(from)
      expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([405, undefined])
    }
    expect((await preflight(origin, '/nowhere')).statusCode).toBe(404)
  })
})

test('the root leads to the documentation', async () => {
  const response = await app.inject('/')
  expect([response.statusCode, response.headers.location]).toEqual([302, '/docs'])
  expect((await app.inject('/openapi.json')).json().servers[0].variables.base_url.default).toBe('http://127.0.0.1:4000')
})

test('the request log has route, status and caller, but no query string', async () => {
  const response = await get('/api/v1/echo?name=Somebody')
  const line = example
    .logged()
    .find(({ msg, requestId }) => msg === 'request' && requestId === response.headers['x-service-request-id'])
  expect(line).toMatchObject({ route: '/api/v1/echo', method: 'GET', status: 200, companyId: 'cmp_1', keyId: 'key_1' })
  expect(example.lines.join('')).not.toMatch(/Somebody|svc_/)
})

test('probes are logged where they fail alone', async () => {
  const { app, readiness, logged } = await makeExample()
  const levels = () =>
    logged().flatMap(({ msg, route, level }) => (msg === 'request' && route === '/readyz' ? level : []))
  await app.inject('/healthz')
  await app.inject('/readyz')
  expect(levels()).toEqual([])
  readiness.stop()
  await app.inject('/readyz')
  expect(levels()).toEqual(['info'])
  await app.close()
})

test('durations are counted by route pattern, and unknown paths all as one', async () => {
  await get('/api/v1/things/1')
  await get('/api/v1/things/2')
  await get('/made-up/1', {})
  await get('/made-up/2', {})
  const text = await example.metrics.text()
  expect(text).toMatch(
    /example_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/things\/:id",status="404"\} \d/,
  )
  expect(text).toMatch(/route="unmatched",status="404"/)
  expect(text).not.toContain('made-up')
})

describe('the document', () => {
  test('is OpenAPI 3.1 and says what each guarded route needs and can respond with', async () => {
    const document = (await app.inject('/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    const echo = document.paths['/api/v1/echo'].get
    expect(echo).toMatchObject({ security: [{ apiKey: ['screening:read'] }], 'x-required-scope': 'screening:read' })
    const problems = ['400', '401', '403', '406', '409', '429', '500', '503', 'default']
    expect(Object.keys(echo.responses)).toEqual(['200', ...problems])
    expect(echo.responses[403]).toEqual({ $ref: '#/components/responses/Forbidden' })
    expect(Object.keys(echo.responses[200].content)).toEqual(['application/json', 'text/csv'])
    expect(Object.keys(echo.responses[200].headers)).toContain('X-Service-Quota-Remaining')
    const { responses, headers } = document.components
    expect(responses.TooManyRequests.headers['Retry-After']).toEqual({ $ref: '#/components/headers/Retry-After' })
    expect(headers['Retry-After']).toEqual({ description: expect.any(String), schema: { type: 'integer' } })
    expect(document.paths['/healthz'].get.security).toEqual([])
    expect(document.paths['/api/v1/echo'].head).toBeUndefined()
    const conditional = document.paths['/api/v1/unchanged'].get
    expect(conditional.parameters).toContainEqual(expect.objectContaining({ in: 'header', name: 'If-None-Match' }))
    expect(conditional.responses['304']).toMatchObject({ headers: { ETag: expect.anything() } })
    expect(conditional.responses['304'].content).toBeUndefined()
    expect(echo.responses['304']).toBeUndefined()
  })

  test('is shown by pages that load nothing from other hosts, one for each operation', async () => {
    const page = await app.inject('/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self';",
    )
    expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    const assets = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1]!)
    expect(assets.length).toBeGreaterThan(3)
    for (const asset of new Set(assets)) expect((await app.inject(asset)).statusCode, asset).toBe(200)
    expect((await app.inject('/docs/nothing')).statusCode).toBe(404)
  })
})
