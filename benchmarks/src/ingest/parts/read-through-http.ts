/** The endpoints through HTTP, on one connection, with key, quota and log as customers have them. */

import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDisposer } from '@service/foundation/disposer.ts'
import { makeReadiness } from '@service/foundation/http/readiness.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import type { Service } from '@service/reputation-server/app.ts'
import { readConfig } from '@service/reputation-server/config.ts'
import { openService } from '@service/reputation-server/open-service.ts'

const paths = {
  alerts: '/api/v1/alerts',
  reputation: '/api/v1/reputation',
  'sentiment, 365 days': '/api/v1/sentiment?days=365',
}

export type HttpReader = {
  /** By the name of the endpoint; for the nth of the companies. */
  read: Readonly<Record<string, (n: number) => Promise<unknown>>>
  close(): Promise<void>
}

export async function openHttpReader(databaseUrl: string, companyIds: readonly string[]): Promise<HttpReader> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-reading-'))
  const log = makeLogger({ level: 'info', form: 'json', to: { write: () => {} } })
  const disposer = makeDisposer(log)
  disposer.add('data folder', async () => rmSync(dataDir, { recursive: true, force: true }))
  const nowhere = 'file:///nowhere' // news needs no lists
  const config = readConfig({
    REPUTATION_DATABASE_URL: databaseUrl,
    REPUTATION_DATA_DIR: dataDir,
    REPUTATION_PORT: '0',
    REPUTATION_METRICS_PORT: '0',
    REPUTATION_ROLES: 'api',
    REPUTATION_OFAC_SOURCES: nowhere,
    REPUTATION_EU_SOURCES: nowhere,
    REPUTATION_UN_SOURCES: nowhere,
  })
  const context = { mode: 'serve', log, disposer, readiness: makeReadiness(), now: () => new Date() } as const
  const service = await openService(config, context)
  const keys: string[] = []
  for (const companyId of companyIds) keys.push(await newKey(service, companyId))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  disposer.add('connection', async () => agent.destroy())
  const reader = (path: string) => (n: number) => get(agent, `${service.baseUrl}${path}`, keys[n % keys.length]!)
  return {
    read: Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, reader(path)])),
    close: () => disposer.close(),
  }
}

async function newKey({ administration }: Service, companyId: string): Promise<string> {
  const user = await administration.createUser(by, { companyId, email: 'bench@example.com', name: 'Benchmark' })
  return (await administration.createKey(by, { companyId, createdBy: user.id, name: 'Benchmark' })).secret
}

/** Resolves at the last byte of the response; 404 is one, for a company that was never in the news has no score. */
function get(agent: Agent, url: string, key: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { Authorization: `Bearer ${key}` } }, (response) => {
      if (response.statusCode !== 200 && response.statusCode !== 404)
        reject(new Error(`${url}: ${response.statusCode}`))
      response.resume().on('end', resolve)
    })
      .on('error', reject)
      .end()
  })
}
