import { Chart } from '@service/ui/chart.tsx'
import { formatTime } from '@service/ui/time.tsx'
import { lineChart } from '@service/ui-charts/line-chart.ts'
import type { Output } from '../api/api.ts'

/** The score of 30 days; open dots where there was no news. */
export function ScoreChart({ reputation: { subject, score, history } }: { reputation: Output<'getReputation'> }) {
  const labels = history.map(({ date }) => formatTime(date, 'day', 'UTC').replace(/ \d{4}$/, ''))
  const values = history.map(({ score }) => score)
  const known = values.filter((value) => value !== null)
  const range = `between ${Math.min(...known).toFixed(1)} and ${Math.max(...known).toFixed(1)}`
  return (
    <Chart
      title={`The score of ${subject.name}, from 0 to 100: ${score.value.toFixed(1)} today, ${range} in ${history.length} days.`}
      labels={labels}
      series={[{ name: 'Score', values }]}
      format={(value) => value.toFixed(1)}
      draw={(size) =>
        lineChart(
          history.map(({ score, observed }, i) => ({ label: labels[i] ?? '', value: score, carried: !observed })),
          { ...size, minSpan: 40, bounds: [0, 100], format: (value) => String(Math.round(value * 10) / 10) },
        )
      }
    />
  )
}
