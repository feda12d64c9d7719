/** What the map shows, as pure functions of where the hubs are and how wide it is drawn. */
import { northDegrees, southDegrees, unitsPerDegree } from './world-outline.ts'

/** In degrees, north and east of zero. */
export type Place = { latitude: number; longitude: number }

/** In units of the outline. */
export type Point = { x: number; y: number }
export type Box = { x: number; y: number; width: number; height: number }

export const pointAt = ({ latitude, longitude }: Place): Point => ({
  x: (longitude + 180) * unitsPerDegree,
  y: (northDegrees - latitude) * unitsPerDegree,
})

const world: Box = { x: 0, y: 0, width: 360 * unitsPerDegree, height: (northDegrees - southDegrees) * unitsPerDegree }

/** A place is never drawn larger than so: the outline is too coarse for more. */
const minWidth = 8 * unitsPerDegree

/** The box of that proportion that has all points in it, with room around them. */
export function boxAround(points: readonly Point[], aspect: number): Box {
  if (points.length === 0) return withAspect(world, aspect)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const width = Math.max(minWidth, (right - left) * 1.3)
  const height = Math.max(minWidth / aspect, (bottom - top) * 1.4)
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return withAspect({ x: x - width / 2, y: y - height / 2, width, height }, aspect)
}

/** The smallest box around it of that proportion; it stays on the outline where it can. */
function withAspect(box: Box, aspect: number): Box {
  const width = Math.max(box.width, box.height * aspect)
  const height = width / aspect
  const inside = (start: number, size: number, whole: number) =>
    size >= whole ? (whole - size) / 2 : Math.min(Math.max(0, start), whole - size)
  return {
    x: inside(box.x - (width - box.width) / 2, width, world.width),
    y: inside(box.y - (height - box.height) / 2, height, world.height),
    width,
    height,
  }
}

export type Cluster<Item> = Point & { items: readonly [Item, ...Item[]] }

/** Those that would be drawn over each other become one, at their middle: no two marks are nearer than the gap. */
export function clustersOf<Item extends { point: Point }>(items: readonly Item[], minGap: number): Cluster<Item>[] {
  let clusters: Cluster<Item>[] = items.map((item) => ({ ...item.point, items: [item] }))
  // A middle moves as it takes others in, and may come near to the next: so once more, until nothing is joined.
  for (let before = Number.POSITIVE_INFINITY; clusters.length < before; ) {
    before = clusters.length
    clusters = joined(clusters, minGap)
  }
  return clusters
}

function joined<Item>(clusters: readonly Cluster<Item>[], minGap: number): Cluster<Item>[] {
  const left: Cluster<Item>[] = []
  for (const one of [...clusters].sort((a, b) => a.x - b.x || a.y - b.y)) {
    const i = left.findIndex(({ x, y }) => Math.hypot(x - one.x, y - one.y) < minGap)
    const near = left[i]
    if (near) left[i] = both(near, one)
    else left.push(one)
  }
  return left
}

function both<Item>(a: Cluster<Item>, b: Cluster<Item>): Cluster<Item> {
  const share = b.items.length / (a.items.length + b.items.length)
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, items: [...a.items, ...b.items] }
}
