import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMetrics } from './metrics.ts'
import { makeOperatorServer } from './operator-server.ts'

const metrics = makeMetrics('example_')
const server = makeOperatorServer(metrics)
let url: string
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('the metrics of features and of the process are read at each scrape', async () => {
  const served = metrics.counter('served_total', 'Served.', ['list'])
  let waiting = 3
  metrics.gauge('waiting', 'Waiting.', [], (gauge) => gauge.set(waiting))
  served.inc({ list: 'EU' }, 2)
  const scrape = async () => (await fetch(`${url}/metrics`)).text()
  expect(await scrape()).toMatch(/example_served_total\{list="EU"\} 2\n[\s\S]*example_waiting 3\n/)
  waiting = 4
  expect(await scrape()).toContain('example_waiting 4\n')
  expect(await scrape()).toContain('example_process_resident_memory_bytes')
  expect((await fetch(`${url}/metrics`)).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
})

test('a scraper does not keep its connection', async () => {
  expect((await fetch(`${url}/metrics`)).headers.get('connection')).toBe('close')
})

test('other paths are 404, and a metric that cannot be read is a 500', async () => {
  const other = await fetch(`${url}/`)
  expect([other.status, await other.json()]).toEqual([404, expect.objectContaining({ error: 'Not Found' })])
  const posted = await fetch(`${url}/metrics`, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  metrics.gauge('broken', 'Broken.', [], () => {
    throw new Error('cannot')
  })
  const failed = await fetch(`${url}/metrics`)
  expect([failed.status, await failed.json()]).toEqual([500, expect.objectContaining({ code: 'internal' })])
})
