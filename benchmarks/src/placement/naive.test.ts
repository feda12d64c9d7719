import { Fleet } from '@service/compute-domain/placement/fleet.ts'
import { Placement } from '@service/compute-domain/placement/placement.ts'
import { randomFrom } from '@service/foundation/seeded-random.ts'
import { expect, test } from 'vitest'
import { type NaiveHub, placeNaively } from './naive.ts'
import { countries, pick, type Random, randomHubs, randomRequest } from './random-fleet.ts'

const states = ['ready', 'ready', 'ready', 'ready', 'ready', 'ready', 'draining', 'disabled', 'unreachable'] as const

test('placement chooses the same hubs as filtering and sorting all of them, while hubs fill up and change', () => {
  const random = randomFrom(2_026)
  let placed = 0
  for (const size of [1, 3, 10, 40, 150, 400]) {
    const hubs = randomHubs(random, size)
    const fleet = new Fleet(hubs)
    const intensities = { ...countries }
    const intensityOf = (zone: string) => intensities[zone]!
    const placement = new Placement(fleet, { homeCountry: 'DE', meanOver: intensityOf })
    for (let round = 0; round < 150; round++) {
      if (random() < 0.1) fleet.setState(pick(random, hubs).id, pick(random, states))
      if (random() < 0.1) setSomeFree(fleet, random)
      if (random() < 0.02) {
        intensities[pick(random, hubs).country] = Math.round(random() * 700)
        placement.setCarbon(intensityOf)
      }
      const drawn = randomRequest(random)
      const request = {
        ...drawn,
        triedHubs: random() < 0.2 ? [pick(random, hubs).id, pick(random, hubs).id] : [],
        regions: random() < 0.1 ? [pick(random, hubs).id, ...drawn.regions] : drawn.regions,
      }
      const choice = placement.choose(request)
      const naive = placeNaively(request, naiveHubs(fleet), { homeCountry: 'DE', intensityOf })
      const ranked = (candidates: typeof choice.candidates) =>
        candidates.map(({ hubId, region }) => ({ hubId, tier: request.regions.indexOf(region) }))
      expect(ranked(choice.candidates)).toEqual(naive.candidates.slice(0, 20))
      const table = placement.table(request)
      expect(ranked(table.candidates)).toEqual(naive.candidates)
      const causes = Object.groupBy(table.refused, ({ cause }) => cause)
      expect(Object.fromEntries(Object.entries(causes).map(([cause, hubs]) => [cause, hubs.length]))).toEqual(
        naive.refused,
      )
      expect(Object.fromEntries(Object.entries(choice.refused).filter(([, count]) => count > 0))).toEqual(naive.refused)
      expect(choice.fitting).toBe(size - Object.values(naive.refused).reduce((sum, count) => sum + count, 0))
      if (choice.kind === 'refused') continue
      expect(placement.reserve(choice.hubId, request)).toBeDefined()
      placed++
    }
  }
  expect(placed).toBeGreaterThan(200)
})

function setSomeFree(fleet: Fleet, random: Random): void {
  const hub = pick(random, fleet.hubs)
  for (const [gpuType, nodes] of Map.groupBy(hub.nodes, (node) => node.gpuType)) {
    const free = nodes.map(({ gpus }) => Math.floor(random() * (gpus + 1)))
    fleet.setFreeNodes(hub.id, gpuType, free)
  }
}

function naiveHubs(fleet: Fleet): NaiveHub[] {
  return fleet.hubs.map((hub, number) => ({
    hub,
    state: fleet.stateOf(number),
    free: Object.fromEntries(hub.nodes.map(({ gpuType }) => [gpuType, fleet.freeNodes(hub.id, gpuType)!])),
  }))
}
