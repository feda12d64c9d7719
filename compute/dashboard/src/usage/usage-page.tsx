import { addressOf, Shown, Updated } from '@service/ui/api/api.ts'
import { Chart } from '@service/ui/chart.tsx'
import { Select, TextField } from '@service/ui/field.tsx'
import { Empty, Notice } from '@service/ui/notice.tsx'
import { Filters, Page, Panel, Section, Tile, Tiles } from '@service/ui/page.tsx'
import { digits, formatEnergy, formatGpuHours, formatGrams, formatUsd } from '@service/ui/quantities.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { barsChart } from '@service/ui-charts/bars-chart.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Output, useList, useLive } from '../api/api.ts'
import { StatusState } from '../deployments/model/status.tsx'
import { useKind } from '../shell/shell.ts'
import type { UsageSearch } from './model/search.ts'

type Month = Output<'getUsage'>
type Day = Output<'listDailyUsage'>['days'][number]

const monthsShown = 12

export function UsagePage() {
  const { month: chosen, label } = useSearch({ from: '/shell/usage' })
  const navigate = useNavigate({ from: '/usage' })
  const { simulated } = useKind()
  const current = new Date().toISOString().slice(0, 7)
  const month = chosen ?? current
  const { from, to } = daysOf(month, new Date())
  const live = useLive('getUsage', { query: { month, limit: 1 } })
  const deployments = useList('getUsage', { query: { month } }, (page) => page.deployments)
  const days = useList('listDailyUsage', { query: { from, to, label, limit: 200 } }, (page) => page.days)
  const set = (part: { month?: string | undefined; label?: string | undefined }) =>
    void navigate({
      replace: true,
      search: (before) =>
        Object.fromEntries(
          Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined),
        ) as UsageSearch,
    })
  return (
    <Page
      title="Usage"
      note="GPU-hours, cost and emissions of a month (UTC), by day, label and deployment."
      actions={
        <>
          <Updated live={live} />
          <a
            className="button"
            href={addressOf('/v1/usage/days', {}, { from, to, label, limit: 200, format: 'csv' })}
            download={`usage-${month}.csv`}
          >
            CSV
          </a>
        </>
      }
    >
      {simulated && (
        <Notice kind="warn">
          The hubs are simulated: the figures show what real use would be, and no hours are used.
        </Notice>
      )}
      <Filters label="Filters">
        <Select
          label="Month"
          options={monthsBefore(current).map((one) => ({ value: one, label: one }))}
          value={month}
          onChange={(value) => set({ month: value === current ? undefined : value })}
        />
        <TextField
          label="By label"
          placeholder="team"
          maxLength={63}
          value={label ?? ''}
          onChange={(value) => set({ label: value.trim() === '' ? undefined : value.trim() })}
        />
      </Filters>
      <Shown live={live}>{(usage) => <Totals of={usage} simulated={simulated} />}</Shown>
      <Section title={label === undefined ? 'By day' : `By day and ${label}`}>
        <Shown live={days}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title="No usage">Usage in {month} appears here, with a row for each day.</Empty>
            ) : (
              <>
                {label === undefined && <DaysChart days={rows} simulated={simulated} />}
                <Table
                  caption="Usage by day"
                  captionHidden
                  rows={rows}
                  keyOf={(row) => `${row.day} ${row.label}`}
                  more={days.more}
                  columns={[
                    { head: 'Day', nowrap: true, cell: ({ day }) => day },
                    ...(label === undefined
                      ? []
                      : [
                          {
                            head: label,
                            cell: (row: Day) => (row.label === null ? <em>none</em> : visibleText(row.label)),
                          },
                        ]),
                    {
                      head: 'GPU-hours',
                      align: 'end' as const,
                      cell: (row: Day) => digits(of(row, simulated).gpu_hours),
                    },
                    {
                      head: 'Cost',
                      align: 'end' as const,
                      nowrap: true,
                      cell: (row: Day) => formatUsd(of(row, simulated).cost_usd),
                    },
                    {
                      head: 'Emitted',
                      only: 'wide' as const,
                      align: 'end' as const,
                      nowrap: true,
                      cell: (row: Day) => formatGrams(of(row, simulated).gco2),
                    },
                    {
                      head: 'Avoided',
                      only: 'wide' as const,
                      align: 'end' as const,
                      cell: (row: Day) => formatGrams(of(row, simulated).avoided_gco2),
                    },
                  ]}
                />
              </>
            )
          }
        </Shown>
      </Section>
      <Section title="By deployment">
        <Shown live={deployments}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title="No deployment ran">None of your deployments ran in {month}.</Empty>
            ) : (
              <Table
                caption="Usage by deployment"
                captionHidden
                rows={rows}
                keyOf={({ deployment_id: id }) => id}
                more={deployments.more}
                columns={[
                  {
                    head: 'Deployment',
                    cell: ({ deployment_id: id, name }) => (
                      <ScreenLink
                        to="/deployments/$deploymentId/{-$tab}"
                        of="/deployments"
                        params={{ deploymentId: id }}
                      >
                        {name === null ? id : visibleText(name)}
                      </ScreenLink>
                    ),
                  },
                  { head: 'Status', only: 'wide', cell: ({ status }) => <StatusState status={status} /> },
                  { head: 'GPU', only: 'wide', cell: ({ gpu_type: type }) => type },
                  { head: 'GPU-hours', align: 'end', cell: ({ gpu_hours: hours }) => digits(hours) },
                  { head: 'Cost', align: 'end', nowrap: true, cell: ({ cost_usd: cost }) => formatUsd(cost) },
                  { head: 'Emitted', only: 'wide', align: 'end', nowrap: true, cell: ({ gco2 }) => formatGrams(gco2) },
                ]}
              />
            )
          }
        </Shown>
      </Section>
    </Page>
  )
}

const of = (row: Pick<Day, 'usage' | 'simulated'>, simulated: boolean) => (simulated ? row.simulated : row.usage)

function Totals({ of: month, simulated }: { of: Month; simulated: boolean }) {
  const used = of(month, simulated)
  const { used_gpu_hours: counted, reserved_gpu_hours: reserved, limit_gpu_hours: limit, hours_end_at: endAt } = month
  return (
    <>
      <Tiles>
        <Tile
          title="Of the free hours"
          value={
            <>
              {digits(counted)} <small>of {digits(limit)} GPU-hours</small>
            </>
          }
          note={
            endAt !== null ? (
              <>
                at the current rate, they run out <Time at={endAt} />
              </>
            ) : (
              <>
                {reserved > 0 && `${digits(reserved)} reserved, `}new ones <Time at={month.resets_at} form="day" />
              </>
            )
          }
        />
        <Tile title="Used" value={digits(used.gpu_hours)} note={`GPU-hours, ${formatEnergy(used.energy_kwh)}`} />
        <Tile title="Cost" value={formatUsd(used.cost_usd)} note={simulated ? 'simulated: not charged' : 'in all'} />
        <Tile title="Emitted" value={formatGrams(used.gco2)} note="of CO₂ equivalent" />
        <Tile title="Avoided" value={formatGrams(used.avoided_gco2)} note="against the cheapest hub each time" />
      </Tiles>
      <meter
        className="quota-meter"
        aria-label="Used of the free GPU-hours"
        min={0}
        max={limit}
        value={Math.min(limit, counted + reserved)}
      />
    </>
  )
}

function DaysChart({ days, simulated }: { days: readonly Day[]; simulated: boolean }) {
  const inOrder = [...days].reverse()
  const total = days.reduce((sum, day) => sum + of(day, simulated).gpu_hours, 0)
  const values = inOrder.map((day) => of(day, simulated).gpu_hours)
  return (
    <Panel>
      <Chart
        title={`${formatGpuHours(total)} on ${days.length === 1 ? '1 day' : `${days.length} days`}`}
        labels={inOrder.map(({ day }) => day)}
        series={[{ name: 'GPU-hours', values }]}
        format={digits}
        height={160}
        draw={(size) =>
          barsChart(
            inOrder.map(({ day }, i) => ({ label: day.slice(5), value: values[i] ?? 0 })),
            { ...size, format: digits },
          )
        }
      />
    </Panel>
  )
}

/** The first and the last day of a month; of the current one, today. */
function daysOf(month: string, now: Date): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const today = now.toISOString().slice(0, 10)
  return { from: `${month}-01`, to: last < today ? last : today }
}

function monthsBefore(current: string): string[] {
  const [year = 0, number = 1] = current.split('-').map(Number)
  return Array.from({ length: monthsShown }, (_, i) =>
    new Date(Date.UTC(year, number - 1 - i, 1)).toISOString().slice(0, 7),
  )
}
