import { Shown } from '@service/ui/api/api.ts'
import { Section } from '@service/ui/page.tsx'
import { Badge } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import { type Output, useList } from '../api/api.ts'
import { VerdictState } from './entry-head.tsx'

type Verdict = Output<'listScreeningVerdicts'>['verdicts'][number]

/** Every verdict on this party, on whichever screening it was given, those replaced and taken back too. */
export function VerdictHistory({ screeningId }: { screeningId: string }) {
  const list = useList('listScreeningVerdicts', { path: { screeningId } }, ({ verdicts }) => verdicts)
  return (
    <Section title="Verdicts on this party">
      <Shown live={list}>
        {(verdicts) =>
          verdicts.length === 0 ? (
            <p className="muted">None yet, on this name or for this reference.</p>
          ) : (
            <Table
              caption="Verdicts on this party"
              captionHidden
              rows={verdicts}
              keyOf={({ verdictId }) => verdictId}
              columns={columnsFor(screeningId)}
              more={list.more}
            />
          )
        }
      </Shown>
    </Section>
  )
}

const columnsFor = (shownId: string): readonly Column<Verdict>[] => [
  { head: 'Entry', cell: ({ entityId }) => <span className="mono">{entityId}</span> },
  {
    head: 'Verdict',
    cell: ({ verdict, withdrawnAt, verdictId }) => (
      <>
        {withdrawnAt === null ? (
          <VerdictState verdict={verdict} />
        ) : (
          <>
            <del>{verdict}</del>{' '}
            <span className="muted">
              withdrawn <Time at={withdrawnAt} />
            </span>
          </>
        )}
        <span className="scr-why scr-print-only mono">{verdictId}</span>
      </>
    ),
  },
  { head: 'By', cell: ({ actorName, actor, reviewer }) => <bdi>{reviewer ?? actorName ?? actor}</bdi> },
  {
    head: 'Note',
    only: 'wide',
    cell: ({ note, forReference, screeningId }) => (
      <>
        {note !== null && <bdi>{note} </bdi>}
        {forReference && <Badge>for the reference</Badge>}
        {screeningId !== shownId && (
          <Link to="/screening/$screeningId" params={{ screeningId }}>
            on another screening
          </Link>
        )}
      </>
    ),
  },
  { head: 'Given', nowrap: true, cell: ({ givenAt }) => <Time at={givenAt} /> },
]
