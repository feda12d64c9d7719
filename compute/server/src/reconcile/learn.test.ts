import { defaultLimits } from '@service/compute-domain/deployments/limits.ts'
import type { Instance } from '@service/compute-engines/engine.ts'
import { anAllocation } from '@service/compute-testing/reconcile/allocation.ts'
import { expect, test } from 'vitest'
import { learn } from './learn.ts'

const at = new Date('2026-11-20T12:00:00.000Z')
const address = { host: '127.1.2.3', port: 20_000 }

const allocation = anAllocation({
  state: 'running',
  appliedAt: at,
  startedAt: at,
  readyAt: at,
  address,
  restarts: 0,
  restartsAt: at,
})

const instance: Instance = {
  name: 'svc-1-1',
  deploymentId: 'dep_1',
  companyId: 'cmp_1',
  attempt: 1,
  state: 'running',
  startedAt: at,
  finishedAt: null,
  exitCode: null,
  outOfMemory: 'no',
  restarts: 0,
  address,
  hasPort: true,
}

test('an instance that its engine is restarting keeps its address', () => {
  const restarting: Instance = { ...instance, state: 'restarting', address: null, exitCode: 1, restarts: 1 }
  const learnt = learn(allocation, { kind: 'seen', instance: restarting, portOpen: null }, at, defaultLimits)
  expect(learnt).toMatchObject({ address, failingSince: at })
  const moved = { ...address, port: 20_001 }
  const up = learn(
    learnt,
    { kind: 'seen', instance: { ...instance, address: moved }, portOpen: true },
    at,
    defaultLimits,
  )
  expect(up).toMatchObject({ address: moved, failingSince: null })
})
