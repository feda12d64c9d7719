import type { Instance } from '@service/compute-engines/engine.ts'
import { anAllocation } from '@service/compute-testing/reconcile/allocation.ts'
import { expect, test } from 'vitest'
import type { HeldAllocation } from './held-store.ts'
import { judgeInstances } from './judge-instances.ts'

const startedAt = new Date('2026-11-20T09:00:00Z')

const held = (more: Partial<HeldAllocation> = {}): HeldAllocation => ({
  ...anAllocation({ nodes: [], state: 'running', startedAt }),
  deploymentAttempt: 1,
  status: 'running',
  healthPath: null,
  ...more,
})

const instance = (more: Partial<Instance> = {}): Instance => ({
  name: 'svc-1-1',
  deploymentId: 'dep_1',
  companyId: 'cmp_invented',
  attempt: 1,
  state: 'running',
  startedAt,
  finishedAt: null,
  exitCode: null,
  outOfMemory: 'no',
  restarts: 0,
  address: null,
  hasPort: true,
  ...more,
})

const nothing = { end: [], released: [], removed: [], due: [], strangers: [] }

test('an instance that runs as it should is left alone', () => {
  expect(judgeInstances([instance()], [held()])).toEqual(nothing)
})

test('an instance that is being started is left to the reconciler', () => {
  expect(judgeInstances([], [held({ state: 'reserved', status: 'provisioning' })])).toEqual(nothing)
  const created = instance({ state: 'created', startedAt: null })
  expect(judgeInstances([created], [held({ state: 'applied', status: 'provisioning' })])).toEqual(nothing)
})

test.each([
  ['is gone', []],
  ['has ended', [instance({ state: 'exited' })]],
  ['is being started again', [instance({ state: 'restarting' })]],
  ['was started again', [instance({ startedAt: new Date('2026-11-20T09:05:00Z') })]],
])('a deployment whose instance %s becomes due', (_, instances) => {
  expect(judgeInstances(instances, [held()])).toEqual({ ...nothing, due: ['dep_1'] })
})

test('an attempt that was replaced is ended, and its GPUs are freed', () => {
  const superseded = held({ state: 'lost', deploymentAttempt: 2 })
  const expected = { ...nothing, released: [superseded], removed: [superseded] }
  expect(judgeInstances([instance()], [superseded])).toEqual({ ...expected, end: ['svc-1-1'] })
  expect(judgeInstances([], [superseded])).toEqual(expected)
})

test('an instance whose deployment has ended is ended, even if its GPUs are already free', () => {
  const lost = held({ state: 'lost', status: 'stopped' })
  expect(judgeInstances([instance()], [lost])).toMatchObject({ end: ['svc-1-1'], released: [lost] })
  const late = held({ state: 'released', status: 'stopped' })
  expect(judgeInstances([instance()], [late])).toMatchObject({ end: ['svc-1-1'], released: [], removed: [late] })
})

test('an ended instance of the last attempt is kept for its logs', () => {
  const ended = instance({ state: 'exited' })
  const kept = held({ state: 'released', status: 'failed' })
  expect(judgeInstances([ended], [kept])).toEqual(nothing)
  expect(judgeInstances([ended], [{ ...kept, status: 'running', deploymentAttempt: 2 }])).toMatchObject({
    end: ['svc-1-1'],
  })
  expect(judgeInstances([], [kept])).toEqual({ ...nothing, removed: [kept] })
})

test('a deployment whose attempt was lost and not replaced becomes due when the hub is back', () => {
  expect(judgeInstances([instance()], [held({ state: 'lost', status: 'failing_over' })])).toEqual({
    ...nothing,
    due: ['dep_1'],
  })
})

test('unknown instances with our label are strangers', () => {
  expect(judgeInstances([instance({ name: 'svc-x-1' })], [])).toEqual({ ...nothing, strangers: ['svc-x-1'] })
})
