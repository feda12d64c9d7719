import { type ChartColours, onWhite } from './colours.ts'
import { type ChartElement, drawing, element, short, text } from './element.ts'
import { linear, niceTicks, spread } from './scale.ts'

type Options = {
  title: string
  width: number
  height: number
  colours?: ChartColours
  format: (value: number) => string
  /** Of what is counted, nothing is between two whole numbers. */
  isCount?: boolean
}

/** A bar for each day, from zero. */
export function barsChart(bars: readonly { label: string; value: number }[], options: Options): ChartElement {
  const { title, width, height, colours = onWhite, format, isCount } = options
  const area = { left: 40, right: width - 8, top: 10, bottom: height - 18 }
  const ticks = niceTicks(0, Math.max(1e-6, ...bars.map(({ value }) => value)), 4, isCount ? 1 : 0)
  const x = linear([0, Math.max(1, bars.length)], [area.left, area.right])
  const y = linear([0, ticks.at(-1) ?? 1], [area.bottom, area.top])
  const wide = Math.min(28, (x(1) - x(0)) * 0.72)
  const middle = (i: number) => (x(i) + x(i + 1)) / 2
  return drawing({ width, height, title }, [
    ...ticks.flatMap((tick) => [
      element('path', { d: `M${area.left} ${short(y(tick))}H${area.right}`, stroke: colours.grid, fill: 'none' }),
      text(area.left - 5, y(tick) + 3.5, format(tick), { 'text-anchor': 'end', fill: colours.muted, 'font-size': 9 }),
    ]),
    ...bars.map(({ value }, i) =>
      element('rect', {
        x: short(middle(i) - wide / 2),
        y: short(y(value)),
        width: short(wide),
        height: short(area.bottom - y(value)),
        fill: colours.up,
        rx: 2,
      }),
    ),
    ...spread(bars.length, width > 600 ? 8 : 4).map((i) =>
      text(middle(i), height - 4, bars[i]?.label ?? '', {
        'text-anchor': 'middle',
        fill: colours.muted,
        'font-size': 9,
      }),
    ),
  ])
}
