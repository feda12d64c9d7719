/** Killed at any moment under load, the service has lost no screening that it acknowledged. */

import { setTimeout as sleep } from 'node:timers/promises'
import { byTester } from '@service/foundation-testing/acts.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import type { TestEnvironment } from '@service/foundation-testing/test-environment.ts'
import type { BatchResponse, Screening } from '@service/reputation-server/screening/responses.ts'
import { type Client, clientOf, newClient } from '@service/reputation-testing/client.ts'
import { newTestEnvironment, runService } from '@service/reputation-testing/running-service.ts'
import { type ServiceProcess, startProcess } from '@service/reputation-testing/service-process.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'

const callers = 12

describe.each(databaseEngines)('on $name', (engine) => {
  // The embedded engine takes its time to open after each kill.
  const rounds = engine.name === 'embedded' ? 1 : 3
  let environment: TestEnvironment
  let running: ServiceProcess | undefined
  afterEach(async () => {
    await running?.kill()
    await environment.remove()
  })

  /** Screens until the service is gone; every second request is a batch. */
  async function ask(client: Client, caller: number, acknowledged: string[]): Promise<void> {
    for (let i = 0; ; i++) {
      try {
        if (i % 2 === 0) {
          const { status, body } = await client.get<Screening>('/api/v1/screen', { name: `Haniya ${caller} ${i}` })
          if (status === 200) acknowledged.push(body.screeningId)
        } else {
          const names = [`Jane Doe ${caller} ${i}`, 'Ismail Haniya', `John Doe ${i}`]
          const { status, body } = await client.send<BatchResponse>('POST', '/api/v1/screen/batch', { names })
          if (status === 200) acknowledged.push(...body.screenings.map(({ screeningId }) => screeningId))
        }
      } catch {
        return
      }
    }
  }

  test(`after a kill -9 under load every acknowledged screening is in the database, ${rounds} times`, {
    timeout: 180_000,
  }, async () => {
    environment = await newTestEnvironment(engine)
    const first = await runService(engine, { environment })
    const { companyId, secret } = await newClient(first)
    const limits = { requestsPerMinute: 1_000_000, monthlyQuota: 1_000_000 }
    await first.administration.changeCompany(byTester, companyId, limits)
    await first.stop()

    const acknowledged: string[] = []
    for (let round = 0; round < rounds; round++) {
      const before = acknowledged.length
      running = await startProcess(environment)
      const { baseUrl, kill } = running
      const asking = Array.from({ length: callers }, (_, caller) =>
        ask(clientOf(baseUrl, secret), caller, acknowledged),
      )
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50)
      await sleep(100 + 500 * Math.random()) // to be killed at any moment
      await kill()
      await Promise.all(asking)
    }

    const last = await runService(engine, { environment })
    try {
      const { rows } = await sql<{ id: string }>`
        select id from screenings where company_id = ${companyId}`.execute(last.administration.db.connection)
      const recorded = new Set(rows.map(({ id }) => id))
      expect(acknowledged.length).toBeGreaterThan(rounds * 50)
      expect(acknowledged.filter((id) => !recorded.has(id))).toEqual([])
    } finally {
      await last.stop()
    }
  })
})
