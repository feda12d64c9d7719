/** Where hubs are drawn on the map. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

// The type checker of the tests does not know the pages.
const load = async <T>(path: string) => (await import(path)) as T
type Point = { x: number; y: number }
type Box = Point & { width: number; height: number }
const { boxAround, clustersOf, pointAt } = await load<{
  boxAround: (points: readonly Point[], aspect: number) => Box
  clustersOf: <T extends { point: Point }>(items: readonly T[], gap: number) => (Point & { items: T[] })[]
  pointAt: (place: { latitude: number; longitude: number }) => Point
}>('../src/places/map/view.ts')
const { outline } = await load<{ outline: string }>('../src/places/map/world-outline.ts')

const at = (latitude: number, longitude: number) => pointAt({ latitude, longitude })

test('north is above, east is right', () => {
  const [north, south] = [at(60, 10), at(-30, 20)]
  expect(north.y).toBeLessThan(south.y)
  expect(north.x).toBeLessThan(south.x)
})

test.each([0.5, 1, 4 / 3, 2.5, 6])('a box of the proportion %d has all its points, and never none', (aspect) => {
  const points = [at(65, 22), at(-34, 151), at(45, -122)]
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
