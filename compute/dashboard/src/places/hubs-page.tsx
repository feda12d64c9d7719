import { Shown, Updated } from '@service/ui/api/api.ts'
import { Select, TextField } from '@service/ui/field.tsx'
import { Empty, Loading } from '@service/ui/notice.tsx'
import { formatCount, formatShare } from '@service/ui/numbers.ts'
import { Filters, Page, Section } from '@service/ui/page.tsx'
import { formatIntensity, formatPue, formatRate } from '@service/ui/quantities.ts'
import { type Column, Table } from '@service/ui/table.tsx'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type Output, useList, useLive } from '../api/api.ts'
import { Grade } from '../candidates/candidates.ts'
import { HubState, lawOf } from './model/hub-state.tsx'
import type { HubsSearch } from './model/search.ts'

const HubMap = lazy(() => import('./map/hub-map.tsx'))

type Hub = Output<'listHubs'>['hubs'][number]

export function HubsPage() {
  const search = useSearch({ from: '/shell/hubs' })
  const navigate = useNavigate({ from: '/hubs' })
  const list = useList('listHubs', { query: { ...search, limit: 200 } }, ({ hubs }) => hubs)
  const prices = useLive('listPrices', { query: { limit: 200 } }, { everyMs: 300_000 })
  const types = (prices.data?.prices ?? []).map(({ gpu_type: type }) => ({ value: type, label: type }))
  const set = (part: { [Name in keyof HubsSearch]: HubsSearch[Name] | undefined }) =>
    void navigate({
      replace: true,
      search: (before) =>
        Object.fromEntries(
          Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined && value !== ''),
        ),
    })
  return (
    <Page
      title="Hubs"
      note="The places with GPUs: under whose law each is, what is free there, and how clean its grid is now."
      actions={<Updated live={list} />}
    >
      <Filters label="Filters">
        <TextField
          label="Region"
          placeholder="eu, DE"
          value={search.region ?? ''}
          onChange={(region) => set({ region })}
          maxLength={100}
        />
        <Select
          label="GPU"
          options={[{ value: '', label: 'Any' }, ...types]}
          value={search.gpu_type ?? ''}
          onChange={(type) => set({ gpu_type: type })}
        />
      </Filters>
      <Shown live={list}>
        {(hubs) =>
          hubs.length === 0 ? (
            <Empty title="No hub there">There is no hub with that GPU in that region. Take a filter away.</Empty>
          ) : (
            <>
              <Table
                caption="Hubs"
                captionHidden
                rows={hubs}
                keyOf={({ hub }) => hub}
                more={list.more}
                columns={columns}
              />
              <Section title="Map">
                <Suspense fallback={<Loading label="Loading the map …" />}>
                  <HubMap hubs={hubs} />
                </Suspense>
              </Section>
            </>
          )
        }
      </Shown>
    </Page>
  )
}

const columns: readonly Column<Hub>[] = [
  {
    head: 'Hub',
    cell: ({ hub, name, country }) => (
      <>
        <Link to="/hubs/$hub" params={{ hub }} className="nowrap">
          {hub}
        </Link>
        <div className="small muted">
          {name}, {country}
        </div>
      </>
    ),
  },
  { head: 'State', cell: ({ state }) => <HubState of={state} /> },
  {
    head: 'Free GPUs',
    only: 'wide',
    cell: ({ gpus }) =>
      gpus.map(({ gpu_type: type, free, total }) => (
        <div key={type} className="small">
          {formatCount(free)} of {formatCount(total)} {type}
        </div>
      )),
  },
  {
    head: 'Prices',
    only: 'wide',
    align: 'end',
    nowrap: true,
    cell: ({ gpus }) =>
      gpus.map(({ gpu_type: type, price_usd_per_gpu_hour: price }) => (
        <div key={type} className="small">
          {formatRate(price)}
        </div>
      )),
  },
  { head: 'Law', only: 'wide', cell: ({ operator }) => lawOf(operator) },
  {
    head: 'Grid',
    align: 'end',
    cell: ({ carbon_score: grade, carbon_intensity_gco2_kwh: grams, pue, renewable_percentage: renewable }) => (
      <>
        <Grade of={grade} />
        <div className="small muted">
          {formatIntensity(grams)} × {formatPue(pue)}
          {renewable !== null && `, ${formatShare(renewable / 100)} renewable`}
        </div>
      </>
    ),
  },
]
