import { barsChart } from '@service/ui-charts/bars-chart.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { addressOf, Shown } from '../api/api.ts'
import { type AccountOutput, account } from '../app/app.ts'
import { Chart } from '../chart.tsx'
import { Select } from '../field.tsx'
import { Empty } from '../notice.tsx'
import { counted, formatCount, formatShare } from '../numbers.ts'
import { Filters, Panel, Section } from '../page.tsx'
import { Table } from '../table.tsx'
import type { QuotaSearch } from './model/search.ts'

type QuotaUse = AccountOutput<'getQuotaUse'>
type Actor = QuotaUse['actors'][number]

/** As many as can be compared with the same month a year ago. */
const monthsShown = 13

/** What was used on each day of a month, and by which key or person. */
export function DailyUse() {
  const { month, by } = useSearch({ from: '/shell/settings/quota' })
  const navigate = useNavigate({ from: '/settings/quota' })
  const months = lastMonths(new Date())
  const live = account.useLive('getQuotaUse', { query: { month } })
  return (
    <Section
      title="By day and key"
      actions={
        <a
          className="button"
          href={addressOf('/auth/quota-use', {}, { month, format: 'csv' })}
          download={`quota-${month ?? months[0]}.csv`}
        >
          CSV
        </a>
      }
    >
      <Filters label="Month">
        <Select
          label="Month"
          options={months.map((value) => ({ value, label: value }))}
          value={month ?? months[0] ?? ''}
          onChange={(value) => void navigate({ search: value === months[0] ? {} : { month: value } })}
        />
      </Filters>
      <Shown live={live}>{(use) => <Use use={use} by={by} month={month} />}</Shown>
    </Section>
  )
}

function Use({
  use: { days, actors },
  by,
  month,
}: {
  use: QuotaUse
  by?: string | undefined
  month?: string | undefined
}) {
  const chosen = actors.find(({ actor }) => actor === by)
  const total = actors.reduce((sum, { requests }) => sum + requests, 0)
  const values = chosen?.byDay ?? days.map(({ requests }) => requests)
  if (total === 0) {
    return (
      <Empty title="No requests in this month">Requests are counted on the day (UTC) on which they are made.</Empty>
    )
  }
  return (
    <>
      <Panel>
        <Chart
          title={`${counted(chosen?.requests ?? total, 'request')} by ${chosen ? nameOf(chosen) : 'everyone'}`}
          labels={days.map(({ date }) => date)}
          series={[{ name: 'Requests', values }]}
          format={formatCount}
          height={160}
          draw={(size) =>
            barsChart(
              days.map(({ date }, i) => ({ label: date.slice(5), value: values[i] ?? 0 })),
              { ...size, format: formatCount, isCount: true },
            )
          }
        />
      </Panel>
      <Table
        caption="Keys and people"
        captionHidden
        rows={actors}
        keyOf={({ actor }) => actor}
        current={by}
        columns={[
          {
            head: 'Key or person',
            cell: (one) => (
              <>
                <Link to="/settings/quota" search={searchFor(month, one.actor === by ? undefined : one.actor)}>
                  {nameOf(one)}
                </Link>
                <div className="small muted">{one.actor.startsWith('key:') ? 'key' : 'person'}</div>
              </>
            ),
          },
          {
            head: 'For',
            cell: ({ scopes }) =>
              scopes.map(({ scope, requests }) => (
                <div key={scope} className="small">
                  <code>{scope}</code> {formatCount(requests)}
                </div>
              )),
            only: 'wide',
          },
          { head: 'Requests', cell: ({ requests }) => formatCount(requests), align: 'end' },
          { head: 'Share', cell: ({ requests }) => formatShare(requests / total), align: 'end' },
        ]}
        foot={
          chosen ? (
            <Link to="/settings/quota" search={searchFor(month)}>
              Show everyone in the chart
            </Link>
          ) : (
            'Choose one to see its days in the chart.'
          )
        }
      />
    </>
  )
}

/** One that was erased or removed has no name any more. */
const nameOf = ({ name, actor }: Actor): string => name ?? actor

const searchFor = (month: string | undefined, by?: string): QuotaSearch => ({
  ...(month && { month }),
  ...(by && { by }),
})

/** The current one first (UTC). */
const lastMonths = (now: Date): string[] =>
  Array.from({ length: monthsShown }, (_, i) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - i, 1)).toISOString().slice(0, 7),
  )
