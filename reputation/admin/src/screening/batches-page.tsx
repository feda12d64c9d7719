import { addressOf, Shown, Updated } from '@service/ui/api/api.ts'
import { Empty } from '@service/ui/notice.tsx'
import { counted, formatCount, formatShare } from '@service/ui/numbers.ts'
import { Page, Section } from '@service/ui/page.tsx'
import { SidePanel } from '@service/ui/side-panel.tsx'
import { State } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Output, useList, useLive } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { formatScore } from './model/comparison.ts'
import { NewBatch } from './new-batch.tsx'
import './screening.css'

type Batch = Output<'getScreeningBatch'>
type Result = Output<'listScreeningBatchResults'>['results'][number]

/** Many names from a file: checked before anything is charged, screened by the service whether or not anybody waits. */
export function BatchesPage() {
  const { batch } = useSearch({ from: '/shell/screening/batches' })
  const navigate = useNavigate()
  const may = useMay()('screenings:create')
  const list = useList('listScreeningBatches', {}, ({ batches }) => batches, {
    isMoving: (rows) => rows.some(({ finishedAt }) => finishedAt === null),
  })
  const open = (batchId: string) =>
    void navigate({ to: '/screening/batches', search: { batch: batchId }, resetScroll: false })
  return (
    <Page
      title="Screening batches"
      note={
        <>
          Up to 10,000 names from a file. The file is read in this browser; what is wrong in it is shown before anything
          is charged. <Link to="/screening">One name</Link>
        </>
      }
      actions={<Updated live={list} />}
    >
      {may && <NewBatch onMade={open} />}
      <Shown live={list}>
        {(batches) =>
          batches.length === 0 ? (
            <Empty title="No batch yet">
              Choose a CSV file with a column of names. Dates of birth, countries and your own ids make fewer false
              matches.
            </Empty>
          ) : (
            <div className="split">
              <Table
                caption="Batches"
                captionHidden
                rows={batches}
                keyOf={({ batchId }) => batchId}
                current={batch}
                columns={columns}
                more={list.more}
              />
              {batch !== undefined && <Detail batchId={batch} />}
            </div>
          )
        }
      </Shown>
    </Page>
  )
}

const columns: readonly Column<Batch>[] = [
  {
    head: 'Batch',
    cell: ({ batchId, label }) => (
      <Link to="/screening/batches" search={{ batch: batchId }} resetScroll={false}>
        <bdi>{label === '' ? batchId : label}</bdi>
      </Link>
    ),
  },
  { head: 'State', cell: (batch) => <Progress batch={batch} /> },
  { head: 'Names', align: 'end', only: 'wide', cell: ({ names }) => formatCount(names) },
  { head: 'With matches', align: 'end', only: 'wide', cell: ({ withMatches }) => formatCount(withMatches) },
  { head: 'Created', nowrap: true, only: 'wide', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

const Progress = ({ batch: { names, done, finishedAt } }: { batch: Batch }) =>
  finishedAt === null ? (
    <State kind="moving">
      {formatCount(done)} of {formatCount(names)}
    </State>
  ) : (
    <State kind="good">screened</State>
  )

function Detail({ batchId }: { batchId: string }) {
  const live = useLive(
    'getScreeningBatch',
    { path: { batchId } },
    { isMoving: ({ finishedAt }) => finishedAt === null },
  )
  const [all, setAll] = useState(false)
  const label = live.data?.label || 'Batch'
  return (
    <SidePanel
      title={<bdi>{label}</bdi>}
      subject={batchId}
      close={
        <Link className="button" data-kind="quiet" to="/screening/batches" search={{}}>
          Close
        </Link>
      }
    >
      <Shown live={live}>
        {(batch) => (
          <>
            <div>
              <progress
                className="scr-progress"
                max={batch.names}
                value={batch.done}
                aria-label={`${batch.done} of ${batch.names} names screened`}
              />
              <p role="status">
                {batch.finishedAt === null
                  ? `${formatCount(batch.done)} of ${counted(batch.names, 'name')}, ${formatShare(batch.done / batch.names)}. It continues without this page.`
                  : `${counted(batch.names, 'name')} screened, ${formatCount(batch.withMatches)} with a match.`}
              </p>
            </div>
            <div className="buttons">
              <a
                className="button"
                href={addressOf('/api/v1/screening-batches/{batchId}/results', { batchId }, { format: 'csv' })}
                download={`screened-${batchId}.csv`}
              >
                CSV of all rows
              </a>
              {batch.withMatches > 0 && (
                <Link className="button" to="/screening" search={{ view: 'undecided' }}>
                  Review the matches
                </Link>
              )}
            </div>
            <Results batch={batch} all={all} />
            <button type="button" className="button" data-kind="quiet" onClick={() => setAll(!all)}>
              {all ? 'Show only rows with a match' : 'Show all rows'}
            </button>
          </>
        )}
      </Shown>
    </SidePanel>
  )
}

function Results({ batch: { batchId, finishedAt }, all }: { batch: Batch; all: boolean }) {
  const list = useList(
    'listScreeningBatchResults',
    { path: { batchId }, query: { ...(!all && { matches: true }) } },
    ({ results }) => results,
    { isMoving: () => finishedAt === null },
  )
  return (
    <Section title={all ? 'All rows' : 'Rows with a match'}>
      <Shown live={list}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">{finishedAt === null ? 'None yet.' : 'None.'}</p>
          ) : (
            <Table
              caption="Rows"
              captionHidden
              rows={rows}
              keyOf={({ row }) => String(row)}
              columns={resultColumns}
              more={list.more}
            />
          )
        }
      </Shown>
    </Section>
  )
}

const resultColumns: readonly Column<Result>[] = [
  {
    head: 'Name',
    cell: ({ row, name, screeningId }) => {
      const words = <bdi>{name ?? 'erased'}</bdi>
      return (
        <>
          <span className="muted">{row} </span>
          {screeningId === null ? (
            words
          ) : (
            <Link to="/screening/$screeningId" params={{ screeningId }}>
              {words}
            </Link>
          )}
        </>
      )
    },
  },
  { head: 'Outcome', cell: (one) => <Outcome of={one} /> },
  {
    head: 'Most similar',
    only: 'wide',
    cell: ({ best }) =>
      best && (
        <>
          {formatScore(best.similarity)} <bdi>{best.name}</bdi>
        </>
      ),
  },
]

function Outcome({ of: { status, verdict } }: { of: Result }) {
  if (status === 'waiting') return <State kind="moving">waiting</State>
  if (status === 'clean') return <State kind="good">no match</State>
  if (status !== 'match') return <State kind="off">{status}</State>
  if (verdict === 'true-match') return <State kind="warn">true match</State>
  if (verdict === 'false-match') return <State kind="good">false match</State>
  return <State kind="info">undecided</State>
}
