import { expect, test } from 'vitest'
import { afterHubRemoved } from './after-hub-removed.ts'
import { canBecome } from './lifecycle.ts'
import type { DeploymentStatus } from './status.ts'

const cases: [status: DeploymentStatus, job: boolean, becomes: DeploymentStatus][] = [
  ['running', false, 'failing_over'],
  ['degraded', false, 'failing_over'],
  ['failing_over', false, 'failing_over'],
  ['provisioning', false, 'provisioning'],
  ['stopping', false, 'stopped'],
  ['running', true, 'failed'],
  ['provisioning', true, 'failed'],
  ['stopping', true, 'stopped'],
]

test.each(cases)('%s, job %s, becomes %s', (status, job, becomes) => {
  const after = afterHubRemoved({ status, job, reason: null })
  expect(after.status).toBe(becomes)
  expect(status === becomes || canBecome(status, becomes)).toBe(true)
})

test('what was asked for stays the reason of a stop', () => {
  expect(afterHubRemoved({ status: 'stopping', job: false, reason: 'deleted' })).toMatchObject({ reason: 'deleted' })
})
