/** Killed at any moment under load, the service has lost no screening that it answered. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { databaseEngines } from '@service/foundation/test-database/database-engines.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { BatchAnswer, Screening } from '../src/screening/answer.ts'
import { type Client, clientOf, newClient } from './client.ts'
import { newPlace, type Place, runService } from './running-service.ts'

const rounds = 3
const callers = 12

describe.each(databaseEngines)('on $name', (engine) => {
  let place: Place
  let child: ChildProcess | undefined
  afterEach(async () => {
    child?.kill('SIGKILL')
    await place.remove()
  })

  async function startService(): Promise<{ baseUrl: string; kill(): Promise<void> }> {
    const service = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url)), 'serve'], {
      env: { ...process.env, ...place.settings, REPUTATION_LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = service
    let text = ''
    for await (const chunk of service.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      text += chunk
      const [, baseUrl] = /"url":"([^"]+)".*"msg":"serving"/.exec(text) ?? []
      if (!baseUrl) continue
      service.stdout.resume()
      while ((await fetch(`${baseUrl}/readyz`)).status !== 200) await sleep(50)
      return {
        baseUrl,
        async kill() {
          const ended = once(service, 'exit')
          service.kill('SIGKILL')
          await ended
        },
      }
    }
    throw new Error(`It ended without serving: ${text}`)
  }

  /** Asks until there is nobody to answer; every second question is a batch. */
  async function ask(client: Client, caller: number, answered: string[]): Promise<void> {
    for (let i = 0; ; i++) {
      try {
        if (i % 2 === 0) {
          const { status, body } = await client.get<Screening>('/api/v1/screen', { name: `Haniya ${caller} ${i}` })
          if (status === 200) answered.push(body.screeningId)
        } else {
          const names = [`Jane Doe ${caller} ${i}`, 'Ismail Haniya', `John Doe ${i}`]
          const { status, body } = await client.send<BatchAnswer>('POST', '/api/v1/screen/batch', { names })
          if (status === 200) answered.push(...body.screenings.map(({ screeningId }) => screeningId))
        }
      } catch {
        return
      }
    }
  }

  test(`after a kill -9 under load every answered screening is in the database, ${rounds} times`, {
    timeout: 180_000,
  }, async () => {
    place = await newPlace(engine)
    const first = await runService(engine, { place })
    const { companyId, secret } = await newClient(first)
    const limits = { requestsPerMinute: 1_000_000, monthlyQuota: 1_000_000 }
    await first.administration.changeCompany({ actor: 'operator:test', requestId: null }, companyId, limits)
    await first.stop()

    const answered: string[] = []
    for (let round = 0; round < rounds; round++) {
      const before = answered.length
      const { baseUrl, kill } = await startService()
      const asking = Array.from({ length: callers }, (_, caller) => ask(clientOf(baseUrl, secret), caller, answered))
      while (answered.length < before + 50) await sleep(10)
      await sleep(100 + 500 * Math.random())
      await kill()
      await Promise.all(asking)
    }

    const last = await runService(engine, { place })
    try {
      const { rows } = await sql<{ id: string }>`
        select id from screenings where company_id = ${companyId}`.execute(last.administration.db.connection)
      const recorded = new Set(rows.map(({ id }) => id))
      expect(answered.length).toBeGreaterThan(rounds * 50)
      expect(answered.filter((id) => !recorded.has(id))).toEqual([])
    } finally {
      await last.stop()
    }
  })
})
