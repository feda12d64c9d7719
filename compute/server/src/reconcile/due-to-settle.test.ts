import { describe, expect, test } from 'vitest'
import { dueToSettle, type SettleState } from './due-to-settle.ts'

type Hub = SettleState & { hubId: string; settling: unknown; instances: number }

const everyMs = 10_000
const roundMs = 5_000
const comparedAtOnce = 1_000

const hubsOf = (count: number, instances: number): Hub[] =>
  Array.from({ length: count }, (_, i) => ({
    hubId: `hub-${i}`,
    settledAtMs: Number.NEGATIVE_INFINITY,
    triedAtMs: Number.NEGATIVE_INFINITY,
    compared: undefined,
    settling: undefined,
    instances,
  }))

/** The hubs that a round settles; those that are `broken` are tried in vain. */
function settleRound(hubs: readonly Hub[], round: number, broken: ReadonlySet<string> = new Set()): Hub[] {
  const nowMs = round * roundMs
  const due = dueToSettle(hubs, { nowMs, everyMs, comparedAtOnce })
  const chosen = hubs.filter(({ hubId }) => due.has(hubId))
  for (const hub of chosen) {
    hub.triedAtMs = nowMs
    if (broken.has(hub.hubId)) continue
    hub.settledAtMs = nowMs
    hub.compared = hub.instances
  }
  return chosen
}

const instancesOf = (hubs: readonly Hub[]): number => hubs.reduce((sum, { instances }) => sum + instances, 0)

describe('the hubs that a round settles', () => {
  test('are all whose time has come, while few instances run', () => {
    const hubs = hubsOf(50, 10)
    expect(settleRound(hubs, 0)).toHaveLength(50)
    expect(settleRound(hubs, 1)).toHaveLength(0)
    expect(settleRound(hubs, 2)).toHaveLength(50)
  })

  test('have no more instances than the limit, and every hub has its round', () => {
    const hubs = hubsOf(500, 20) // ten times the limit
    const rounds = Array.from({ length: 21 }, (_, round) => settleRound(hubs, round))
    for (const chosen of rounds.slice(1)) expect(instancesOf(chosen)).toBeLessThanOrEqual(comparedAtOnce)
    expect(new Set(rounds.slice(0, 12).flat()).size).toBe(500)
    expect(new Set(rounds.slice(11).flat()).size).toBe(500)
  })

  test('are others where some cannot be settled', () => {
    const hubs = hubsOf(300, 20)
    const broken = new Set(hubs.slice(0, 100).map(({ hubId }) => hubId))
    for (let round = 0; round < 12; round++) settleRound(hubs, round, broken)
    expect(hubs.filter(({ compared }) => compared === undefined)).toHaveLength(100)
  })

  test('include one that has more instances than the limit, alone', () => {
    const hubs = [...hubsOf(1, 5_000), { ...hubsOf(1, 5_000)[0]!, hubId: 'other' }]
    for (const hub of hubs) hub.compared = hub.instances
    expect(settleRound(hubs, 0)).toHaveLength(1)
    expect(settleRound(hubs, 1)).toHaveLength(1)
    expect(hubs.every(({ settledAtMs }) => settledAtMs >= 0)).toBe(true)
  })

  test('are fewer while others are still being settled', () => {
    const hubs = hubsOf(100, 20)
    for (const hub of hubs) hub.compared = hub.instances
    for (const hub of hubs.slice(0, 50)) hub.settling = true
    expect(settleRound(hubs, 0)).toHaveLength(0)
    for (const hub of hubs.slice(0, 10)) hub.settling = undefined
    expect(settleRound(hubs, 0)).toHaveLength(10)
  })
})
