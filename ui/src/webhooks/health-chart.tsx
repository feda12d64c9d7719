import type { ChartColours } from '@service/ui-charts/colours.ts'
import { type ChartElement, drawing, element, short, text } from '@service/ui-charts/element.ts'
import { useContext } from 'react'
import { Chart } from '../chart.tsx'
import { formatCount, formatShare } from '../numbers.ts'
import { formatTime, TimeZone } from '../time.tsx'
import type { WebhookOutput } from './webhook-calls.ts'

type Health = WebhookOutput<'getWebhookHealth'>
type Size = { title: string; width: number; height: number; colours: ChartColours }

/** Attempts over time: those that succeeded upwards, those that failed downwards. */
export default function HealthChart({ health: { stepSeconds, steps } }: { health: Health }) {
  const timeZone = useContext(TimeZone)
  const isDay = stepSeconds === 86_400
  const labels = steps.map(({ at }) =>
    isDay ? formatTime(at, 'day', timeZone).replace(/ \d{4}$/, '') : formatTime(at, 'short', timeZone),
  )
  const succeeded = steps.reduce((sum, step) => sum + step.succeeded, 0)
  const failed = steps.reduce((sum, step) => sum + step.failed, 0)
  const total = succeeded + failed
  const title =
    total === 0
      ? 'No attempt was made in this time.'
      : `${formatCount(succeeded)} of ${formatCount(total)} attempts succeeded (${formatShare(succeeded / total)}), ${formatCount(failed)} failed.`
  if (total === 0) return <p className="muted">{title}</p>
  return (
    <Chart
      title={title}
      head="From"
      labels={labels}
      series={[
        { name: 'Succeeded', values: steps.map((step) => step.succeeded) },
        { name: 'Failed', values: steps.map((step) => step.failed) },
        { name: 'Slowest, ms', values: steps.map(({ slowestMs }) => slowestMs) },
      ]}
      format={formatCount}
      draw={(size) => strips(steps, labels, size)}
      height={120}
    />
  )
}

function strips(
  steps: Health['steps'],
  labels: readonly string[],
  { title, width, height, colours }: Size,
): ChartElement {
  const up = Math.max(0, ...steps.map(({ succeeded }) => succeeded))
  const down = Math.max(0, ...steps.map(({ failed }) => failed))
  const left = 8 + 6 * Math.max(formatCount(up).length, formatCount(down).length)
  const [top, bottom] = [10, height - 22]
  const scale = (bottom - top) / Math.max(1, up + down)
  const zero = top + up * scale
  const step = (width - left - 4) / steps.length
  const bar = (index: number, count: number, y: number, fill: string) =>
    element('rect', {
      x: short(left + index * step + step * 0.14),
      y: short(y),
      width: short(step * 0.72),
      height: short(Math.max(count === 0 ? 0 : 1.5, count * scale)),
      fill,
    })
  const mark = (y: number, value: number) =>
    text(left - 5, y, formatCount(value), { 'text-anchor': 'end', fill: colours.muted, 'font-size': 9 })
  const named = [0, Math.floor(steps.length / 2)]
  return drawing({ width, height, title }, [
    element('path', { d: `M${left} ${short(zero)}H${width - 4}`, stroke: colours.muted, 'stroke-width': 0.7 }),
    ...(up > 0 ? [mark(top + 4, up)] : []),
    ...(down > 0 ? [mark(bottom + 3, down)] : []),
    ...steps.flatMap(({ succeeded, failed }, index) => [
      bar(index, succeeded, zero - Math.max(succeeded === 0 ? 0 : 1.5, succeeded * scale), colours.up),
      bar(index, failed, zero, colours.down),
    ]),
    ...named.map((index) =>
      text(left + index * step, height - 5, labels[index] ?? '', { fill: colours.muted, 'font-size': 9 }),
    ),
    text(width - 4, height - 5, 'now', { 'text-anchor': 'end', fill: colours.muted, 'font-size': 9 }),
  ])
}
