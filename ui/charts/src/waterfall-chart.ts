import { type ChartColours, onWhite } from './colours.ts'
import { type ChartElement, drawing, element, short, text } from './element.ts'
import { linear } from './scale.ts'

export type WaterfallStep = { label: string; change: number }

type Options = {
  title: string
  width: number
  before: { label: string; value: number }
  after: { label: string; value: number }
  colours?: ChartColours
  format: (value: number) => string
  formatChange: (value: number) => string
}

const row = 20

/** From one value to another in steps, a row each, top to bottom. The steps add up to the difference. */
export function waterfallChart(steps: readonly WaterfallStep[], options: Options): ChartElement {
  const { title, width, before, after, colours = onWhite, format, formatChange } = options
  const starts = startsOf(steps, before.value)
  const levels = [...starts, after.value]
  // Where all is near together, bars that begin at zero would hide the steps: the scale begins below the lowest.
  const low = Math.max(0, Math.min(...levels) - 0.35 * Math.max(4, Math.max(...levels) - Math.min(...levels)))
  const area = { left: 118, right: width - 46 }
  const x = linear([low, Math.max(...levels, low + 1)], [area.left, area.right])
  const bar = (index: number, from: number, to: number, fill: string) =>
    element('rect', {
      x: short(Math.min(x(from), x(to))),
      y: index * row + 4,
      width: short(Math.max(0.8, Math.abs(x(to) - x(from)))),
      height: row - 8,
      fill,
    })
  const label = (index: number, content: string, weight?: number) =>
    text(area.left - 8, index * row + 14, content, {
      'text-anchor': 'end',
      fill: colours.ink,
      'font-weight': weight,
    })
  const value = (index: number, at: number, content: string, weight?: number) =>
    text(x(at) + 5, index * row + 14, content, { fill: colours.ink, 'font-weight': weight })
  const total = (index: number, { label: name, value: of }: Options['before']) => [
    label(index, name, 600),
    bar(index, low, of, colours.base),
    value(index, of, format(of), 600),
  ]

  const rows: ChartElement[] = [...total(0, before)]
  for (const [index, { label: name, change }] of steps.entries()) {
    const from = starts[index] ?? 0
    const to = from + change
    rows.push(
      connector(x(from), index + 1, colours),
      label(index + 1, name),
      bar(index + 1, from, to, change < 0 ? colours.down : colours.up),
      value(index + 1, Math.max(from, to), formatChange(change)),
    )
  }
  rows.push(connector(x(after.value), steps.length + 1, colours), ...total(steps.length + 1, after))
  return drawing({ width, height: (steps.length + 2) * row, title }, rows)
}

/** Where each step begins. */
function startsOf(steps: readonly WaterfallStep[], before: number): number[] {
  let level = before
  return steps.map(({ change }) => {
    const start = level
    level += change
    return start
  })
}

const connector = (x: number, index: number, colours: ChartColours): ChartElement =>
  element('path', {
    d: `M${short(x)} ${index * row - 4}V${index * row + 4}`,
    stroke: colours.muted,
    'stroke-width': 0.6,
    fill: 'none',
  })
