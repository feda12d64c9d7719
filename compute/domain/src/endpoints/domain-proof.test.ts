import { expect, test } from 'vitest'
import { afterCheck, type DomainProof, graceMs } from './domain-proof.ts'

const start = new Date('2026-01-01T00:00:00Z')
const pending: DomainProof = { status: 'pending', failingSince: null, failures: 0, checkedAt: null, dueAt: start }
const minutesTo = (proof: DomainProof, now: Date) => (proof.dueAt.getTime() - now.getTime()) / 60_000

test('a domain whose record is not there yet is looked for with growing pauses, of six hours at most', () => {
  let proof = pending
  const pauses = Array.from({ length: 12 }, () => {
    proof = afterCheck(proof, 'not found', start)
    return minutesTo(proof, start)
  })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360])
  expect(proof.status).toBe('pending')
})

test('a record that is lost disables the domain after a grace, and one that is back enables it', () => {
  const active = afterCheck(pending, 'found', start)
  expect(active).toMatchObject({ status: 'active', failures: 0 })
  const failing = afterCheck(active, 'not found', start)
  expect(failing).toMatchObject({ status: 'failing', failingSince: start })
  const justBefore = new Date(start.getTime() + graceMs - 1)
  expect(afterCheck(failing, 'not found', justBefore)).toMatchObject({ status: 'failing', failingSince: start })
  const end = new Date(start.getTime() + graceMs)
  const disabled = afterCheck(failing, 'not found', end)
  expect(disabled).toMatchObject({ status: 'disabled' })
  expect(minutesTo(disabled, end)).toBe(24 * 60)
  expect(afterCheck(disabled, 'found', end)).toMatchObject({ status: 'active', failingSince: null, failures: 0 })
})

test('while the DNS cannot be asked, the status stays and no time of the grace passes', () => {
  const at = (ms: number) => new Date(start.getTime() + ms)
  const active = afterCheck(pending, 'found', start)
  const unknown = afterCheck(active, 'not asked', at(graceMs * 2))
  expect(unknown).toMatchObject({ status: 'active', failingSince: null, failures: 0 })
  expect(minutesTo(unknown, at(graceMs * 2))).toBe(10)

  const failing = afterCheck(active, 'not found', start)
  const later = afterCheck(failing, 'not asked', at(graceMs))
  expect(later).toMatchObject({ status: 'failing', failingSince: at(graceMs), failures: 1 })
  expect(afterCheck(later, 'not found', at(graceMs * 2 - 1)).status).toBe('failing')
  expect(afterCheck(later, 'not found', at(graceMs * 2)).status).toBe('disabled')

  expect(afterCheck(pending, 'not asked', start)).toMatchObject({ status: 'pending', failures: 0 })
  const disabled = afterCheck({ ...failing, status: 'disabled' }, 'not asked', start)
  expect(minutesTo(disabled, start)).toBe(24 * 60)
})
