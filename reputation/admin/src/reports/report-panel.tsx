import { Shown, troubleOf } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Confirm } from '@service/ui/dialog.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { Facts } from '@service/ui/page.tsx'
import { SidePanel } from '@service/ui/side-panel.tsx'
import { State } from '@service/ui/state.tsx'
import { Table } from '@service/ui/table.tsx'
import { formatTime, Time } from '@service/ui/time.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type Output, useAct, useLive } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { monthName } from './month.ts'

type Report = Output<'getReport'>

const states: Readonly<Record<string, 'moving' | 'good' | 'bad'>> = {
  pending: 'moving',
  succeeded: 'good',
  failed: 'bad',
}

export default function ReportPanel({ reportId }: { reportId: string }) {
  const live = useLive(
    'getReport',
    { path: { reportId } },
    { isMoving: ({ announced }) => announced.some(({ state }) => state === 'pending') },
  )
  const { data } = live
  return (
    <SidePanel
      title={data ? `${monthName(data.period)}, revision ${data.revision}` : 'Report'}
      subject={reportId}
      close={
        <Link className="button" data-kind="quiet" to="/reports">
          Close
        </Link>
      }
    >
      <Shown live={live}>{(report) => <Opened report={report} />}</Shown>
    </SidePanel>
  )
}

function Opened({ report }: { report: Report }) {
  const { reportId, headline, coveredTo, complete, comment, createdAt, pdfUrl } = report
  return (
    <>
      <p>
        <strong>
          <bdi>{headline}</bdi>
        </strong>
      </p>
      <Facts
        facts={[
          ['Covers', `to ${formatTime(coveredTo, 'day', 'UTC')}${complete ? '' : ': the month was not over'}`],
          ['Created', <Time key="made" at={createdAt} form="full" />],
          ['Comment', comment === null ? 'none' : <bdi key="comment">{comment}</bdi>],
          ['Id', <code key="id">{reportId}</code>],
        ]}
      />
      <div className="buttons">
        <a
          className="button"
          data-kind="primary"
          href={new URL(pdfUrl).pathname}
          target="_blank"
          rel="noreferrer"
          type="application/pdf"
        >
          Open the PDF
        </a>
        <Deletion report={report} />
      </div>
      <Announced report={report} />
    </>
  )
}

function Announced({ report: { announced } }: { report: Report }) {
  const may = useMay()
  if (announced.length === 0) {
    return (
      <p className="muted">
        It was not sent to any webhook: none was registered for <code>report.ready</code> when it was created.
      </p>
    )
  }
  return (
    <Table
      caption="Announced to"
      rows={announced}
      keyOf={({ deliveryId }) => deliveryId}
      columns={[
        {
          head: 'Receiver',
          cell: ({ webhookId, deliveryId, receiver }) =>
            may('webhooks:manage') ? (
              <Link to="/webhooks/$webhookId/deliveries/{-$deliveryId}" params={{ webhookId, deliveryId }}>
                {receiver}
              </Link>
            ) : (
              receiver
            ),
        },
        { head: 'State', cell: ({ state }) => <State kind={states[state] ?? 'info'}>{state}</State> },
        { head: 'Since', nowrap: true, cell: ({ at }) => <Time at={at} form="ago" /> },
      ]}
    />
  )
}

function Deletion({ report: { reportId, period, revision } }: { report: Report }) {
  const may = useMay()
  const navigate = useNavigate({ from: '/reports' })
  const [asked, setAsked] = useState(false)
  const remove = useAct(() => call('deleteReport', { path: { reportId } }), {
    done: 'Report deleted',
    onDone: () => void navigate({ search: {} }),
  })
  if (!may('reports:write')) return null
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        Delete the report …
      </Button>
      {asked && (
        <Confirm
          title="Delete the report?"
          act="Delete 1 report"
          busy={remove.busy}
          onAct={() => remove.run(undefined)}
          onClose={() => setAsked(false)}
        >
          {remove.error !== null && <Notice kind="bad">{troubleOf(remove.error).message}</Notice>}
          <p>
            Revision {revision} of {monthName(period)} and its PDF are deleted, and its number is not used again. This
            cannot be undone.
          </p>
        </Confirm>
      )}
    </>
  )
}
