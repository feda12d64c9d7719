/**
 * Makes the outline of the countries that the map of hubs is drawn on, of Natural Earth's 1:110m map as the npm package
 * `world-atlas` 2.0.2 has it. It is made seldom, by hand, from the package's folder:
 *
 *     npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
 *     node tools/world-outline.ts package/countries-110m.json
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Topology = {
  transform: { scale: [number, number]; translate: [number, number] }
  arcs: [number, number][][]
  objects: { countries: { geometries: { type: string; arcs: number[][] | number[][][] }[] } }
}
type Point = readonly [x: number, y: number]

const file = fileURLToPath(new URL('../compute/dashboard/src/places/map/world-outline.ts', import.meta.url))
/** Units of the drawing in a degree: a fifth of a degree is enough for a window's width. */
const unitsPerDegree = 5
/** Antarctica has no hub, and takes a sixth of the height. */
const [northDegrees, southDegrees] = [84, -57]
/** In units squared: smaller islands are left out. */
const minArea = 12

const topology = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Topology
const arcs = topology.arcs.map(decoded)
const rings = topology.objects.countries.geometries.flatMap(({ type, arcs: given }) =>
  type === 'Polygon' ? (given as number[][]) : (given as number[][][]).flat(),
)
const path = rings
  .map(ringOf)
  .flatMap((ring) => drawn(ring) ?? [])
  .join('')
writeFileSync(
  file,
  `/**
 * Countries of the world, as the path of an SVG: ${unitsPerDegree} units a degree, from 180° W and ${northDegrees}° N. Made by \`tools/world-outline.ts\` of
 * Natural Earth 4.1.0, 1:110m (public domain, https://www.naturalearthdata.com), as redistributed by world-atlas 2.0.2
 * (Copyright 2013-2019 Michael Bostock, ISC licence). Borders are those of that map, and no statement about them.
 */
export const unitsPerDegree = ${unitsPerDegree}
export const northDegrees = ${northDegrees}
export const southDegrees = ${southDegrees}

export const outline =
  '${path}'
`,
)

/** Arcs are stored as steps of a grid, each from the point before. */
function decoded(steps: [number, number][]): Point[] {
  const { scale, translate } = topology.transform
  let [x, y] = [0, 0]
  return steps.map(([dx, dy]) => {
    x += dx
    y += dy
    return projected(x * scale[0] + translate[0], y * scale[1] + translate[1])
  })
}

function projected(longitude: number, latitude: number): Point {
  return [
    Math.round((longitude + 180) * unitsPerDegree),
    Math.round((northDegrees - Math.max(southDegrees, latitude)) * unitsPerDegree),
  ]
}

/** A number below zero is an arc from its end to its start. */
function ringOf(indices: number[]): Point[] {
  const raw = indices.flatMap((index) => (index < 0 ? [...(arcs[~index] ?? [])].reverse() : (arcs[index] ?? [])))
  const points = unbroken(raw)
  return points.filter(([x, y], i) => i === 0 || points[i - 1]?.[0] !== x || points[i - 1]?.[1] !== y)
}

/** A ring that crosses the date line goes on beyond the edge, instead of back across the whole map. */
function unbroken(points: Point[]): Point[] {
  const whole = 360 * unitsPerDegree
  let shift = 0
  return points.map(([x, y], i) => {
    const step = i === 0 ? 0 : x - (points[i - 1]?.[0] ?? x)
    if (Math.abs(step) > whole / 2) shift -= Math.sign(step) * whole
    return [x + shift, y]
  })
}

function drawn(ring: Point[]): string | undefined {
  const bottom = (northDegrees - southDegrees) * unitsPerDegree
  if (areaOf(ring) < minArea || ring.every(([, y]) => y >= bottom)) return undefined
  const [first = [0, 0] as Point, ...others] = ring
  let [x, y] = first
  const steps = others.map(([toX, toY]) => {
    const step = `${toX - x}${toY - y < 0 ? '' : ' '}${toY - y}`
    ;[x, y] = [toX, toY]
    return step
  })
  return `M${first[0]} ${first[1]}l${steps.join(' ').replaceAll(' -', '-')}z`
}

function areaOf(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2
}
