import { makeExample } from '@service/foundation-testing/http/example-app.ts'
import { expect, test } from 'vitest'
import { makeReadiness } from './readiness.ts'

test('readiness needs every check, and a failing one is named', async () => {
  const readiness = makeReadiness()
  readiness.add('database', () => ({ ready: true }))
  readiness.add('lists', async () => ({ ready: true, note: 'EU is stale: HTTP 503' }))
  expect(await readiness.report()).toEqual({
    ready: true,
    checks: [
      { name: 'database', ready: true },
      { name: 'lists', ready: true, note: 'EU is stale: HTTP 503' },
    ],
    capabilities: [],
  })
  readiness.add('broken', () => {
    throw new Error('broken')
  })
  const { ready, checks } = await readiness.report()
  expect([ready, checks[2]]).toEqual([false, { name: 'broken', ready: false, note: 'failed' }])
})

test('an error is shown by its code, without the host and account in its message', async () => {
  const readiness = makeReadiness()
  readiness.add('database', () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' })
  })
  expect((await readiness.report()).checks).toEqual([{ name: 'database', ready: false, note: 'failed (ECONNREFUSED)' }])
})

test('concurrent requests run the checks once', async () => {
  const readiness = makeReadiness()
  const calls: number[] = []
  readiness.add('slow', async () => {
    calls.push(1)
    return { ready: true }
  })
  await Promise.all([readiness.report(), readiness.report(), readiness.report()])
  expect(calls).toHaveLength(1)
})

test('/readyz names what is missing and why, and /healthz stays alive', async () => {
  const { app, readiness } = await makeExample()
  readiness.add('lists', () => ({ ready: false, note: 'UN was never loaded: HTTP 403' }))
  const response = await app.inject('/readyz')
  expect(response.statusCode).toBe(503)
  expect(response.json()).toEqual({
    error: 'Service Unavailable',
    message: 'Not ready. lists: UN was never loaded: HTTP 403.',
    code: 'unavailable',
    details: [{ path: 'lists', message: 'UN was never loaded: HTTP 403' }],
  })
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'alive' })
  await app.close()
})

test('a capability needs its own checks and those that belong to none, and the process is ready while one is', async () => {
  const { app, readiness } = await makeExample()
  const down = new Set<string>()
  for (const name of ['database', 'lists', 'queue']) {
    readiness.add(name, () => (down.has(name) ? { ready: false, note: 'is missing' } : { ready: true }))
  }
  readiness.offer('screening', ['lists'])
  readiness.offer('news', ['queue'])
  const status = async (query = '') => (await app.inject(`/readyz${query}`)).statusCode
  const states = async () => [await status(), await status('?capability=screening'), await status('?capability=news')]

  expect(await states()).toEqual([200, 200, 200])
  down.add('lists')
  expect(await states()).toEqual([200, 503, 200])
  expect((await app.inject('/readyz')).json()).toMatchObject({
    capabilities: [
      { name: 'screening', ready: false },
      { name: 'news', ready: true },
    ],
  })
  expect((await app.inject('/readyz?capability=screening')).json().details).toEqual([
    { path: 'lists', message: 'is missing' },
  ])
  down.add('queue')
  expect(await states()).toEqual([503, 503, 503])
  down.clear()
  down.add('database')
  expect(await states()).toEqual([503, 503, 503])
  down.clear()
  readiness.stop()
  expect(await states()).toEqual([503, 503, 503])
  expect((await app.inject('/readyz?capability=coffee')).json()).toMatchObject({
    details: [{ path: 'query.capability', message: 'must be one of screening, news' }],
  })
  await app.close()
})
