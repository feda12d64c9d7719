import { Shown, Updated } from '@service/ui/api/api.ts'
import { Select, TextField } from '@service/ui/field.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { formatCount } from '@service/ui/numbers.ts'
import { Filters, Page, Panel, Section, Tile, Tiles } from '@service/ui/page.tsx'
import { digits, formatRate, formatUsd } from '@service/ui/quantities.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { type Column, Table } from '@service/ui/table.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Output, useList, useLive } from '../api/api.ts'
import type { PricingSearch } from './model/search.ts'

type Price = Output<'listPrices'>['prices'][number]

export function PricingPage() {
  const list = useList('listPrices', { query: { limit: 200 } }, ({ prices }) => prices)
  const [first] = list.data ?? []
  return (
    <Page
      title="Pricing"
      note="By the second, from the start of the container to its end. Pulling and waiting are free."
      actions={<Updated live={list} />}
    >
      {first?.simulated && <Notice kind="warn">The hubs are simulated: nothing is charged.</Notice>}
      {first?.cpu_only && <Notice kind="warn">Prices are an example: containers run on processors alone.</Notice>}
      <Shown live={list}>
        {(prices) => (
          <>
            <Table
              caption="Prices"
              captionHidden
              rows={prices}
              keyOf={({ gpu_type: type }) => type}
              more={list.more}
              columns={columns}
            />
            <Calculator prices={prices} />
          </>
        )}
      </Shown>
    </Page>
  )
}

const columns: readonly Column<Price>[] = [
  {
    head: 'GPU',
    cell: ({ gpu_type: type, memory_gb: memory, tdp_watts: watts }) => (
      <>
        {type}
        <div className="small muted">
          {memory} GB, {watts} W
        </div>
      </>
    ),
  },
  { head: 'From', align: 'end', nowrap: true, cell: ({ lowest_usd_per_gpu_hour: price }) => rate(price) },
  { head: 'To', align: 'end', nowrap: true, cell: ({ highest_usd_per_gpu_hour: price }) => rate(price) },
  {
    head: 'Cheapest at',
    only: 'wide',
    cell: ({ cheapest_hub: hub }) =>
      hub === null ? (
        'no hub'
      ) : (
        <ScreenLink to="/hubs/$hub" of="/hubs" params={{ hub }}>
          {hub}
        </ScreenLink>
      ),
  },
  { head: 'Free now', align: 'end', cell: ({ free }) => formatCount(free) },
  {
    head: 'Hubs',
    only: 'wide',
    align: 'end',
    cell: ({ hubs, gpu_type: type }) => (
      <ScreenLink to="/hubs" search={{ gpu_type: type }}>
        {formatCount(hubs)}
      </ScreenLink>
    ),
  },
]

const rate = (price: number | null): string => (price === null ? 'none' : formatRate(price))

/** What so many GPUs for so long would cost, and what of the free hours of the month they would take. */
function Calculator({ prices }: { prices: readonly Price[] }) {
  const { gpu_type: type = prices[0]?.gpu_type ?? '', count = 1, hours = 10 } = useSearch({ from: '/shell/pricing' })
  const navigate = useNavigate({ from: '/pricing' })
  const { data: usage } = useLive('getUsage', { query: { limit: 1 } }, { everyMs: 60_000 })
  const set = (part: PricingSearch) =>
    void navigate({ replace: true, search: { gpu_type: type, count, hours, ...part } })
  const price = prices.find(({ gpu_type: one }) => one === type)
  const simulated = price?.simulated ?? false
  const total = count * hours
  const [low, high] = [price?.lowest_usd_per_gpu_hour ?? null, price?.highest_usd_per_gpu_hour ?? null]
  return (
    <Section title="What it would cost">
      <Panel>
        <Filters label="Calculator">
          <Select
            label="GPU"
            options={prices.map(({ gpu_type: one }) => ({ value: one, label: one }))}
            value={type}
            onChange={(gpuType) => set({ gpu_type: gpuType })}
          />
          <TextField
            label="How many"
            type="number"
            min={1}
            value={String(count)}
            onChange={(value) => set({ count: Number(value) || 1 })}
          />
          <TextField
            label="Hours"
            type="number"
            min={0}
            step="any"
            value={String(hours)}
            onChange={(value) => set({ hours: Number(value) || 1 })}
          />
        </Filters>
        <Tiles>
          <Tile title="GPU-hours" value={digits(total)} note={`${count} × ${digits(hours)} h`} />
          <Tile
            title="Cost"
            value={low === null ? <small>no hub has it</small> : formatUsd(low * total)}
            note={high === null ? '' : `up to ${formatUsd(high * total)}, by the hub`}
          />
          <Tile
            title="Of this month’s hours"
            value={usage ? digits(simulated ? 0 : Math.min(total, usage.left_gpu_hours)) : '…'}
            note={
              usage
                ? simulated
                  ? 'simulated hubs use none'
                  : total > usage.left_gpu_hours
                    ? `${digits(usage.left_gpu_hours)} are left: it would be stopped before its end`
                    : `of ${digits(usage.left_gpu_hours)} that are left`
                : ''
            }
          />
        </Tiles>
      </Panel>
    </Section>
  )
}
