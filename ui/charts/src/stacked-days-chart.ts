import { type ChartColours, onWhite } from './colours.ts'
import { type ChartElement, drawing, element, short, text } from './element.ts'
import { linear, niceTicks, shortCount, spread } from './scale.ts'

export type ToneDay = {
  label: string
  positive: number
  neutral: number
  negative: number
  /** From −1 to 1; null on a day without anything to take the mean of. */
  mean: number | null
}

type Options = { title: string; width: number; height: number; colours?: ChartColours }

/**
 * Counts of days around zero: negative ones below, positive ones above it with the neutral ones on top; and the mean of
 * each day in a band of its own. A day without news is a gap.
 */
export function stackedDaysChart(days: readonly ToneDay[], options: Options): ChartElement {
  const { title, width, height, colours = onWhite } = options
  const highest = Math.max(1, ...days.map(({ positive, neutral }) => positive + neutral))
  const lowest = Math.max(0, ...days.map(({ negative }) => negative))
  const ticks = niceTicks(-lowest, highest, 5).filter((tick) => Number.isInteger(tick))
  const area = { left: 28, right: width - 6, top: 6, bottom: height - 90 }
  const y = linear([Math.min(-lowest, ticks[0] ?? 0), Math.max(highest, ticks.at(-1) ?? 1)], [area.bottom, area.top])
  const step = (area.right - area.left) / Math.max(1, days.length)
  const barWidth = Math.min(step * 0.72, 22)
  const centre = (index: number) => area.left + (index + 0.5) * step
  const bar = (index: number, from: number, to: number, fill: string) =>
    from === to
      ? []
      : [
          element('rect', {
            x: short(centre(index) - barWidth / 2),
            y: short(y(Math.max(from, to))),
            width: short(barWidth),
            height: short(Math.abs(y(to) - y(from))),
            fill,
          }),
        ]
  return drawing({ width, height, title }, [
    ...ticks.flatMap((tick) =>
      rule(area, y(tick), tick === 0 ? colours.muted : colours.grid, shortCount(Math.abs(tick)), colours),
    ),
    ...days.flatMap(({ positive, neutral, negative }, index) => [
      ...bar(index, 0, positive, colours.up),
      ...bar(index, positive, positive + neutral, colours.neutral),
      ...bar(index, 0, -negative, colours.down),
    ]),
    ...meanBand(days, { ...area, top: height - 74, bottom: height - 20 }, centre, colours),
    ...spread(days.length, 8).map((index) =>
      text(centre(index), height - 5, days[index]?.label ?? '', {
        'text-anchor': 'middle',
        fill: colours.muted,
        'font-size': 9,
      }),
    ),
  ])
}

type Area = { left: number; right: number; top: number; bottom: number }

const rule = (
  { left, right }: Area,
  y: number,
  stroke: string,
  label: string,
  { muted }: ChartColours,
): ChartElement[] => [
  element('path', { d: `M${left} ${short(y)}H${right}`, stroke, 'stroke-width': 0.7, fill: 'none' }),
  text(left - 5, y + 3.5, label, { 'text-anchor': 'end', fill: muted, 'font-size': 9 }),
]

function meanBand(
  days: readonly ToneDay[],
  area: Area,
  centre: (index: number) => number,
  colours: ChartColours,
): ChartElement[] {
  const y = linear([-1, 1], [area.bottom, area.top])
  const parts: string[] = []
  const dots: ChartElement[] = []
  let isDrawing = false
  for (const [index, { mean }] of days.entries()) {
    if (mean !== null) {
      parts.push(`${isDrawing ? 'L' : 'M'}${short(centre(index))} ${short(y(mean))}`)
      dots.push(element('circle', { cx: short(centre(index)), cy: short(y(mean)), r: 1.8, fill: colours.base }))
    }
    isDrawing = mean !== null
  }
  return [
    ...rule(area, y(1), colours.grid, '+1', colours),
    ...rule(area, y(0), colours.muted, '0', colours),
    ...rule(area, y(-1), colours.grid, '−1', colours),
    ...(parts.length > 0
      ? [element('path', { d: parts.join(''), stroke: colours.base, 'stroke-width': 1.4, fill: 'none' })]
      : []),
    ...dots,
  ]
}
