import { expect, test } from 'vitest'
import { afterCheck, type DomainProof, graceMs } from './domain-proof.ts'

const start = new Date('2026-01-01T00:00:00Z')
const pending: DomainProof = { status: 'pending', failingSince: null, failures: 0, dueAt: start }
const minutesTo = (proof: DomainProof, now: Date) => (proof.dueAt.getTime() - now.getTime()) / 60_000

test('a domain whose record is not there yet is looked for with growing pauses, of six hours at most', () => {
  let proof = pending
  const pauses = Array.from({ length: 12 }, () => {
    proof = afterCheck(proof, false, start)
    return minutesTo(proof, start)
  })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360])
  expect(proof.status).toBe('pending')
})

test('a record that is lost disables the domain after a grace, and one that is back enables it', () => {
  const active = afterCheck(pending, true, start)
  expect(active).toMatchObject({ status: 'active', failures: 0 })
  const failing = afterCheck(active, false, start)
  expect(failing).toMatchObject({ status: 'failing', failingSince: start })
  const justBefore = new Date(start.getTime() + graceMs - 1)
  expect(afterCheck(failing, false, justBefore)).toMatchObject({ status: 'failing', failingSince: start })
  const end = new Date(start.getTime() + graceMs)
  const disabled = afterCheck(failing, false, end)
  expect(disabled).toMatchObject({ status: 'disabled' })
  expect(minutesTo(disabled, end)).toBe(24 * 60)
  expect(afterCheck(disabled, true, end)).toMatchObject({ status: 'active', failingSince: null, failures: 0 })
})
