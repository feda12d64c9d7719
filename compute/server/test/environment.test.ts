/** What a customer gives a deployment to know is kept sealed: it stands in no table and in no answer. */

import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const value = 'correct-horse-battery-staple'

describe.each(featureEngines)('environment variables on $name', (engine) => {
  const service = useService(engine)

  /** All rows of all tables, as text. */
  async function everything(): Promise<string> {
    const { connection } = service.administration.db
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(connection)
    const dumps = await Promise.all(
      tables.map(({ name }) =>
        sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(connection),
      ),
    )
    return dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
  }

  test('are shown by name alone, and stored sealed', async () => {
    const client = await newClient(service)
    const asked = { gpu_type: 'H100', image: 'sim/ok', env: { API_TOKEN: value, MODE: 'fast' } }
    const deployed = await client.send<{ deployment_id: string; env: string[] }>(
      'POST',
      '/v1/compute/deploy',
      asked,
      {},
      { 'Idempotency-Key': 'the-first' },
    )
    expect(deployed.body).toMatchObject({ status: 'running', env: ['API_TOKEN', 'MODE'] })
    const path = `/v1/compute/deployments/${deployed.body.deployment_id}`
    const responses = [
      deployed,
      await client.get(path),
      await client.get('/v1/compute/deployments'),
      await client.get(`${path}/events`),
    ]
    for (const { status, text } of responses) {
      expect(status).toBe(200)
      expect(text).not.toContain(value)
    }
    const stored = await everything()
    expect(stored).toContain('API_TOKEN')
    expect(stored).not.toContain(value)

    const sealed = async () => {
      const { rows } = await sql<{ sealed: boolean }>`
        select env_sealed is not null as sealed from deployments`.execute(service.administration.db.connection)
      return rows
    }
    expect(await sealed()).toEqual([{ sealed: true }])
    expect((await client.send<{ status: string }>('POST', `${path}/stop`)).body.status).toBe('stopped')
    expect(await sealed()).toEqual([{ sealed: false }])
  })
})
