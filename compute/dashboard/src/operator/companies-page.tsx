import { Shown, Updated } from '@service/ui/api/api.ts'
import { Select, TextField } from '@service/ui/field.tsx'
import { Empty } from '@service/ui/notice.tsx'
import { formatCount, formatShare } from '@service/ui/numbers.ts'
import { Filters, Page } from '@service/ui/page.tsx'
import { digits } from '@service/ui/quantities.ts'
import { useSettled } from '@service/ui/settled.ts'
import { State, type StateKind } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Output, useList } from './api/api.ts'
import { type CompaniesSearch, usedFilters } from './model/search.ts'

type Company = Output<'listCompanyHours'>['companies'][number]

export function CompaniesPage() {
  const search = useSearch({ from: '/shell/operator/companies' })
  const navigate = useNavigate({ from: '/operator/companies' })
  const text = useSettled(search.text, 250)
  const list = useList(
    'listCompanyHours',
    { query: { text, min_used_percent: search.used, limit: 100 } },
    ({ companies }) => companies,
    { everyMs: 30_000 },
  )
  const set = (change: { [Name in keyof CompaniesSearch]: CompaniesSearch[Name] | undefined }) =>
    void navigate({
      replace: true,
      search: (before) =>
        Object.fromEntries(
          Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined && value !== ''),
        ),
    })
  return (
    <Page
      title="Companies"
      note="Every company, newest first, with what it has used of its GPU-hours this month (UTC)."
      actions={<Updated live={list} />}
    >
      <Filters label="Filters">
        <TextField
          label="Name or id"
          value={search.text ?? ''}
          onChange={(value) => set({ text: value })}
          maxLength={100}
        />
        <Select
          label="Used"
          options={[
            { value: '', label: 'Any' },
            ...usedFilters.map((one) => ({ value: String(one), label: `${one} % or more` })),
          ]}
          value={search.used === undefined ? '' : String(search.used)}
          onChange={(value) => set({ used: value === '' ? undefined : Number(value) })}
        />
      </Filters>
      <Shown live={list}>
        {(companies) =>
          companies.length === 0 ? (
            <Empty title="No company fits">None has all that the filters ask for. Take one away.</Empty>
          ) : (
            <Table
              caption="Companies"
              captionHidden
              rows={companies}
              keyOf={({ company_id: id }) => id}
              more={list.more}
              columns={columns}
            />
          )
        }
      </Shown>
    </Page>
  )
}

const shareOf = ({ used_gpu_hours: used, limit_gpu_hours: limit }: Company): number =>
  limit === 0 ? (used > 0 ? 1 : 0) : used / limit

const kindOf = (share: number): StateKind => (share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'good')

const columns: readonly Column<Company>[] = [
  {
    head: 'Company',
    cell: ({ name, slug }) => (
      <>
        {visibleText(name)}
        <div className="small muted">{slug}</div>
      </>
    ),
  },
  {
    head: 'Used this month',
    align: 'end',
    cell: (company) => (
      <>
        <State kind={kindOf(shareOf(company))}>{formatShare(shareOf(company))}</State>
        <div className="small muted">
          {digits(company.used_gpu_hours)} of {digits(company.limit_gpu_hours)} GPU-h
        </div>
      </>
    ),
  },
  {
    head: 'Hours',
    only: 'wide',
    cell: ({ plan, exhausted_at: exhausted }) => (
      <>
        {plan === 'starter' ? 'Starter, free' : 'set by an operator'}
        {exhausted !== null && (
          <div className="small muted">
            used up <Time at={exhausted} form="ago" />
          </div>
        )}
      </>
    ),
  },
  {
    head: 'Simulated',
    only: 'wide',
    align: 'end',
    nowrap: true,
    cell: ({ simulated_gpu_hours: hours }) => `${digits(hours)} GPU-h`,
  },
  {
    head: 'Running now',
    only: 'wide',
    align: 'end',
    cell: ({ live_deployments: live, gpus_running: gpus }) => (
      <>
        {formatCount(live)}
        {gpus > 0 && <div className="small muted">{formatCount(gpus)} GPUs</div>}
      </>
    ),
  },
  { head: 'People', only: 'wide', align: 'end', cell: ({ people }) => formatCount(people) },
  { head: 'Since', only: 'wide', nowrap: true, cell: ({ created_at: at }) => <Time at={at} form="day" /> },
]
