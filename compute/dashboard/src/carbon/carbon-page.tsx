import { Shown, Updated } from '@service/ui/api/api.ts'
import { Chart } from '@service/ui/chart.tsx'
import { Select, TextField } from '@service/ui/field.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { formatShare } from '@service/ui/numbers.ts'
import { Filters, Page, Panel, Section, Tile, Tiles } from '@service/ui/page.tsx'
import { digits, formatIntensity } from '@service/ui/quantities.ts'
import { Table } from '@service/ui/table.tsx'
import { formatTime, Time, TimeZone } from '@service/ui/time.tsx'
import { hoursChart } from '@service/ui-charts/hours-chart.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useContext } from 'react'
import { type Output, useLive } from '../api/api.ts'
import { Grade } from '../candidates/candidates.ts'
import { bestWindow } from './model/best-window.ts'
import type { CarbonSearch } from './model/search.ts'

type Forecast = Output<'getCarbonForecast'>

const methods: Readonly<Record<string, string>> = {
  reading: 'measured in this hour',
  provider: 'the forecast of the provider',
  'provider-forecast': 'the forecast of the provider',
  history: 'our forecast from recent weeks',
  'history-forecast': 'our forecast from recent weeks',
  'annual-mean': 'the annual mean',
}

export function CarbonPage() {
  const search = useSearch({ from: '/shell/carbon' })
  const navigate = useNavigate({ from: '/carbon' })
  const hubs = useLive('listHubs', { query: { limit: 200 } }, { everyMs: 300_000 })
  const zones = [...new Set((hubs.data?.hubs ?? []).map(({ grid_zone: zone }) => zone))].sort()
  const { zone = zones[0], hours = 48, window = 6 } = search
  const path = { country: zone ?? 'SE' }
  const enabled = zone !== undefined
  const now = useLive('getCarbonIntensity', { path }, { enabled, everyMs: 60_000 })
  const forecast = useLive('getCarbonForecast', { path, query: { hours } }, { enabled, everyMs: 300_000 })
  const set = (part: CarbonSearch) => void navigate({ replace: true, search: (before) => ({ ...before, ...part }) })
  const options = [...new Set([...zones, ...(zone === undefined ? [] : [zone])])].map((one) => ({
    value: one,
    label: one,
  }))
  return (
    <Page
      title="Carbon"
      note="Lifecycle emissions per kWh in the grid of each hub, now and in the hours ahead."
      actions={<Updated live={now} />}
    >
      <Filters label="Grid and job">
        <Select label="Grid zone" options={options} value={zone ?? ''} onChange={(one) => set({ zone: one })} />
        <Select
          label="Ahead"
          options={[
            { value: '24', label: '24 hours' },
            { value: '48', label: '48 hours' },
            { value: '72', label: '72 hours' },
          ]}
          value={String(hours)}
          onChange={(value) => set({ hours: Number(value) })}
        />
        <TextField
          label="Hours of a job"
          type="number"
          min={1}
          max={24}
          value={String(window)}
          onChange={(value) => set({ window: Math.min(24, Math.max(1, Math.round(Number(value)) || 1)) })}
        />
      </Filters>
      <Shown live={now}>{(reading) => <Now of={reading} />}</Shown>
      <Section title="Hours ahead">
        <Shown live={forecast}>{(given) => <Ahead of={given} window={window} />}</Shown>
      </Section>
      {now.data && <Reported of={now.data} />}
    </Page>
  )
}

const Now = ({ of }: { of: Output<'getCarbonIntensity'> }) => (
  <Tiles>
    <Tile
      title="Now"
      value={
        <>
          {digits(of.carbon_intensity_gco2_kwh)} <small>g/kWh</small>
        </>
      }
      note={methods[of.method] ?? of.method}
    />
    <Tile title="Grade" value={<Grade of={of.carbon_score} />} note="at a PUE of 1" />
    <Tile
      title="Renewable"
      value={of.renewable_percentage === null ? <small>not known</small> : formatShare(of.renewable_percentage / 100)}
      note="of generation"
    />
    <Tile
      title="As of"
      value={
        <small>
          <Time at={of.as_of} form={of.method === 'annual-mean' ? 'day' : 'short'} />
        </small>
      }
      note={of.credit}
    />
  </Tiles>
)

function Ahead({
  of: { hours, method, issued_at: issuedAt, zone, mean_gco2_kwh: mean },
  window,
}: {
  of: Forecast
  window: number
}) {
  const timeZone = useContext(TimeZone)
  const best = method === 'annual-mean' ? undefined : bestWindow(hours, window)
  const labels = hours.map(({ from }) => formatTime(from, 'short', timeZone))
  const title =
    best === undefined
      ? `${formatIntensity(mean)} at every hour in ${zone}`
      : `${zone}: the cleanest ${window} h begin ${formatTime(best.from, 'short', timeZone)}, ${formatIntensity(best.meanGramsPerKwh)}, ${formatShare(best.saved)} less than now`
  return (
    <>
      {best === undefined && (
        <Notice>
          Only an annual mean is known for the grid of {zone}, so no cleaner hour can be predicted. A provider of carbon
          readings, which the operator can set up, changes that.
        </Notice>
      )}
      <Panel>
        <Chart
          title={title}
          head="Hour"
          labels={labels}
          series={[{ name: 'g/kWh', values: hours.map((hour) => hour.carbon_intensity_gco2_kwh) }]}
          format={digits}
          height={220}
          draw={(size) =>
            hoursChart(
              hours.map((hour, i) => ({
                label: labels[i] ?? '',
                value: hour.carbon_intensity_gco2_kwh,
                isMeasured: i === 0 && method !== 'annual-mean',
              })),
              { ...size, format: digits, ...(best && { window: [best.at, best.at + window] as const }) },
            )
          }
        />
        <p className="small muted">
          By {methods[method] ?? method}, made <Time at={issuedAt} form="ago" />.{' '}
          {method !== 'annual-mean' && 'Dashed is forecast, shaded the best window.'}
        </p>
      </Panel>
    </>
  )
}

const Reported = ({ of: { reported } }: { of: Output<'getCarbonIntensity'> }) =>
  reported.length === 0 ? null : (
    <Section title="What each source reports">
      <Table
        caption="What each source reports"
        captionHidden
        rows={reported}
        keyOf={({ source, scope, basis }) => `${source} ${scope} ${basis}`}
        columns={[
          {
            head: 'Source',
            cell: ({ source, credit }) => (
              <>
                {source}
                <div className="small muted">{credit}</div>
              </>
            ),
          },
          { head: 'g/kWh', align: 'end', cell: (one) => digits(one.carbon_intensity_gco2_kwh) },
          { head: 'Scope', only: 'wide', cell: ({ scope, basis }) => `${scope}, ${basis}` },
          {
            head: 'Of',
            only: 'wide',
            cell: ({ as_of: at, estimated }) => (
              <>
                <Time at={at} form="day" />
                {estimated && ', estimated'}
              </>
            ),
          },
        ]}
      />
    </Section>
  )
