/** Where hubs are drawn on the map. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { exampleHubs } from '../../server/src/hub-engines/hub-engines.ts'

// The type checker of the tests does not know the pages.
const load = async <T>(path: string) => (await import(path)) as T
type Point = { x: number; y: number }
type Box = Point & { width: number; height: number }
const { boxAround, clustersOf, pointAt } = await load<{
  boxAround: (points: readonly Point[], aspect: number) => Box
  clustersOf: <T extends { point: Point }>(items: readonly T[], gap: number) => (Point & { items: T[] })[]
  pointAt: (place: readonly [number, number]) => Point
}>('../src/places/map/view.ts')
const { placeOf } = await load<{ placeOf: (zone: string, country: string) => readonly [number, number] | undefined }>(
  '../src/places/map/zone-points.ts',
)
const { outline } = await load<{ outline: string }>('../src/places/map/world-outline.ts')

test('every hub that ships has a place, in a country where it has none of its zone', () => {
  for (const { hub } of exampleHubs()) expect(placeOf(hub.zone, hub.country), hub.zone).toBeDefined()
  expect(placeOf('SE-SE1', 'SE')).not.toEqual(placeOf('SE', 'SE'))
  expect(placeOf('SE-NEW', 'SE')).toEqual(placeOf('SE', 'SE'))
  expect(placeOf('XX', 'XX')).toBeUndefined()
})

test('north is above, east is right', () => {
  const [north, south] = [pointAt([60, 10]), pointAt([-30, 20])]
  expect(north.y).toBeLessThan(south.y)
  expect(north.x).toBeLessThan(south.x)
})

test.each([0.5, 1, 4 / 3, 2.5, 6])('a box of the proportion %d has all its points, and never none', (aspect) => {
  const points = [pointAt([65, 22]), pointAt([-34, 151]), pointAt([45, -122])]
  for (const some of [points, points.slice(0, 1), []]) {
    const { x, y, width, height } = boxAround(some, aspect)
    expect(width / height).toBeCloseTo(aspect)
    for (const point of some) {
      expect(point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height).toBe(true)
    }
  }
})

test('many hubs in one place are one mark, and no two marks touch', () => {
  const hubs = Array.from({ length: 2_000 }, (_, i) => ({ id: i, point: { x: (i * 37) % 400, y: (i * 91) % 300 } }))
  const clusters = clustersOf(hubs, 34)
  expect(clusters.flatMap(({ items }) => items)).toHaveLength(hubs.length)
  expect(clusters.length).toBeLessThan(200)
  for (const [i, a] of clusters.entries()) {
    for (const b of clusters.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(34)
  }
})

test('the outline stays small', () => {
  expect(gzipSync(outline, { level: 9 }).length).toBeLessThan(25_000)
})
