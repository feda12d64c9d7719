/** How a deployment used its processors, memory and GPUs over a time, over HTTP. */
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

type Point = { at: string; cpu_cores: number | null; memory_bytes: number | null; gpu_utilisation: number | null }
type Metrics = { history: { from: string; to: string; step_seconds: number; points: Point[] } | null }

describe('the history of metrics', () => {
  const service = useService(fastestEngine)
  const client = beforeTests(() => newClient(service))
  const database = () => service.administration.db.connection
  const path = (id: string) => `/v1/compute/deployments/${id}/metrics`

  /** With two samples in the ten minutes from nine o'clock on. */
  async function deployed(): Promise<string> {
    const wish = { gpu_type: 'H100', image: 'sim/ok' }
    const { body } = await client.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', wish)
    for (const [minute, cpuSeconds] of [
      [1, 100],
      [2, 130],
    ] as const) {
      const at = new Date(Date.UTC(2026, 10, 20, 9, minute))
      await sql`
        insert into usage_samples (deployment_id, minute, company_id, attempt, at, cpu_seconds, memory_bytes, gpu_share)
        select deployment_id, ${at}, company_id, 1, ${at}, ${cpuSeconds}, 5000000000, 0.25 from deployments
         where deployment_id = ${body.deployment_id}`.execute(database())
    }
    return body.deployment_id
  }

  test('has a point for each step of the window, empty where nothing was measured', async () => {
    const id = await deployed()
    const window = { from: '2026-11-20T09:00:00Z', to: '2026-11-20T09:03:00Z', step_seconds: '60' }
    const { history } = (await client.get<Metrics>(path(id), window)).body
    const nothing = { cpu_cores: null, memory_bytes: null, gpu_utilisation: null }
    expect(history).toEqual({
      from: '2026-11-20T09:00:00.000Z',
      to: '2026-11-20T09:03:00.000Z',
      step_seconds: 60,
      points: [
        { at: '2026-11-20T09:00:00.000Z', ...nothing },
        { at: '2026-11-20T09:01:00.000Z', cpu_cores: null, memory_bytes: 5_000_000_000, gpu_utilisation: 0.25 },
        { at: '2026-11-20T09:02:00.000Z', cpu_cores: 0.5, memory_bytes: 5_000_000_000, gpu_utilisation: 0.25 },
      ],
    })
    const day = { from: '2026-11-20', to: '2026-11-21' }
    expect((await client.get<Metrics>(path(id), day)).body.history).toMatchObject({ step_seconds: 900 })
    expect((await client.get<Metrics>(path(id), { step_seconds: '300' })).body.history?.points).toHaveLength(61)
    expect((await client.get<Metrics>(path(id))).body.history).toBeNull()
  })

  test('refuses windows that end before they begin, and more points than it shows', async () => {
    const id = await deployed()
    const refused = async (query: Record<string, string>) => {
      const { status, body } = await client.get<{ details: { path: string }[] }>(path(id), query)
      return [status, body.details[0]?.path]
    }
    expect(await refused({ from: '2026-11-21', to: '2026-11-20' })).toEqual([400, 'query.from'])
    expect(await refused({ from: '2020-01-01', to: '2026-11-20' })).toEqual([400, 'query.from'])
    const days = { from: '2026-11-18', to: '2026-11-20' }
    expect(await refused({ ...days, step_seconds: '60' })).toEqual([400, 'query.step_seconds'])
    expect(await refused({ step_seconds: '90' })).toEqual([400, 'query.step_seconds'])
    expect(await refused({ from: 'yesterday' })).toEqual([400, 'query.from'])
  })

  test('is of its company alone, and goes with the deployment', async () => {
    const id = await deployed()
    expect((await (await newClient(service)).get(path(id), { step_seconds: '60' })).status).toBe(404)
    await client.send('DELETE', `/v1/compute/deployments/${id}`)
    const { rows } = await sql`select from usage_samples where deployment_id = ${id}`.execute(database())
    expect(rows).toEqual([])
  })
})
