import { Chart } from '@service/ui/chart.tsx'
import { formatTime } from '@service/ui/time.tsx'
import { lineChart } from '@service/ui-charts/line-chart.ts'

type Point = { date: string; score: number | null; observed: boolean; provisional: boolean }

/** The score of 30 days: open dots where there was no news, dashed where more is to come. */
export function ScoreChart({ name, value, history }: { name: string; value: number; history: readonly Point[] }) {
  const labels = history.map(({ date }) => formatTime(date, 'day', 'UTC').replace(/ \d{4}$/, ''))
  const values = history.map(({ score }) => score)
  const known = values.filter((value) => value !== null)
  const range = `between ${Math.min(...known).toFixed(1)} and ${Math.max(...known).toFixed(1)}`
  const last = history.at(-1)
  const when = last?.provisional ? 'today, provisional' : `on ${labels.at(-1)}`
  // Isolated, for characters of the name can reverse the text behind it.
  return (
    <Chart
      title={`The score of \u2068${name}\u2069, from 0 to 100: ${value.toFixed(1)} ${when}, ${range} in ${history.length} days. Open dots are days without news.`}
      labels={labels}
      series={[{ name: 'Score', values }]}
      format={(value) => value.toFixed(1)}
      draw={(size) =>
        lineChart(
          history.map(({ score, observed, provisional }, i) => ({
            label: labels[i] ?? '',
            value: score,
            carried: !observed,
            provisional,
          })),
          { ...size, minSpan: 40, bounds: [0, 100], format: (value) => String(Math.round(value * 10) / 10) },
        )
      }
    />
  )
}
