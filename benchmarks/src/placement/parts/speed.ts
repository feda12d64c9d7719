/**
 * Placements a second over 10,000 hubs, each with its counts by cause, its 20 best candidates, and its GPUs taken; at
 * most 5,000 live at a time, and hubs are about two thirds full. Every round times ours, the bare scan and the naive sort one after the
 * other on the same requests, so that a busy machine slows all of them; figures are medians of the rounds.
 */
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import { Fleet, type NodeShare } from '@service/compute-domain/placement/fleet.ts'
import { Placement, type PlacementRequest } from '@service/compute-domain/placement/placement.ts'
import { randomFrom } from '@service/foundation/seeded-random.ts'
import type { Figure, Section } from '../../harness/bench.ts'
import { median } from '../../harness/intervals.ts'
import { BareScan } from '../bare-scan.ts'
import { placeNaively } from '../naive.ts'
import { countries, type Random, randomHubs, randomRequest, typesUsed } from '../random-fleet.ts'

const hubCount = 10_000
const rounds = 5
/** The naive sort takes milliseconds for each. */
const naiveRequests = 200
const maxLive = 5_000

type Rate = { byClock: number; byProcessor: number }

const intensityOf = (zone: string): number => countries[zone]!

export function speed(requestsPerRound: number): Section {
  const random = randomFrom(20_261_120)
  const hubs = randomHubs(random, hubCount)
  const fleet = filledFleet(hubs, random)
  const placement = new Placement(fleet, { homeCountry: 'DE', meanOver: intensityOf })
  const ours = placeSequentially(placement)
  const bare = scanSequentially(new BareScan(fleet.hubs, intensityOf))
  const naive = (requests: readonly PlacementRequest[]) => {
    const world = naiveWorld(fleet)
    const where = { homeCountry: 'DE', intensityOf }
    return rate(requests, (request) => placeNaively(request, world, where).candidates.length > 0)
  }
  const requests = () => Array.from({ length: requestsPerRound }, () => randomRequest(random))
  // Warms the code up, and lays out each kind of request once, as a service has that has run for a minute.
  ours(requests())
  bare(requests())

  const measured = Array.from({ length: rounds }, () => {
    const asked = requests()
    return { ours: ours(asked), bare: bare(asked), naive: naive(asked.slice(0, naiveRequests)) }
  })
  const over = (of: (round: (typeof measured)[number]) => number) => median(measured.map(of))
  const figures = (['byClock', 'byProcessor'] as const).flatMap((clock): Figure[] => {
    const group = clock === 'byClock' ? 'by the clock' : 'by processor time'
    const n = rounds * requestsPerRound
    return [
      {
        name: 'placements per second',
        group,
        value: over((r) => r.ours[clock]),
        unit: '1/s',
        n,
        baseline: over((r) => r.naive[clock]),
      },
      { name: 'bare scans per second', group, value: over((r) => r.bare[clock]), unit: '1/s', n },
      {
        name: 'naive placements per second',
        group,
        value: over((r) => r.naive[clock]),
        unit: '1/s',
        n: rounds * naiveRequests,
      },
      { name: 'times the naive', group, value: over((r) => r.ours[clock] / r.naive[clock]), n: rounds },
      { name: 'share of the bare scan', group, value: over((r) => r.ours[clock] / r.bare[clock]), n: rounds },
    ]
  })
  return {
    title: `Placements over ${hubCount} hubs, ${typesUsed.length} types of GPU, ${Object.keys(countries).length} countries`,
    figures,
    notes: [
      'Each of ours has its counts by cause, its 20 best candidates and its GPUs taken, and gives those of an older one back.',
      'The bare scan looks at country, free GPUs and grams alone, and knows no sovereignty, price, node or reason.',
    ],
  }
}

/** Nodes hold what is left when about two thirds are taken, some wholly free. */
function filledFleet(hubs: readonly Hub[], random: Random): Fleet {
  const fleet = new Fleet(hubs)
  for (const hub of hubs) {
    for (const [gpuType, nodes] of Map.groupBy(hub.nodes, (node) => node.gpuType)) {
      const free = nodes.map(({ gpus }) => (random() < 0.15 ? gpus : Math.floor(random() ** 2 * gpus)))
      fleet.setFreeNodes(hub.id, gpuType, free)
    }
  }
  return fleet
}

function placeSequentially(placement: Placement) {
  const live: { hubId: string; gpuType: string; shares: readonly NodeShare[] }[] = []
  let oldest = 0
  return (requests: readonly PlacementRequest[]): Rate =>
    rate(requests, (request) => {
      const choice = placement.choose(request)
      if (choice.kind === 'refused') return false
      const shares = placement.reserve(choice.hubId, request)!
      live.push({ hubId: choice.hubId, gpuType: request.gpuType, shares })
      if (live.length - oldest > maxLive) {
        const { hubId, gpuType, shares: old } = live[oldest++]!
        placement.fleet.giveBack(hubId, gpuType, old)
      }
      return true
    })
}

function scanSequentially(scan: BareScan) {
  const live: { hub: number; request: PlacementRequest }[] = []
  let oldest = 0
  return (requests: readonly PlacementRequest[]): Rate =>
    rate(requests, (request) => {
      const hub = scan.place(request)
      if (hub >= 0) live.push({ hub, request })
      if (live.length - oldest > maxLive) scan.giveBack(live[oldest]!.hub, live[oldest++]!.request)
      return hub >= 0
    })
}

const naiveWorld = (fleet: Fleet) =>
  fleet.hubs.map((hub, number) => ({
    hub,
    state: fleet.stateOf(number),
    free: Object.fromEntries(hub.nodes.map(({ gpuType }) => [gpuType, fleet.freeNodes(hub.id, gpuType)!])),
  }))

/** What was refused took its time, and counts for nothing. */
function rate<T>(items: readonly T[], isPlaced: (item: T) => boolean): Rate {
  const cpuBefore = process.cpuUsage()
  const begun = performance.now()
  let placed = 0
  for (const item of items) if (isPlaced(item)) placed++
  const seconds = (performance.now() - begun) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  return { byClock: placed / seconds, byProcessor: placed / ((user + system) / 1e6) }
}
