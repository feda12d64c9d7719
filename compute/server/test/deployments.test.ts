/** Deploying over HTTP, on simulated hubs: images named `sim/…` decide how it goes. */

import { newClient, runService, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines, runsWhole } from '@service/foundation-testing/database/database-engines.ts'
import { exportOf } from '@service/foundation-testing/http/export-of.ts'
import { describe, expect, test } from 'vitest'

type Deployment = {
  deployment_id: string
  status: string
  hub: string
  endpoint: string
  reason: string | null
  placement: { candidates: { hub: string }[]; refused: Record<string, number> }
}
type Problem = { error: string; message: string; code: string; details?: { path: string; message: string }[] }

const asked = {
  gpu_type: 'H100',
  count: 1,
  region: 'eu',
  sovereignty: 'residency',
  carbon_aware: true,
  image: 'sim/ok',
}

describe.each(databaseEngines)('deployments on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newClient(service))

  const deploy = <T = Deployment>(body: object = {}, headers: Record<string, unknown> = {}) =>
    client.send<T>('POST', '/v1/compute/deploy', { ...asked, ...body }, {}, headers)
  const read = async (id: string) => (await client.get<Deployment>(`/v1/compute/deployments/${id}`)).body

  test('the request of the contract gives a deployment with its six fields and the reasons for its placement', async () => {
    const { status, body } = await deploy()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      deployment_id: expect.stringMatching(/^dep_[0-9a-z]{26}$/),
      status: 'running',
      hub: 'se-north-1',
      gpu_nodes: 1,
      carbon_score: 'A',
      endpoint: expect.stringMatching(/^dep-[0-9a-z]{10}\.localhost:\d+$/),
      region: 'eu',
      country: 'SE',
      simulated: true,
      price_usd_per_gpu_hour: expect.any(Number),
      placement: { candidates: expect.arrayContaining([expect.objectContaining({ hub: 'se-north-1' })]) },
    })
    expect(await read(body.deployment_id)).toMatchObject({ ...body, status: 'running' })
  })

  test('the number of nodes follows from the number of GPUs', async () => {
    expect((await deploy({ count: 8 })).body).toMatchObject({ gpu_nodes: 1, nodes: [{ gpus: 8 }] })
    expect((await deploy({ count: 12 })).body).toMatchObject({ gpu_nodes: 2 })
  })

  test('without waiting the response is provisioning, and the deployment runs soon after', async () => {
    const { body } = await deploy({ wait_seconds: 0 })
    expect(body.status).toBe('provisioning')
    await expect.poll(async () => (await read(body.deployment_id)).status).toBe('running')
  })

  test.each([
    ['sim/missing', 'failed', 'image_not_found'],
    ['sim/private', 'failed', 'image_denied'],
    ['sim/slow-pull', 'provisioning', 'pulling'],
  ])('%s ends as %s (%s), and says so', async (image, status, reason) => {
    const { body } = await deploy({ image, wait_seconds: 2 })
    expect(body).toMatchObject({ status, reason })
  })

  test('a job that ends with 0 is stopped, with another code failed', async () => {
    const job = { duration_hours: 0.01 }
    const { body: good } = await deploy({ ...job, image: 'sim/exit-0' })
    const { body: bad } = await deploy({ ...job, image: 'sim/exit-3' })
    await expect.poll(() => read(good.deployment_id)).toMatchObject({ status: 'stopped', reason: 'completed' })
    await expect.poll(() => read(bad.deployment_id)).toMatchObject({ status: 'failed', reason: 'exit_code' })
  })

  test.each<[object, string, RegExp]>([
    [{ gpu_type: 'H900' }, 'body.gpu_type', /must be one of T4, .*H100/],
    [{ region: 'atlantis' }, 'body.region', /use one of eu, eea, nordics, us, global/],
    [{ sovereignty: 'total' }, 'body.sovereignty', /must be one of none, residency, jurisdiction, sovereign/],
    [{ region: 'global' }, 'body.region', /must say where data has to stay/],
    [{ count: 0 }, 'body.count', /at least 1/],
    [{ count: -1 }, 'body.count', /at least 1/],
    [{ count: 1.5 }, 'body.count', /integer/],
    [{ count: 1e9 }, 'body.count', /at most 1024/],
    [{ count: '1' }, 'body.count', /integer/],
    [{ image: 'Not an image' }, 'body.image', /is malformed/],
    [{ image: '' }, 'body.image', /must/],
    [{ image: 'a'.repeat(600) }, 'body.image', /at most 512/],
    [{ port: 70_000 }, 'body.port', /at most 65535/],
    [{ wait_seconds: 601 }, 'body.wait_seconds', /at most 600/],
    [{ env: { A: 1 } }, 'body.env.A', /string/],
    [{ privileged: true }, 'body.privileged', /is not a known field/],
  ])('%j is 400, and reported at %s', async (body, path, message) => {
    const response = await deploy<Problem>(body)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      error: 'Bad Request',
      code: 'invalid-request',
      details: expect.arrayContaining([{ path, message: expect.stringMatching(message) }]),
    })
  })

  test('a request that can never fit is 422, one without free room 409, both with counts', async () => {
    const never = await deploy<Problem>({ region: 'FR', gpu_type: 'MI300X', count: 500 })
    expect(never.status).toBe(422)
    expect(never.body).toMatchObject({ error: 'Unprocessable Entity', code: 'no-feasible-hub' })
    expect(never.body.details!.map(({ path }) => path)).toContain('refused.region')

    const pool = (await client.get<{ gpus: { gpu_type: string; total: number }[] }>('/v1/hubs/de-central-1')).body.gpus
    const { total } = pool.find(({ gpu_type: type }) => type === 'T4')!
    const all = { region: 'de-central-1', gpu_type: 'T4', count: total, carbon_aware: false }
    const { body: taken } = await deploy(all)
    const full = await deploy<Problem>(all)
    expect(full.status).toBe(409)
    expect(full.body).toMatchObject({ error: 'Conflict', code: 'no-capacity' })
    await client.send('POST', `/v1/compute/deployments/${taken.deployment_id}/stop`)
    expect((await deploy(all)).status).toBe(200)
  })

  test('a plan judges every hub, agrees with what a deployment does, and takes nothing', async () => {
    type Plan = { outcome: string; hub: string | null; candidates: object[]; refused: { cause: string }[] }
    const plan = async (body: object) =>
      (await client.send<Plan>('POST', '/v1/compute/plan', { ...asked, ...body })).body
    const before = (await client.get('/v1/hubs/se-north-1')).text
    const eu = await plan({})
    expect(eu).toMatchObject({ simulated: true, outcome: 'start', hub: (await deploy()).body.hub })
    expect(eu.candidates.length + eu.refused.length).toBe(service.engines.hubs.length)
    expect(await plan({ region: 'FR', gpu_type: 'MI300X' })).toMatchObject({ outcome: 'no-feasible-hub', hub: null })
    const { deployments } = (await client.get<{ deployments: Deployment[] }>('/v1/compute/deployments')).body
    await client.send('POST', `/v1/compute/deployments/${deployments[0]!.deployment_id}/stop`)
    const seen = (text: string) => text.replace(/"seen_at":"[^"]*"/, '')
    expect(seen((await client.get('/v1/hubs/se-north-1')).text)).toBe(seen(before))
  })

  if (!runsWhole(engine)) return // the rest takes minutes on the slower engine

  test('a body of ten megabytes is 413', async () => {
    const response = await deploy<Problem>({ name: 'x'.repeat(10_000_000) })
    expect(response.status).toBe(413)
    expect(response.body).toMatchObject({ code: 'too-large' })
  })

  test('a repeated idempotency key makes no second deployment; with another body it is refused', async () => {
    const key = { 'Idempotency-Key': 'a-request-1' }
    const first = await deploy({ name: 'once' }, key)
    const again = await deploy({ name: 'once' }, key)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const other = await deploy<Problem>({ name: 'other' }, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency-mismatch'])
    const crowd = await Promise.all(Array.from({ length: 8 }, () => deploy({}, { 'Idempotency-Key': 'a-crowd' })))
    const made = crowd.filter(({ status }) => status === 200).map(({ body }) => body.deployment_id)
    expect(new Set(made).size).toBe(1)
    expect(crowd.every(({ status }) => status === 200 || status === 409)).toBe(true)
  })

  test('lists are paged, newest first, without deleted deployments', async () => {
    const fresh = await newClient(service)
    const made: string[] = []
    for (let i = 0; i < 5; i++) {
      const { body } = await fresh.send<Deployment>('POST', '/v1/compute/deploy', { ...asked, wait_seconds: 0 })
      made.unshift(body.deployment_id)
    }
    type Page = { deployments: Deployment[]; next_cursor: string | null }
    const first = (await fresh.get<Page>('/v1/compute/deployments', { limit: '3' })).body
    const rest = (await fresh.get<Page>('/v1/compute/deployments', { limit: '3', cursor: first.next_cursor! })).body
    expect([...first.deployments, ...rest.deployments].map((one) => one.deployment_id)).toEqual(made)
    expect(rest.next_cursor).toBeNull()
    expect((await fresh.send('DELETE', `/v1/compute/deployments/${made[0]}`)).status).toBe(204)
    const left = (await fresh.get<Page>('/v1/compute/deployments')).body.deployments
    expect(left.map((one) => one.deployment_id)).toEqual(made.slice(1))
  })

  test('a deployment is stopped once, and stays as it is once it has ended', async () => {
    const { body } = await deploy()
    const path = `/v1/compute/deployments/${body.deployment_id}`
    expect((await client.send('POST', `${path}/stop`)).body).toMatchObject({ status: 'stopped', reason: 'user' })
    expect((await client.send('POST', `${path}/stop`)).body).toMatchObject({ status: 'stopped', reason: 'user' })
    const { events } = (await client.get<{ events: { type: string }[] }>(`${path}/events`)).body
    expect(events.map(({ type }) => type)).toEqual(['stopped', 'stopping', 'running', 'provisioning'])
    expect((await client.send('DELETE', path)).status).toBe(204)
    expect((await client.send('DELETE', path)).status).toBe(404)
  })

  test('a shutdown ends waiting requests with the current state', async () => {
    const other = await runService(engine)
    const its = await newClient(other)
    const asking = its.send<Deployment>('POST', '/v1/compute/deploy', {
      ...asked,
      image: 'sim/slow-pull',
      wait_seconds: 600,
    })
    const listed = async () => (await its.get<{ deployments: object[] }>('/v1/compute/deployments')).body.deployments
    await expect.poll(async () => (await listed()).length).toBe(1)
    const [{ status, body }] = await Promise.all([asking, other.stop()])
    expect([status, body.status]).toEqual([200, 'provisioning'])
  })

  test('a request that waits for a deployment returns when that is deleted', async () => {
    const name = 'short-lived'
    const asking = deploy({ name, image: 'sim/slow-pull' })
    type Listed = { deployments: { name: string | null; deployment_id: string }[] }
    const idOf = async () =>
      (await client.get<Listed>('/v1/compute/deployments')).body.deployments.find((one) => one.name === name)
        ?.deployment_id
    await expect.poll(idOf).toBeDefined()
    expect((await client.send('DELETE', `/v1/compute/deployments/${await idOf()}`)).status).toBe(204)
    expect(await asking).toMatchObject({ status: 200, body: { reason: 'deleted' } })
  })

  test('a wait ends with its connection, and a retry gets the same response', async () => {
    const call = (signal?: AbortSignal) =>
      fetch(`${service.baseUrl}/v1/compute/deploy`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${client.secret}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'went-away',
        },
        body: JSON.stringify({ ...asked, image: 'sim/slow-pull', wait_seconds: 600 }),
        ...(signal && { signal }),
      })
    const going = new AbortController()
    const gone = call(going.signal).catch(({ name }: Error) => name)
    const status = async () => {
      const again = await call()
      return [again.status, ((await again.json()) as Deployment).status]
    }
    await expect.poll(status).toEqual([409, undefined]) // it is at work
    going.abort()
    expect(await gone).toBe('AbortError')
    await expect.poll(status).toEqual([200, 'provisioning'])
  })

  test('a deployment that is still pulling can be stopped and deleted at once', async () => {
    const { body } = await deploy({ image: 'sim/slow-pull', wait_seconds: 0 })
    expect((await client.send('DELETE', `/v1/compute/deployments/${body.deployment_id}`)).status).toBe(204)
  })

  test('usage is shown by deployment, status and hub, and simulated hours do not count against the limit', async () => {
    const { body } = await deploy({ count: 2 })
    const metrics = (await client.get(`/v1/compute/deployments/${body.deployment_id}/metrics`)).body
    expect(metrics).toMatchObject({ status: 'running', simulated: true, cpu_seconds: expect.any(Number) })
    const company = (await client.get('/v1/metrics')).body as { by_status: { running: { gpus: number } } }
    expect(company.by_status.running.gpus).toBeGreaterThanOrEqual(2)
    expect(company).toMatchObject({
      by_hub: expect.arrayContaining([expect.objectContaining({ hub: body.hub, simulated: true, cpu_only: false })]),
    })
    expect((await client.get('/v1/usage')).body).toMatchObject({ used_gpu_hours: 0, limit_gpu_hours: 10 })
  })

  test('the usage of a month is exported, a line for each deployment', async () => {
    for (let i = 0; i < 2; i++) await deploy()
    type Used = { deployment_id: string; month: string; gpu_hours: number }
    const { body } = await client.get<{ month: string; deployments: Used[] }>('/v1/usage', { limit: '200' })
    const { items, cursors } = await exportOf<Used>(client, '/v1/usage')
    expect(items.map(({ deployment_id }) => deployment_id)).toEqual(
      body.deployments.map(({ deployment_id }) => deployment_id),
    )
    const [first, second] = items
    expect(first).toMatchObject({ month: body.month, gpu_type: 'H100', gpu_hours: expect.any(Number), simulated: true })
    const [next] = (await exportOf<Used>(client, '/v1/usage', { cursor: cursors[0]! })).items
    expect(next).toMatchObject({ deployment_id: second!.deployment_id })
    expect((await exportOf(client, '/v1/usage', { month: '2026-01' })).items).toEqual([])
  })

  test('the metrics of the service count placements, hubs and deployments', async () => {
    await deploy()
    const metrics = await (await fetch(service.metricsUrl)).text()
    expect(metrics).toMatch(/^compute_placements_total\{result="provisioning"\} \d+$/m)
    expect(metrics).toMatch(/^compute_deployments\{status="running"\} \d+$/m)
    expect(metrics).toMatch(/^compute_hub_free_gpus\{hub="se-north-1",gpu_type="H100"\} \d+$/m)
    expect(metrics).toMatch(/^compute_hub_up\{hub="se-north-1"\} 1$/m)
  })

  test('the endpoint of a simulated deployment is 503, because nothing listens', async () => {
    const { body } = await deploy()
    const { port } = new URL(service.gatewayUrl)
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { Host: body.endpoint } })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(body.endpoint).toContain(`:${port}`)
  })
})
