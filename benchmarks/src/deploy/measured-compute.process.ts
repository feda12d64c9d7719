/**
 * The compute service in a process of its own, as `npm run serve` runs it. It takes its settings as one JSON argument,
 * messages the parent when its hubs take deployments, and ends with the channel.
 */

import { openService } from '@service/compute-server/app.ts'
import { readConfig } from '@service/compute-server/config.ts'
import { makeDisposer } from '@service/foundation/disposer.ts'
import { makeReadiness } from '@service/foundation/http/readiness.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'

export type Ready = { baseUrl: string; secret: string }

// Logs at the default level, because a line a request is part of its cost, but to nowhere.
const log = makeLogger({ level: 'info', form: 'json', to: { write: () => {} } })
const disposer = makeDisposer(log)
const service = await openService(readConfig(JSON.parse(process.argv[2]!)), {
  mode: 'serve',
  log,
  disposer,
  readiness: makeReadiness(),
  now: () => new Date(),
})
await service.whenHubsAreReady()
process.send?.({ baseUrl: service.baseUrl, secret: await newKey() } satisfies Ready)
process.once('disconnect', () => void disposer.close().then(() => process.exit(0)))

async function newKey(): Promise<string> {
  const { createCompany, createUser, createKey } = service.administration
  const most = { requestsPerMinute: 1_000_000, monthlyQuota: 2_000_000_000 }
  const { id: companyId } = await createCompany(by, { slug: `bench-${Date.now()}`, name: 'Benchmark', ...most })
  const user = await createUser(by, { companyId, email: 'bench@example.com', name: 'Benchmark' })
  const scopes = ['deployments:read', 'deployments:write'] as const
  return (await createKey(by, { companyId, createdBy: user.id, name: 'Benchmark', scopes })).secret
}
