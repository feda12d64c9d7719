import { type ChartColours, onWhite } from './colours.ts'
import { type ChartElement, drawing, element, short, text } from './element.ts'
import { linear, niceTicks, spread } from './scale.ts'

export type LinePoint = {
  label: string
  /** Null: a gap. */
  value: number | null
  /** Nothing new was measured: it stands as the day before, and its dot is open. */
  carried?: boolean
  /** There is more to come: the line to it is dashed. */
  provisional?: boolean
}

type Options = {
  title: string
  width: number
  height: number
  /** The least that the scale shows: a change of a tenth shall not look like a fall. */
  minSpan: number
  /** No value can lie outside. */
  bounds?: readonly [number, number]
  colours?: ChartColours
  /** Room for the figures of the scale. */
  left?: number
  /** Whether the scale begins at zero. */
  fromZero?: boolean
  /** Whether each point has a dot: with many points they would hide the line. */
  hasDots?: boolean
  format: (value: number) => string
}

/** A line over days, its ends labelled. */
export function lineChart(points: readonly LinePoint[], options: Options): ChartElement {
  const { title, width, height, colours = onWhite, left = 28, hasDots = true, format } = options
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const ticks = niceTicks(...rangeOf(values, options), 4)
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const last = values.at(-1)
  // Room for the value behind the end of the line, where it is longer than a few figures.
  const area = {
    left,
    right: width - Math.max(36, last === undefined ? 0 : 10 + 6.5 * format(last).length),
    top: 8,
    bottom: height - 18,
  }
  const x = linear([0, Math.max(1, points.length - 1)], [area.left, area.right])
  const y = linear([low, high], [area.bottom, area.top])
  return drawing({ width, height, title }, [
    ...ticks.flatMap((tick) => [
      element('path', { d: `M${area.left} ${short(y(tick))}H${area.right}`, stroke: colours.grid, fill: 'none' }),
      text(area.left - 5, y(tick) + 3.5, format(tick), { 'text-anchor': 'end', fill: colours.muted, 'font-size': 9 }),
    ]),
    ...spread(points.length, width < 400 ? 3 : 6).map((index) =>
      text(x(index), height - 4, points[index]?.label ?? '', {
        'text-anchor': index === 0 ? 'start' : 'middle',
        fill: colours.muted,
        'font-size': 9,
      }),
    ),
    element('path', { d: pathOf(points, x, y), stroke: colours.up, ...line }),
    ...provisionalPaths(points, x, y).map((d) =>
      element('path', { d, stroke: colours.up, 'stroke-dasharray': '3 3', ...line }),
    ),
    ...points.flatMap(({ value, carried }, index) =>
      value === null || !(hasDots || isAlone(points, index))
        ? []
        : [dot(x(index), y(value), carried === true, colours)],
    ),
    ...lastValue(points, x, y, colours, format),
  ])
}

function rangeOf(values: readonly number[], { minSpan, bounds, fromZero }: Options): [number, number] {
  if (fromZero) return [0, Math.max(minSpan, ...values)]
  const [low, high] = values.length === 0 ? [0, minSpan] : [Math.min(...values), Math.max(...values)]
  const missing = Math.max(0, minSpan - (high - low)) / 2
  const [lowest, highest] = bounds ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return [Math.max(lowest, low - missing), Math.min(highest, high + missing)]
}

/** No line leads to it: without a dot it could not be seen. */
const isAlone = (points: readonly LinePoint[], index: number): boolean =>
  [points[index - 1], points[index + 1]].every((beside) => beside === undefined || beside.value === null)

const line = { 'stroke-width': 1.6, 'stroke-linejoin': 'round', fill: 'none' }

/** Broken at gaps, and before what is provisional. */
function pathOf(points: readonly LinePoint[], x: (index: number) => number, y: (value: number) => number): string {
  let isDrawing = false
  const parts: string[] = []
  for (const [index, { value: given, provisional }] of points.entries()) {
    const value = provisional ? null : given
    if (value !== null) parts.push(`${isDrawing ? 'L' : 'M'}${short(x(index))} ${short(y(value))}`)
    isDrawing = value !== null
  }
  return parts.length === 0 ? 'M0 0' : parts.join('')
}

function provisionalPaths(
  points: readonly LinePoint[],
  x: (index: number) => number,
  y: (value: number) => number,
): string[] {
  return points.flatMap(({ value, provisional }, index) => {
    const before = points[index - 1]?.value
    if (!provisional || value === null || before === null || before === undefined) return []
    return [`M${short(x(index - 1))} ${short(y(before))}L${short(x(index))} ${short(y(value))}`]
  })
}

const dot = (cx: number, cy: number, isOpen: boolean, colours: ChartColours): ChartElement =>
  element('circle', {
    cx: short(cx),
    cy: short(cy),
    r: 2,
    fill: isOpen ? colours.paper : colours.up,
    stroke: colours.up,
    'stroke-width': 0.8,
  })

function lastValue(
  points: readonly LinePoint[],
  x: (index: number) => number,
  y: (value: number) => number,
  colours: ChartColours,
  format: (value: number) => string,
): ChartElement[] {
  const index = points.findLastIndex(({ value }) => value !== null)
  const value = points[index]?.value
  if (value === null || value === undefined) return []
  return [text(x(index) + 6, y(value) + 4, format(value), { fill: colours.up, 'font-weight': 600 })]
}
