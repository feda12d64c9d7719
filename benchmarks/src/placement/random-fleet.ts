/** Hubs and requests as a large operator would have them, drawn with a fixed seed. */
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import type { PlacementRequest } from '@service/compute-domain/placement/placement.ts'
import { sovereigntyLevels } from '@service/compute-domain/sovereignty/model/level.ts'

export type Random = () => number

export const typesUsed = ['L40S', 'A100', 'H100', 'H200', 'MI300X', 'B200'] as const

/**
 * 40 countries, most of Europe among them, with the grid's intensity of 2025 in gCO2eq/kWh, rounded. Zones of hubs are among
 * them, so looking a zone up finds a number.
 */
export const countries: Readonly<Record<string, number>> = {
  ...{ SE: 21, NO: 30, IS: 28, FR: 31, CH: 50, FI: 68, DK: 123, AT: 163, BE: 150, PT: 117, ES: 136, IE: 301, NL: 253 },
  ...{ DE: 342, IT: 286, PL: 565, CZ: 420, SK: 120, HU: 190, RO: 260, BG: 380, GR: 310, HR: 180, SI: 210, EE: 390 },
  ...{ LV: 140, LT: 150, LU: 140, GB: 176, US: 414, CA: 136, BR: 98, MX: 400, JP: 463, KR: 410, SG: 483, IN: 593 },
  ...{ AU: 474, ZA: 700, AE: 348 },
}
const codes = Object.keys(countries)

/** One of `items`, of which there is at least one: a random number below 1 times their count is the place of one. */
export const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!

export const randomHubs = (random: Random, count: number): Hub[] =>
  Array.from({ length: count }, (_, number) => randomHub(random, `hub-${String(number).padStart(5, '0')}`))

function randomHub(random: Random, id: string): Hub {
  const country = pick(random, codes)
  const jurisdiction = random() < 0.7 ? country : pick(random, codes)
  const types = typesUsed.filter(() => random() < 0.4)
  return {
    id,
    name: id,
    country,
    zone: country,
    engine: { kind: 'simulated' },
    simulated: true,
    operator: {
      entity: `Operator of ${id}`,
      jurisdiction,
      parentJurisdiction: random() < 0.8 ? jurisdiction : pick(random, codes),
      nationallyOwned: random() < 0.5,
    },
    pue: Math.round((1.05 + random() * 0.5) * 100) / 100,
    priceFactor: Math.round((0.9 + random() * 0.2) * 100) / 100,
    dedicatedNodes: random() < 0.3,
    cpuOnly: false,
    nodes: types.flatMap((gpuType) =>
      Array.from({ length: 1 + Math.floor(random() * 4) }, (_, node) => ({
        name: `${gpuType}-${node}`,
        gpuType,
        gpus: pick(random, [4, 8, 8, 8]),
      })),
    ),
  }
}

const regionLists = [
  ...['eu', 'eu', 'eea', 'nordics', 'us', 'global', 'global'].map((region) => [region]),
  ...[['DE'], ['FR'], ['SE'], ['GB'], ['JP'], ['DE', 'FR', 'eu'], ['nordics', 'CH', 'global'], ['GB', 'eea']],
]

export const randomRequest = (random: Random): PlacementRequest => ({
  gpuType: pick(random, typesUsed),
  count: pick(random, [1, 1, 1, 1, 2, 2, 4, 8, 16]),
  regions: pick(random, regionLists),
  sovereignty: random() < 0.5 ? 'none' : pick(random, sovereigntyLevels),
  carbonAware: random() < 0.5,
  maxPriceUsd: random() < 0.1 ? 2 : null,
  durationHours: pick(random, [null, null, 1, 6, 24]),
  triedHubs: [],
})
