import { Shown } from '@service/ui/api/api.ts'
import { Notice } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { Facts } from '@service/ui/page.tsx'
import { SidePanel } from '@service/ui/side-panel.tsx'
import { State } from '@service/ui/state.tsx'
import { Table } from '@service/ui/table.tsx'
import { formatTime, Time, TimeZone } from '@service/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import { useContext } from 'react'
import { useLive } from '../api/api.ts'
import { type ArticleImport, remedyFor, stateOf } from './model/words.ts'
import { Progress } from './progress.tsx'

export default function ImportPanel({ importId }: { importId: string }) {
  const timeZone = useContext(TimeZone)
  const live = useLive('getArticleImport', { path: { importId } }, { isMoving: ({ status }) => status === 'running' })
  return (
    <SidePanel
      title={live.data ? `Import of ${formatTime(live.data.createdAt, 'short', timeZone)}` : 'Import'}
      subject={importId}
      close={
        <Link className="button" data-kind="quiet" to="/imports">
          Close
        </Link>
      }
    >
      <Shown live={live}>{(one) => <Opened of={one} />}</Shown>
    </SidePanel>
  )
}

function Opened({ of: one }: { of: ArticleImport }) {
  const { kind, word } = stateOf(one)
  const { status, accepted, created, updated, unchanged, expired, rejected, rejections, finishedAt } = one
  return (
    <>
      <div role="status">
        <State kind={kind}>{word}</State>
        {status === 'running' && <Progress of={one} />}
      </div>
      {status === 'running' && (
        <p className="muted">
          You can leave this page: the import continues, and a restart of the service loses nothing.
        </p>
      )}
      <Facts
        facts={[
          ['Valid lines', formatCount(accepted)],
          ['New articles', formatCount(created)],
          ['New versions', formatCount(updated)],
          ['Already known', formatCount(unchanged)],
          ...(expired > 0 ? [['Too old to be kept', formatCount(expired)] as const] : []),
          ['Rejected lines', formatCount(rejected)],
          ...(finishedAt === null ? [] : [['Finished', <Time key="finished" at={finishedAt} form="full" />] as const]),
          ['Id', <code key="id">{one.importId}</code>],
        ]}
      />
      {rejected > 0 && (
        <>
          <Notice kind="warn">
            {counted(rejected, 'line was', 'lines were')} left out. Mend them in the file and import it again: what is
            known already counts once.
          </Notice>
          <Table
            caption="Rejected lines"
            rows={rejections}
            keyOf={({ line, code }) => `${line} ${code}`}
            columns={[
              { head: 'Line', cell: ({ line }) => formatCount(line) },
              {
                head: 'What is wrong',
                cell: ({ code, reason }) => (
                  <span className="imp-wrong">
                    <span>{reason}</span>
                    <span className="small muted">{remedyFor(code)}</span>
                  </span>
                ),
              },
            ]}
            foot={rejections.length < rejected && <span>The first {formatCount(rejections.length)} are shown.</span>}
          />
        </>
      )}
    </>
  )
}
