import { Shown, Updated } from '@service/ui/api/api.ts'
import { Empty, Notice } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { Page, Section } from '@service/ui/page.tsx'
import { formatDuration } from '@service/ui/quantities.ts'
import { State } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import type { ReactNode } from 'react'
import { reasonWords, StatusState } from '../deployments/model/status.tsx'
import { type Output, useLive } from './api/api.ts'

type Work = Output<'getWork'>
type Queue = Work['queues'][number]
type Retry = Work['retries'][number]
type TableOf<Row> = Pick<Parameters<typeof Table<Row>>[0], 'rows' | 'keyOf' | 'columns'>

export function WorkPage() {
  const live = useLive('getWork', {}, { everyMs: 10_000 })
  return (
    <Page
      title="Queues"
      note="What waits in the whole installation and for how long, what is tried again, and which processes work on it."
      actions={<Updated live={live} />}
    >
      <Shown live={live}>{(work) => <Details of={work} />}</Shown>
    </Page>
  )
}

const Details = ({ of: work }: { of: Work }) => (
  <>
    {work.processes.length === 0 && (
      <Notice kind="bad">No process works on deployments: nothing starts, moves or stops. Start the service.</Notice>
    )}
    <Listed title="Waiting deployments" rows={work.queues} keyOf={({ queue }) => queue} columns={queueColumns} />
    <Listed
      title="Tried again"
      none={
        <Empty title="Nothing is tried again">
          What a hub or an engine refuses is tried again here, each time after twice the pause.
        </Empty>
      }
      rows={work.retries}
      keyOf={({ deployment_id: id }) => id}
      columns={retryColumns}
    />
    <Listed
      title="Processes"
      rows={work.processes}
      keyOf={({ process }) => process}
      columns={[
        { head: 'Process', cell: ({ process }) => <code className="small">{process}</code> },
        { head: 'Part', cell: ({ leads }) => (leads ? 'leads, and watches the hubs' : 'works on deployments') },
        {
          head: 'At work on',
          align: 'end',
          nowrap: true,
          cell: ({ deployments }) => counted(deployments, 'deployment'),
        },
      ]}
    />
    <Listed
      title="Scheduled jobs"
      rows={work.jobs}
      keyOf={({ job }) => job}
      columns={[
        { head: 'Job', cell: ({ job }) => job },
        {
          head: 'State',
          cell: ({ running, failures }) =>
            failures > 0 ? (
              <State kind="bad">{counted(failures, 'failure')}</State>
            ) : running ? (
              <State kind="moving">running</State>
            ) : (
              <State kind="good">ok</State>
            ),
        },
        {
          head: 'Last success',
          only: 'wide',
          cell: ({ succeeded_at: at }) => (at === null ? 'not yet' : <Time at={at} form="ago" />),
        },
        { head: 'Next', align: 'end', cell: ({ due_at: at }) => <Time at={at} form="ago" /> },
      ]}
    />
  </>
)

/** A table under its heading, or in its place what there is instead where it has no rows. */
function Listed<Row>({ title, none, ...table }: { title: string; none?: ReactNode } & TableOf<Row>) {
  return (
    <Section title={title}>
      {none && table.rows.length === 0 ? none : <Table caption={title} captionHidden {...table} />}
    </Section>
  )
}

const queueWords: Record<Queue['queue'], string> = {
  due: 'Nobody is at it yet',
  at_work: 'Being worked on',
  retrying: 'Waiting for the next try',
  scheduled: 'Scheduled for later',
  starting: 'Being placed and started',
  failing_over: 'Moving to another hub',
  stopping: 'Being ended',
}

const queueColumns: readonly Column<Queue>[] = [
  {
    head: 'Queue',
    cell: ({ queue }) => (
      <>
        {queue}
        <div className="small muted">{queueWords[queue]}</div>
      </>
    ),
  },
  { head: 'Deployments', align: 'end', cell: ({ deployments }) => formatCount(deployments) },
  {
    head: 'Oldest',
    align: 'end',
    nowrap: true,
    cell: ({ oldest_at: at }) => (at === null ? 'none' : <Time at={at} form="lasting" />),
  },
]

const retryColumns: readonly Column<Retry>[] = [
  {
    head: 'Deployment',
    cell: ({ deployment_id: id, company }) => (
      <>
        <code className="small">{id}</code>
        <div className="small muted">{company}</div>
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ status, status_since: since, reason, message }) => (
      <>
        <StatusState status={status} />{' '}
        <span className="small muted">
          for <Time at={since} form="lasting" />
        </span>
        <div className="small muted">
          {message !== null ? visibleText(message) : reason === null ? '' : reasonWords(reason)}
        </div>
      </>
    ),
  },
  { head: 'Hub', only: 'wide', nowrap: true, cell: ({ hub }) => hub ?? 'none' },
  { head: 'Tries', only: 'wide', align: 'end', cell: ({ tries }) => formatCount(tries) },
  {
    head: 'Pause',
    align: 'end',
    nowrap: true,
    cell: ({ pause_seconds: pause }) => (pause < 1 ? `${pause} s` : formatDuration(pause * 1_000)),
  },
  {
    head: 'Next try',
    only: 'wide',
    align: 'end',
    nowrap: true,
    cell: ({ next_try_at: at }) => (at === null ? 'now' : <Time at={at} form="ago" />),
  },
]
