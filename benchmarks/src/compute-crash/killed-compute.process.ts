/**
 * The compute service in a process that kills itself at a step. Its arguments are its settings and, at its first start,
 * that it makes a key. It messages the parent when it takes requests, and takes the step to die at from it.
 */

import { openService } from '@service/compute-server/app.ts'
import { readConfig } from '@service/compute-server/config.ts'
import type { Step } from '@service/compute-server/reconcile/steps.ts'
import { makeDisposer } from '@service/foundation/disposer.ts'
import { makeReadiness } from '@service/foundation/http/readiness.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'

export type Task = { settings: Record<string, string>; makesKey: boolean }
export type Ready = { baseUrl: string; key?: { secret: string; companyId: string } }
export type Order = { dieAt: Step }

const { settings, makesKey } = JSON.parse(process.argv[2]!) as Task
const log = makeLogger({ level: 'silent', form: 'json' })
let dieAt: Step | undefined
process.on('message', (order: Order) => {
  dieAt = order.dieAt
})

const service = await openService(readConfig(settings), {
  mode: 'serve',
  log,
  disposer: makeDisposer(log),
  readiness: makeReadiness(),
  now: () => new Date(),
  atStep: (step) => void (step === dieAt && process.kill(process.pid, 'SIGKILL')),
})
process.send?.({ baseUrl: service.baseUrl, ...(makesKey && { key: await newKey() }) } satisfies Ready)
process.once('disconnect', () => process.exit(0))

async function newKey(): Promise<{ secret: string; companyId: string }> {
  const { createCompany, createUser, createKey } = service.administration
  const most = { requestsPerMinute: 1_000_000, monthlyQuota: 2_000_000_000 }
  const { id: companyId } = await createCompany(by, { slug: 'bench', name: 'Benchmark', ...most })
  const user = await createUser(by, { companyId, email: 'bench@example.com', name: 'Benchmark' })
  const scopes = ['deployments:read', 'deployments:write'] as const
  return {
    secret: (await createKey(by, { companyId, createdBy: user.id, name: 'Benchmark', scopes })).secret,
    companyId,
  }
}
