import { Chart } from '@service/ui/chart.tsx'
import { formatChange } from '@service/ui/numbers.ts'
import { formatTime } from '@service/ui/time.tsx'
import { waterfallChart } from '@service/ui-charts/waterfall-chart.ts'
import { type Explanation, pillarWords } from './model/words.ts'

const row = 20

type Step = { label: string; change: number }

/** From one score to another by steps that add up. */
export function Waterfall({
  title,
  steps,
  before,
  after,
  head,
}: {
  title: string
  steps: readonly Step[]
  before: { label: string; value: number }
  after: { label: string; value: number }
  head: string
}) {
  return (
    <Chart
      title={title}
      labels={steps.map(({ label }) => label)}
      series={[{ name: 'Points', values: steps.map(({ change }) => change) }]}
      format={formatChange}
      head={head}
      height={(steps.length + 2) * row}
      draw={(size) =>
        waterfallChart(steps, { ...size, before, after, format: (value) => value.toFixed(1), formatChange })
      }
    />
  )
}

/** The changes of the pillars, the strongest first; those that did not change are left out. */
export function ChangeChart({ explanation }: { explanation: Explanation }) {
  const { before, change, value, against, on, pillars } = explanation
  const [from, to] = [dayWords(against), explanation.provisional ? 'Today' : dayWords(on)]
  if (before === null || change === null) {
    return <p className="muted">There is no score of {from} that compares, so there is no change to explain.</p>
  }
  const steps = pillars
    .map(({ pillar, change }) => ({ label: pillarWords(pillar), change: change ?? 0 }))
    .filter(({ change }) => change !== 0)
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
  if (steps.length === 0) {
    return (
      <p className="muted">
        No pillar changed since {from}: the score was and is {value.toFixed(1)}.
      </p>
    )
  }
  const sum = steps.reduce((sum, step) => sum + step.change, 0)
  return (
    <Waterfall
      title={`From ${before.toFixed(1)} on ${from} to ${value.toFixed(1)}: ${formatChange(change)}. The pillars add up to ${formatChange(sum)}.`}
      steps={steps}
      before={{ label: from, value: before }}
      after={{ label: to, value }}
      head="Pillar"
    />
  )
}

const dayWords = (date: string): string => formatTime(date, 'day', 'UTC').replace(/ \d{4}$/, '')
