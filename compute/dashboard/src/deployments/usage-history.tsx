import { Shown } from '@service/ui/api/api.ts'
import { Chart } from '@service/ui/chart.tsx'
import { Select } from '@service/ui/field.tsx'
import { Empty } from '@service/ui/notice.tsx'
import { formatShare } from '@service/ui/numbers.ts'
import { Filters, Panel, Section } from '@service/ui/page.tsx'
import { digits } from '@service/ui/quantities.ts'
import { formatTime, TimeZone } from '@service/ui/time.tsx'
import { lineChart } from '@service/ui-charts/line-chart.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useContext } from 'react'
import { type Output, useLive } from '../api/api.ts'
import { type Span, spans } from './model/search.ts'

const everyMs = 60_000

type History = NonNullable<Output<'getDeploymentMetrics'>['history']>
type Point = History['points'][number]

const labels: Record<Span, { label: string; words: string }> = {
  '60': { label: 'The last hour', words: 'the last hour' },
  '360': { label: 'The last 6 hours', words: 'the last six hours' },
  '1440': { label: 'The last day', words: 'the last day' },
  '4320': { label: 'The last 3 days', words: 'the last three days' },
}
const options = spans.map((value) => ({ value, label: labels[value].label }))

/** How its processors, memory and GPUs were used, from one sample a minute. */
export function UsageHistory({ id, isUp }: { id: string; isUp: boolean }) {
  const { span = '60' } = useSearch({ from: '/shell/deployments/$deploymentId/{-$tab}' })
  const navigate = useNavigate({ from: '/deployments/$deploymentId/{-$tab}' })
  const setSpan = (chosen: Span) => void navigate({ replace: true, search: chosen === '60' ? {} : { span: chosen } })
  const live = useLive(
    'getDeploymentMetrics',
    { path: { deployment_id: id }, query: { step_seconds: Number(span) } },
    { everyMs: isUp ? everyMs : undefined },
  )
  const { words } = labels[span]
  return (
    <Section title="Over time">
      <Filters label="Time">
        <Select<Span> label="Time" options={options} value={span} onChange={setSpan} />
      </Filters>
      <Shown live={live}>{({ history }) => history && <Charts of={history} words={words} />}</Shown>
      <p className="small muted">
        One sample a minute, kept for some days. A gap is a time in which the deployment did not run, or its hub
        reported nothing.
      </p>
    </Section>
  )
}

const formatGigabytes = (bytes: number): string =>
  `${(bytes / 1_000_000_000).toFixed(bytes > 0 && bytes < 100_000_000 ? 3 : 1)} GB`

const figures = [
  {
    name: 'Processors',
    noun: 'busy',
    of: (point: Point) => point.cpu_cores,
    format: digits,
    minSpan: 1,
  },
  {
    name: 'Memory',
    noun: 'used',
    of: (point: Point) => point.memory_bytes,
    format: formatGigabytes,
    minSpan: 100_000_000,
  },
  {
    name: 'GPU',
    noun: 'of its time at work',
    of: (point: Point) => point.gpu_utilisation,
    format: formatShare,
    minSpan: 1,
  },
]

function Charts({ of: { points, step_seconds: seconds }, words }: { of: History; words: string }) {
  const timeZone = useContext(TimeZone)
  const measured = figures.filter(({ of }) => points.some((point) => of(point) !== null))
  if (measured.length === 0) {
    return (
      <Empty title="Nothing was measured in this time">
        A deployment is measured each minute that it runs, where its hub can tell. Choose a longer time, or wait a
        minute.
      </Empty>
    )
  }
  const isLong = seconds > 1_000
  const times = points.map(({ at }) =>
    isLong ? formatTime(at, 'short', timeZone) : formatTime(at, 'clock', timeZone).slice(0, 5),
  )
  return measured.map(({ name, noun, of, format, minSpan }) => {
    const values = points.map(of)
    const most = Math.max(...values.filter((value) => value !== null))
    return (
      <Panel key={name}>
        <Chart
          title={`${name}: ${words}, at most ${format(most)} ${noun}`}
          head="From"
          labels={times}
          series={[{ name, values }]}
          format={format}
          height={160}
          draw={(size) =>
            lineChart(
              values.map((value, i) => ({ label: times[i] ?? '', value })),
              {
                ...size,
                format,
                minSpan,
                fromZero: true,
                left: 56,
                hasDots: false,
              },
            )
          }
        />
      </Panel>
    )
  })
}
