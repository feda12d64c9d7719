import type { Explanation } from '@service/compute-domain/placement/placement.ts'
import { refusalCauses } from '@service/compute-domain/placement/refusal.ts'
import { expect, test } from 'vitest'
import { explanationOf, storedPlacement } from './stored-placement.ts'

const candidate = {
  hubId: 'se-1',
  country: 'SE',
  region: 'nordics',
  priceUsd: 2.15,
  carbonIntensity: 21.25,
  pue: 1.08,
  gramsPerGpuHour: 12.85,
  freeShare: 0.8125,
}
const none = Object.fromEntries(refusalCauses.map((cause) => [cause, 0])) as Explanation['refused']

test('a placement is read as it was stored', () => {
  const said: Explanation = {
    hubs: 3,
    fitting: 1,
    refused: { ...none, region: 1, full: 1 },
    candidates: [candidate],
    cheapest: candidate,
  }
  const stored = JSON.parse(JSON.stringify(storedPlacement(said)))
  expect(explanationOf(stored)).toEqual(said)
  expect(stored.refused).toEqual({ region: 1, full: 1 })
  const nothing = { ...said, fitting: 0, candidates: [], cheapest: null }
  expect(explanationOf(storedPlacement(nothing))).toEqual(nothing)
})

test('twenty candidates are short enough to stand in the row itself', () => {
  const long = {
    ...candidate,
    hubId: 'germany-north-west-12',
    carbonIntensity: 342.123456,
    gramsPerGpuHour: 206.987654,
  }
  const stored = storedPlacement({
    hubs: 10_000,
    fitting: 20,
    refused: none,
    candidates: new Array(20).fill(long),
    cheapest: long,
  })
  expect(JSON.stringify(stored).length).toBeLessThan(1_700)
})
