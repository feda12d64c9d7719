import { Shown, Updated } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Empty } from '@service/ui/notice.tsx'
import { Page } from '@service/ui/page.tsx'
import { PanelPlace } from '@service/ui/panel-place.tsx'
import { Badge } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type Output, useList, useLive } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { monthName } from './month.ts'
import './reports.css'

/** Fetched when a report is opened, or one is made. */
const ReportPanel = lazy(() => import('./report-panel.tsx'))
const NewReport = lazy(() => import('./new-report.tsx'))

type Report = Output<'listReports'>['reports'][number]

const columns: readonly Column<Report>[] = [
  {
    head: 'Month',
    cell: ({ reportId, period, revision, complete, sample }) => (
      <span className="rep-cell">
        <Link to="/reports" search={{ report: reportId }}>
          {monthName(period)}
        </Link>
        <span className="buttons small muted">
          revision {revision}
          {!complete && <Badge>month not over</Badge>}
          {sample === true && <Badge kind="sample">sample</Badge>}
        </span>
      </span>
    ),
  },
  { head: 'Summary', only: 'wide', cell: ({ headline }) => <bdi>{headline}</bdi> },
  { head: 'Created', only: 'wide', nowrap: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: 'Document',
    align: 'end',
    cell: ({ pdfUrl, period, revision }) => (
      <a href={new URL(pdfUrl).pathname} target="_blank" rel="noreferrer" type="application/pdf">
        PDF<span className="hidden-visually"> of {`${monthName(period)}, revision ${revision}`}</span>
      </a>
    ),
  },
]

export function ReportsPage() {
  const { report: opened } = useSearch({ from: '/shell/reports' })
  const may = useMay()
  const [isMaking, setIsMaking] = useState(false)
  const list = useList('listReports', { query: {} }, ({ reports }) => reports)
  const make = may('reports:write') && (
    <Button kind="primary" onClick={() => setIsMaking(true)}>
      Create a report
    </Button>
  )
  return (
    <Page
      title="Reports"
      note="A summary of each month, in eight pages."
      actions={
        <>
          <Updated live={list} />
          {list.data?.length !== 0 && make}
        </>
      }
    >
      <Shown live={list}>
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <Empty title="No report yet" actions={make}>
                A report summarises a month: the score and what moved it, stories, daily sentiment, peers and limits of
                the data. Late articles lead to a new revision; existing ones never change.
              </Empty>
            ) : (
              <div className="split">
                <Table
                  caption="Reports"
                  captionHidden
                  rows={rows}
                  keyOf={({ reportId }) => reportId}
                  current={opened}
                  columns={columns}
                  more={list.more}
                />
                {opened !== undefined && (
                  <PanelPlace>
                    <ReportPanel key={opened} reportId={opened} />
                  </PanelPlace>
                )}
              </div>
            )}
            <NextReport />
          </>
        )}
      </Shown>
      <Suspense>{isMaking && <NewReport onClose={() => setIsMaking(false)} />}</Suspense>
    </Page>
  )
}

/** Stands below the list and comes after it: when it is known, nothing else moves. */
function NextReport() {
  const next = useLive('listReports', { query: { limit: 1 } }).data?.nextReport
  if (next === undefined) return null
  return (
    <p className="muted">
      {next ? (
        <>
          The report of {monthName(next.period)} is created automatically on <Time at={next.dueAt} />.
        </>
      ) : (
        'Once your company is set up, a report is created automatically on the third of each month.'
      )}
    </p>
  )
}
