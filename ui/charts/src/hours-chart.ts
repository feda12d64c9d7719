import { type ChartColours, onWhite } from './colours.ts'
import { type ChartElement, drawing, element, short, text } from './element.ts'
import { linear, niceTicks, spread } from './scale.ts'

export type HourPoint = {
  label: string
  value: number
  /** It was measured; what is forecast is dashed. */
  isMeasured?: boolean
}

type Options = {
  title: string
  width: number
  height: number
  /** The indices of its first hour and of the one after its last. */
  window?: readonly [number, number]
  colours?: ChartColours
  format: (value: number) => string
}

/** A step for each hour, from zero: what is forecast is dashed, the best window shaded. */
export function hoursChart(points: readonly HourPoint[], options: Options): ChartElement {
  const { title, width, height, window, colours = onWhite, format } = options
  const area = { left: 36, right: width - 12, top: 10, bottom: height - 18 }
  const ticks = niceTicks(0, Math.max(1, ...points.map(({ value }) => value)), 4)
  const x = linear([0, Math.max(1, points.length)], [area.left, area.right])
  const y = linear([0, ticks.at(-1) ?? 1], [area.bottom, area.top])
  const step = ({ value }: HourPoint, i: number) =>
    `M${short(x(i))} ${short(y(value))}H${short(x(i + 1))}${
      points[i + 1] === undefined ? '' : `V${short(y(points[i + 1]?.value ?? 0))}`
    }`
  return drawing({ width, height, title }, [
    ...(window === undefined
      ? []
      : [
          element('rect', {
            x: short(x(window[0])),
            y: area.top,
            width: short(x(window[1]) - x(window[0])),
            height: area.bottom - area.top,
            fill: colours.up,
            opacity: 0.16,
          }),
        ]),
    ...ticks.flatMap((tick) => [
      element('path', { d: `M${area.left} ${short(y(tick))}H${area.right}`, stroke: colours.grid, fill: 'none' }),
      text(area.left - 5, y(tick) + 3.5, format(tick), { 'text-anchor': 'end', fill: colours.muted, 'font-size': 9 }),
    ]),
    ...points.map((point, i) =>
      element('path', {
        d: step(point, i),
        stroke: colours.up,
        'stroke-width': 1.8,
        fill: 'none',
        ...(!point.isMeasured && { 'stroke-dasharray': '4 2' }),
      }),
    ),
    ...spread(points.length, width > 600 ? 6 : 3).map((i) =>
      text(x(i), height - 4, points[i]?.label ?? '', {
        'text-anchor': i === 0 ? 'start' : i === points.length - 1 ? 'end' : 'middle',
        fill: colours.muted,
        'font-size': 9,
      }),
    ),
  ])
}
