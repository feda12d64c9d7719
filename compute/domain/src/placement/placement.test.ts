import { aHub } from '@service/compute-testing/placement/a-hub.ts'
import { expect, test } from 'vitest'
import type { Hub } from '../hubs/model/hub.ts'
import { bytesPerGb } from '../resources/model/resources.ts'
import { Fleet } from './fleet.ts'
import { Placement, type PlacementRequest } from './placement.ts'

const aRequest = (request: Partial<PlacementRequest> = {}): PlacementRequest => ({
  gpuType: 'H100',
  count: 1,
  regions: ['global'],
  sovereignty: 'none',
  carbonAware: true,
  maxPriceUsd: null,
  durationHours: null,
  triedHubs: [],
  ...request,
})
const intensities: Record<string, number> = { SE: 20, NO: 20.9, FR: 30, DE: 340, PL: 560 }
const among = (...hubs: Hub[]) =>
  new Placement(new Fleet(hubs), { homeCountry: 'DE', meanOver: (zone) => intensities[zone] ?? 400 })
const chosen = (placement: Placement, request: PlacementRequest) => {
  const choice = placement.choose(request)
  return choice.kind === 'placed' ? choice.hubId : choice.because
}

test('the cleanest hub loses when it stands outside of the region', () => {
  const placement = among(aHub({ id: 'se-1', country: 'SE' }), aHub({ id: 'de-1' }))
  const choice = placement.choose(aRequest({ regions: ['DE'], sovereignty: 'residency' }))
  expect(choice).toMatchObject({ kind: 'placed', hubId: 'de-1', hubs: 2, fitting: 1 })
  expect(choice.refused).toMatchObject({ region: 1, sovereignty: 0, full: 0 })
})

test('carbon-aware, the cheaper of two that are nearly as clean wins, but not one that is not', () => {
  const placement = among(
    aHub({ id: 'se-1', country: 'SE', priceFactor: 1.05 }),
    aHub({ id: 'no-1', country: 'NO' }),
    aHub({ id: 'fr-1', country: 'FR', priceFactor: 0.9 }),
  )
  expect(placement.choose(aRequest()).candidates.map(({ hubId }) => hubId)).toEqual(['no-1', 'se-1', 'fr-1'])
  expect(chosen(placement, aRequest({ carbonAware: false }))).toBe('fr-1')
  expect(placement.choose(aRequest()).cheapest?.hubId).toBe('fr-1')
})

test('at the same price the emptier hub wins, and then the first by id', () => {
  const placement = among(aHub({ id: 'b' }), aHub({ id: 'a' }), aHub({ id: 'c', priceFactor: 1.01 }))
  for (const carbonAware of [true, false]) expect(chosen(placement, aRequest({ carbonAware }))).toBe('a')
  placement.reserve('a', aRequest())
  placement.reserve('b', aRequest())
  for (const carbonAware of [true, false]) expect(chosen(placement, aRequest({ carbonAware }))).toBe('c')
})

test('the first region of the list that has a hub wins', () => {
  const placement = among(
    aHub({ id: 'se-1', country: 'SE' }),
    aHub({ id: 'pl-1', country: 'PL', gpus: [1] }),
    aHub({ id: 'fr-1', country: 'FR' }),
  )
  const request = aRequest({ regions: ['PL', 'fr-1', 'nordics'] })
  expect(placement.choose(request).candidates.map(({ hubId }) => hubId)).toEqual(['pl-1', 'fr-1', 'se-1'])
  placement.reserve('pl-1', request)
  expect(chosen(placement, request)).toBe('fr-1')
})

test('each hub is counted under the first cause that keeps it out', () => {
  const placement = among(
    aHub({ id: 'abroad', country: 'US' }),
    aHub({
      id: 'foreign',
      operator: { entity: 'Corp', jurisdiction: 'DE', parentJurisdiction: 'US', nationallyOwned: false },
    }),
    aHub({ id: 'other-type', nodes: [{ name: 'n', gpuType: 'L4', gpus: 8 }] }),
    aHub({ id: 'lean', limitsPerGpu: { cpus: 4, memoryBytes: 8 * bytesPerGb, diskBytes: null } }),
    aHub({ id: 'small', gpus: [1] }),
    aHub({ id: 'dear', priceFactor: 1.09 }),
    aHub({ id: 'draining' }),
    aHub({ id: 'disabled' }),
    aHub({ id: 'tried' }),
    aHub({ id: 'silent' }),
    aHub({ id: 'full' }),
    aHub({ id: 'fits' }),
  )
  placement.fleet.setState('draining', 'draining')
  placement.fleet.setState('disabled', 'disabled')
  placement.fleet.setState('silent', 'unreachable')
  placement.fleet.setFreeNodes('full', 'H100', [1])
  const request = aRequest({
    count: 2,
    regions: ['DE'],
    sovereignty: 'jurisdiction',
    maxPriceUsd: 2.2,
    perGpu: { cpus: 4, memoryBytes: 8 * bytesPerGb + 1, diskBytes: bytesPerGb },
    triedHubs: ['tried', 'lean'],
  })
  const choice = placement.choose(request)
  expect(choice).toMatchObject({ kind: 'placed', hubId: 'fits', fitting: 1 })
  expect(choice.refused).toEqual({
    region: 1,
    sovereignty: 1,
    gpu_type: 1,
    resources: 1,
    too_small: 1,
    price: 1,
    closed: 2,
    tried: 1,
    unreachable: 1,
    full: 1,
  })
  expect(placement.possibleHubs(request).map(({ id }) => id)).toEqual(['fits', 'full', 'silent'])
})

test('hubs that give less for each GPU are not chosen, and the nearest of them says how much less', () => {
  const limits = (cpus: number, memoryGb: number) => ({ cpus, memoryBytes: memoryGb * bytesPerGb, diskBytes: null })
  const placement = among(
    aHub({ id: 'a', limitsPerGpu: limits(2, 4) }),
    aHub({ id: 'b', limitsPerGpu: limits(16, 8) }),
    aHub({ id: 'c', limitsPerGpu: limits(16, 16) }),
    aHub({ id: 'd', gpus: [1], limitsPerGpu: limits(16, 31) }),
  )
  const asking = (cpus: number | null, memoryGb: number, count = 2) =>
    placement.choose(aRequest({ count, perGpu: { cpus, memoryBytes: memoryGb * bytesPerGb, diskBytes: null } }))
  expect(asking(16, 8)).toMatchObject({ kind: 'placed', hubId: 'b', fitting: 2 })
  expect(asking(null, 16)).toMatchObject({ kind: 'placed', hubId: 'c', fitting: 1 })
  expect(asking(4, 32)).toMatchObject({
    because: 'no_feasible_hub',
    refused: { resources: 4, too_small: 0 },
    nearestLimits: limits(16, 16),
  })
  placement.fleet.setState('c', 'disabled')
  expect(asking(4, 32)).toMatchObject({ because: 'no_feasible_hub', nearestLimits: limits(16, 8) })
  placement.fleet.setState('b', 'unreachable')
  expect(asking(4, 32)).toMatchObject({ because: 'no_feasible_hub', nearestLimits: limits(16, 8) })
  placement.fleet.setState('b', 'ready')
  placement.fleet.setState('c', 'ready')
  expect(asking(4, 31, 1)).toMatchObject({ kind: 'placed', hubId: 'd', refused: { resources: 3 } })
})

test('a request that could fit later finds no capacity, one that never can finds no feasible hub', () => {
  const placement = among(aHub({ id: 'de-1', gpus: [2] }))
  expect(chosen(placement, aRequest({ count: 3 }))).toBe('no_feasible_hub')
  placement.reserve('de-1', aRequest())
  expect(chosen(placement, aRequest({ count: 2 }))).toBe('no_capacity')
  placement.fleet.setState('de-1', 'disabled')
  expect(chosen(placement, aRequest({ count: 2 }))).toBe('no_feasible_hub')
})

test('a reservation is given back node by node', () => {
  const placement = among(aHub({ id: 'de-1', gpus: [8, 8] }))
  const shares = placement.reserve('de-1', aRequest({ count: 12 }))!
  expect(shares).toEqual([
    { name: 'node-0', gpus: 8 },
    { name: 'node-1', gpus: 4 },
  ])
  expect(placement.fleet.freeNodes('de-1', 'H100')).toEqual([0, 4])
  expect(placement.reserve('de-1', aRequest({ count: 5 }))).toBeUndefined()
  placement.fleet.giveBack('de-1', 'H100', shares)
  expect(placement.fleet.freeNodes('de-1', 'H100')).toEqual([8, 8])
  expect(() => placement.fleet.giveBack('de-1', 'H100', shares)).toThrow(RangeError)
})

test('a request for a hub that is gone finds no hub', () => {
  const placement = among(aHub({ id: 'de-1' }), aHub({ id: 'de-2' }))
  const gone = aRequest({ regions: ['de-3'], sovereignty: 'residency' })
  expect(placement.choose(gone)).toMatchObject({ because: 'no_feasible_hub', refused: { region: 2 } })
  expect(placement.possibleHubs(gone)).toEqual([])
  expect(chosen(placement, { ...gone, regions: ['de-3', 'de-2'] })).toBe('de-2')
})

test('carbon is weighed over the expected duration of the run', () => {
  const placement = new Placement(
    new Fleet([aHub({ id: 'sunny', zone: 'sunny', pue: 1 }), aHub({ id: 'steady', zone: 'steady', pue: 1 })]),
    { homeCountry: null, meanOver: (zone, hours) => (zone === 'steady' ? 100 : hours <= 4 ? 50 : 200) },
  )
  expect(chosen(placement, aRequest({ durationHours: 3.5 }))).toBe('sunny')
  expect(chosen(placement, aRequest({ durationHours: 10 }))).toBe('steady')
  expect(chosen(placement, aRequest())).toBe('steady')
  placement.setCarbon(() => 100)
  expect(chosen(placement, aRequest({ durationHours: 10 }))).toBe('steady')
  placement.setCarbon((zone) => (zone === 'sunny' ? 10 : 100))
  expect(placement.choose(aRequest()).candidates[0]).toMatchObject({
    hubId: 'sunny',
    carbonIntensity: 10,
    gramsPerGpuHour: expect.closeTo(0.7 * 0.8 * 10),
  })
})
