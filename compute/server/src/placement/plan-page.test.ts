import type { Candidate } from '@service/compute-domain/placement/placement.ts'
import { expect, test } from 'vitest'
import { planPage } from './plan-page.ts'

const aCandidate = (hubId: string): Candidate => ({
  hubId,
  country: 'SE',
  region: 'global',
  priceUsd: 2,
  carbonIntensity: 15,
  pue: 1.1,
  gramsPerGpuHour: 9,
  freeShare: 1,
})
const aTable = (candidates: readonly string[], refused: readonly string[]) => ({
  candidates: candidates.map(aCandidate),
  refused: refused.map((hubId) => ({ hubId, country: 'GB', cause: 'region' as const })),
})
const idsOf = (hubs: readonly { hubId: string }[]) => hubs.map(({ hubId }) => hubId).join(' ')

test.each([
  ['more candidates than refused hubs', aTable(['e', 'a', 'd', 'b', 'c'], ['x'])],
  ['more refused hubs than candidates', aTable(['b', 'a'], ['v', 'w', 'x', 'y', 'z'])],
  ['no candidate', aTable([], ['x', 'y', 'z'])],
])('pages of two have every hub once, in its order: %s', (_, table) => {
  const candidates: string[] = []
  const refused: string[] = []
  let cursor: string | undefined
  do {
    const page = planPage(table, { limit: 2, ...(cursor !== undefined && { cursor }) })
    expect(page.candidates.length + page.refused.length).toBeGreaterThan(0)
    candidates.push(...page.candidates.map(({ hubId }) => hubId))
    refused.push(...page.refused.map(({ hubId }) => hubId))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect([candidates, refused].map((ids) => ids.join(' '))).toEqual([idsOf(table.candidates), idsOf(table.refused)])
})

test('a page continues behind the candidate that was shown last, wherever it is by then', () => {
  const { nextCursor: cursor } = planPage(aTable(['a', 'b', 'c', 'd'], []), { limit: 2 })
  expect(idsOf(planPage(aTable(['c', 'a', 'b', 'd'], []), { cursor: cursor! }).candidates)).toBe('d')
})

test('a page continues by the number of candidates shown where the last of them has no room any more', () => {
  const { nextCursor: cursor } = planPage(aTable(['a', 'b', 'c', 'd'], ['x']), { limit: 2 })
  const next = planPage(aTable(['a', 'c', 'd'], ['b', 'x']), { cursor: cursor! })
  expect([idsOf(next.candidates), idsOf(next.refused), next.nextCursor]).toEqual(['d', '', null])
})

test('a cursor that no page has given is refused, or bounded', () => {
  expect(() => planPage(aTable(['a'], []), { cursor: 'x' })).toThrow('query.cursor is not a cursor of this list')
  const forged = Buffer.from('[-7.5,"",""]').toString('base64url')
  expect(idsOf(planPage(aTable(['a', 'b'], []), { cursor: forged }).candidates)).toBe('a b')
})
