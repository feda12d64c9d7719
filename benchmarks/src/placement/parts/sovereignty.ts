/**
 * Random requests on hubs that fill up, fall silent and come back, with everything that ran on a lost hub placed again
 * elsewhere. An oracle that shares nothing with placement judges where each is put, the failovers included.
 */
import { Fleet, type NodeShare } from '@service/compute-domain/placement/fleet.ts'
import { Placement, type PlacementRequest } from '@service/compute-domain/placement/placement.ts'
import { randomFrom } from '@service/foundation/seeded-random.ts'
import type { Section } from '../../harness/bench.ts'
import { Oracle } from '../oracle.ts'
import { countries, pick, randomHubs, randomRequest } from '../random-fleet.ts'

const hubCount = 200
/** Hubs are about two thirds full. */
const maxLive = 1_200
/** A hub is lost after so many requests, on average, and so is its way back. */
const requestsPerLoss = 500

type Live = { request: PlacementRequest; hubId: string; nodes: readonly NodeShare[] }

export function sovereignty(requests: number): Section {
  const random = randomFrom(4_242)
  const hubs = randomHubs(random, hubCount)
  const fleet = new Fleet(hubs)
  const placement = new Placement(fleet, { homeCountry: 'DE', meanOver: (zone) => countries[zone]! })
  const oracle = new Oracle(hubs, 'DE')
  const live: Live[] = []
  const lost = new Set<string>()
  const faults = new Map<string, number>()
  const counts = { placed: 0, refused: 0, losses: 0, failedOver: 0, strict: 0 }

  function put(request: PlacementRequest): boolean {
    const choice = placement.choose(request)
    if (choice.kind === 'refused') {
      counts.refused++
      return false
    }
    const placed = { request, hubId: choice.hubId, nodes: placement.reserve(choice.hubId, request) ?? [] }
    for (const fault of oracle.faults(request, placed, !lost.has(placed.hubId))) {
      faults.set(fault, (faults.get(fault) ?? 0) + 1)
    }
    oracle.take(placed)
    live.push(placed)
    counts.placed++
    if (request.sovereignty !== 'none') counts.strict++
    return true
  }

  function end(number: number): Live {
    const ended = live[number]!
    live[number] = live.at(-1)!
    live.pop()
    placement.fleet.giveBack(ended.hubId, ended.request.gpuType, ended.nodes)
    oracle.giveBack(ended)
    return ended
  }

  function lose(hubId: string): void {
    counts.losses++
    lost.add(hubId)
    fleet.setState(hubId, 'unreachable')
    for (let number = live.length - 1; number >= 0; number--) {
      if (live[number]?.hubId !== hubId) continue
      const { request } = end(number)
      if (put({ ...request, triedHubs: [hubId] })) counts.failedOver++
    }
  }

  function comeBack(hubId: string): void {
    lost.delete(hubId)
    fleet.setState(hubId, 'ready')
  }

  for (let made = 0; made < requests; made++) {
    put(randomRequest(random))
    while (live.length > maxLive) end(Math.floor(random() * live.length))
    if (random() < 1 / requestsPerLoss) lose(pick(random, hubs).id)
    if (lost.size > 0 && random() < 1 / requestsPerLoss) comeBack(pick(random, [...lost]))
  }

  const violations = [...faults.values()].reduce((sum, count) => sum + count, 0)
  return {
    title: `${requests} random requests on ${hubCount} hubs that are lost and come back`,
    figures: [
      { name: 'violations', value: violations, unit: 'count', n: counts.placed },
      { name: 'placed', value: counts.placed, unit: 'count', n: requests },
      { name: 'placed with a level of sovereignty', value: counts.strict, unit: 'count', n: requests },
      { name: 'refused', value: counts.refused, unit: 'count', n: requests },
      { name: 'hubs lost', value: counts.losses, unit: 'count', n: requests },
      { name: 'failed over', value: counts.failedOver, unit: 'count', n: counts.losses },
    ],
    notes: [...faults].map(([fault, count]) => `${fault}: ${count}`),
  }
}
