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
    message: 'Not ready: lists UN was never loaded: HTTP 403.',
    code: 'unavailable',
    details: [{ path: 'lists', message: 'UN was never loaded: HTTP 403' }],
  })
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'alive' })
  await app.close()
})
