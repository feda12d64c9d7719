import { type ChartColours, onWhite } from './colours.ts'
import { type ChartElement, drawing, element, short, text } from './element.ts'
import { linear, niceTicks } from './scale.ts'

export type BandPoint = {
  name: string
  x: number
  y: number
  /** The one that was chosen; one to be compared with; any other. */
  kind: 'chosen' | 'compared' | 'other'
}

type Options = {
  title: string
  width: number
  height: number
  /** Within them differences count as none: up to these values. */
  bands: { x?: number; y?: number }
  colours?: ChartColours
  formatX: (value: number) => string
  formatY: (value: number) => string
  /** What the axes are, with their units. */
  nameX: string
  nameY: string
}

/** Points by two measures of which less is better, with the bands in which the choice is made. */
export function bandsChart(points: readonly BandPoint[], options: Options): ChartElement {
  const { title, width, height, bands, colours = onWhite, formatX, formatY, nameX, nameY } = options
  const area = { left: 44, right: width - 14, top: 20, bottom: height - 30 }
  const xs = points.map(({ x }) => x)
  const spreadX = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...xs) * 0.04)
  const ticksX = niceTicks(Math.min(...xs) - spreadX * 0.08, Math.max(...xs) + spreadX * 0.08, width > 480 ? 6 : 3)
  const ticksY = niceTicks(0, Math.max(...points.map(({ y }) => y)) * 1.05, 4)
  const x = linear([ticksX[0] ?? 0, ticksX.at(-1) ?? 1], [area.left, area.right])
  const y = linear([ticksY[0] ?? 0, ticksY.at(-1) ?? 1], [area.bottom, area.top])
  return drawing({ width, height, title }, [
    ...bandsOf(bands, points, area, x, y, colours),
    ...ticksY.flatMap((tick) => [
      element('path', { d: `M${area.left} ${short(y(tick))}H${area.right}`, stroke: colours.grid, fill: 'none' }),
      text(area.left - 5, y(tick) + 3.5, formatY(tick), { 'text-anchor': 'end', fill: colours.muted, 'font-size': 9 }),
    ]),
    ...ticksX.map((tick, i) =>
      text(x(tick), area.bottom + 12, formatX(tick), {
        'text-anchor': i === ticksX.length - 1 ? 'end' : i === 0 ? 'start' : 'middle',
        fill: colours.muted,
        'font-size': 9,
      }),
    ),
    text(area.left, 10, nameY, { fill: colours.muted, 'font-size': 9 }),
    text(area.right, height - 4, nameX, { 'text-anchor': 'end', fill: colours.muted, 'font-size': 9 }),
    ...points.map((point) => dot(x(point.x), y(point.y), point.kind, colours)),
    ...labels(points, x, y, area.right, colours),
  ])
}

type Area = { left: number; right: number; top: number; bottom: number }
type Scale = (value: number) => number

/** The outer band is pale; where both hold, it is darker. */
function bandsOf(
  bands: Options['bands'],
  points: readonly BandPoint[],
  { left, right, top, bottom }: Area,
  x: Scale,
  y: Scale,
  colours: ChartColours,
): ChartElement[] {
  const shade = (x1: number, y1: number, x2: number, y2: number) =>
    element('rect', {
      x: short(x1),
      y: short(y1),
      width: short(Math.max(2, x2 - x1)),
      height: short(Math.max(2, y2 - y1)),
      fill: colours.up,
      opacity: 0.13,
    })
  const upToX = bands.x === undefined ? right : Math.min(right, x(bands.x) + 4)
  const downToY = bands.y === undefined ? top : Math.max(top, y(bands.y) - 4)
  if (points.length === 0 || (bands.x === undefined && bands.y === undefined)) return []
  return [
    ...(bands.y === undefined ? [] : [shade(left, downToY, right, bottom)]),
    ...(bands.x === undefined ? [] : [shade(left, downToY, upToX, bottom)]),
  ]
}

const dot = (cx: number, cy: number, kind: BandPoint['kind'], colours: ChartColours): ChartElement =>
  element('circle', {
    cx: short(cx),
    cy: short(cy),
    r: kind === 'chosen' ? 6 : 4,
    fill: kind === 'chosen' ? colours.up : colours.paper,
    stroke: kind === 'compared' ? colours.down : colours.up,
    'stroke-width': 1.6,
  })

/** The chosen one and the one compared with first; of the others those that there is room for. */
function labels(
  points: readonly BandPoint[],
  x: Scale,
  y: Scale,
  right: number,
  colours: ChartColours,
): ChartElement[] {
  const rank = { chosen: 0, compared: 1, other: 2 }
  const taken: { x1: number; x2: number; y: number }[] = []
  return [...points]
    .sort((a, b) => rank[a.kind] - rank[b.kind])
    .flatMap(({ name, kind, ...at }) => {
      const wide = name.length * 5.4
      const isLeft = x(at.x) + 9 + wide > right
      const [x1, x2] = isLeft ? [x(at.x) - 9 - wide, x(at.x) - 9] : [x(at.x) + 9, x(at.x) + 9 + wide]
      const own = { x1, x2, y: y(at.y) }
      const isFree = taken.every((other) => Math.abs(other.y - own.y) > 11 || other.x2 < own.x1 || own.x2 < other.x1)
      if (!isFree && kind === 'other') return []
      taken.push(own)
      return [
        text(isLeft ? x(at.x) - 9 : x(at.x) + 9, own.y + 3.5, name, {
          'text-anchor': isLeft ? 'end' : 'start',
          fill: kind === 'other' ? colours.muted : colours.ink,
          'font-size': 10,
          'font-weight': kind === 'chosen' ? 600 : undefined,
        }),
      ]
    })
}
