import { Shown, Updated } from '@service/ui/api/api.ts'
import { Button, Buttons } from '@service/ui/button.tsx'
import { Copy } from '@service/ui/copy.tsx'
import { useKeys } from '@service/ui/keys.ts'
import { Notice } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { Facts, Page, Panel, Section } from '@service/ui/page.tsx'
import { Badge, State } from '@service/ui/state.tsx'
import { Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { type Output, useLive } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { type Entry, EntryEvidence } from './entry-evidence.tsx'
import type { Yours } from './knowledge.tsx'
import './screening.css'
import { decisionKey, useDecisions, type VerdictWord, type Waiting } from './use-decisions.ts'

// Below what is seen first.
const RecordParts = lazy(() => import('./record-parts.tsx'))

type Record = Output<'getScreening'>

/** One screening with all that it rests on; printed, it is the evidence. The name is not in the title: browsers keep titles. */
export function RecordPage() {
  const { screeningId } = useParams({ from: '/shell/screening/$screeningId' })
  const live = useLive('getScreening', { path: { screeningId } })
  return (
    <Page
      title="Screening record"
      note={<Link to="/screening">All screenings</Link>}
      actions={
        <>
          <Updated live={live} />
          <Button onClick={() => window.print()}>Print as evidence</Button>
        </>
      }
    >
      <Shown live={live}>{(record) => <RecordShown record={record} />}</Shown>
    </Page>
  )
}

function RecordShown({ record }: { record: Record }) {
  const { query, clean, matches, near, suppressed, parameters, redactedAt } = record
  return (
    <>
      <div className="scr-head scr-title">
        <h2>{query === null ? 'Erased' : <bdi>{query}</bdi>}</h2>
        {clean ? (
          <State kind="good">no match</State>
        ) : (
          <State kind="warn">{counted(matches?.length ?? 0, 'match', 'matches')}</State>
        )}
        {(near?.length ?? 0) > 0 && <span className="muted">{near?.length} near</span>}
        {(suppressed?.length ?? 0) > 0 && <span className="muted">{suppressed?.length} silenced</span>}
        {record.legalHold && <Badge>legal hold</Badge>}
      </div>
      {redactedAt !== null && (
        <Notice kind="warn">
          A person was erased from this record on <Time at={redactedAt} form="full" />. What is left is when it was
          made, by whom, on which lists, and whether it was clean.
        </Notice>
      )}
      <Panel>
        <Facts facts={factsOf(record)} />
      </Panel>
      <Section title="Lists used">
        <ListsTable record={record} />
      </Section>
      {parameters !== null && <Entries record={record} parameters={parameters} />}
      <Suspense>
        <RecordParts record={record} />
      </Suspense>
    </>
  )
}

const orAny = (value: string | undefined): ReactNode => value ?? <span className="muted">not given</span>

function factsOf(record: Record): (readonly [string, ReactNode])[] {
  const { screeningId, screenedAt, actor, actorName, requestId, engineVersion, legalHold, parameters } = record
  return [
    ['Screened', <Time key="at" at={screenedAt} form="full" />],
    [
      'By',
      <span key="by">
        {actorName ?? 'an unknown'} <span className="mono muted">{actor}</span>
      </span>,
    ],
    ...(parameters === null
      ? []
      : ([
          ['Threshold', String(parameters.threshold)],
          ['Type', orAny(parameters.type)],
          ['Date of birth', orAny(parameters.dateOfBirth)],
          ['Country', orAny(parameters.country)],
          ['Your reference', <bdi key="reference">{orAny(parameters.reference)}</bdi>],
          ['Lists', parameters.lists?.join(', ') ?? 'all'],
        ] as const)),
    [
      'Record',
      <span key="record">
        <code>{screeningId}</code> <Copy text={screeningId} what="id of the record" />
      </span>,
    ],
    [
      'Request',
      <span key="request">
        <code>{requestId}</code> <Copy text={requestId} what="request id" />
      </span>,
    ],
    ['Matcher', <code key="engine">{engineVersion}</code>],
    ['Legal hold', legalHold ? 'held: neither erased nor pruned' : 'none'],
  ]
}

const ListsTable = ({ record: { lists } }: { record: Record }) => (
  <Table
    caption="Lists used"
    captionHidden
    rows={lists}
    keyOf={({ versionId }) => versionId}
    columns={[
      {
        head: 'List',
        cell: ({ list, sample }) => (
          <>
            {list} {sample === true && <Badge kind="sample">sample</Badge>}
          </>
        ),
      },
      {
        head: 'Published',
        cell: ({ publishedAt }) =>
          publishedAt === null ? <span className="muted">not dated</span> : <Time at={publishedAt} form="day" />,
      },
      { head: 'First fetched', only: 'wide', cell: ({ fetchedAt }) => <Time at={fetchedAt} form="full" /> },
      { head: 'Entries', align: 'end', cell: ({ entries }) => formatCount(entries) },
      { head: 'Version', cell: ({ versionId }) => <span className="mono">{versionId}</span> },
    ]}
  />
)

const placeWords: { [Place in Entry['shown']]: string } = {
  match: 'Matches',
  near: 'Near: similar, but below the threshold',
  suppressed: 'Suppressed by verdicts on this reference',
  new: 'On these lists now, but not in the record',
}
const firstShown = 20

function Entries({ record, parameters }: { record: Record; parameters: NonNullable<Record['parameters']> }) {
  const { screeningId, query } = record
  const [lists, setLists] = useState<'then' | 'now'>('then')
  const [all, setAll] = useState(false)
  const live = useLive('getScreeningEvidence', { path: { screeningId }, query: { lists } }, { everyMs: 120_000 })
  return (
    <Section
      title="Matches, word by word"
      actions={
        <Button size="small" onClick={() => setLists(lists === 'then' ? 'now' : 'then')}>
          {lists === 'then' ? 'Compare with the current lists' : 'Back to the recorded lists'}
        </Button>
      }
    >
      <Shown live={live}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className="muted">Nothing on these lists is similar.</p>
          ) : (
            <Judged
              entries={all ? entries : entries.slice(0, firstShown)}
              screeningId={screeningId}
              yours={{ ...parameters, name: query }}
            />
          )
        }
      </Shown>
      {!all && (live.data?.entries.length ?? 0) > firstShown && (
        <Button onClick={() => setAll(true)}>Show all {live.data?.entries.length} entries</Button>
      )}
    </Section>
  )
}

/** Entries with their verdicts: `t` and `f` decide the one that has the focus, `u` takes the last verdict back. */
function Judged({ entries, screeningId, yours }: { entries: readonly Entry[]; screeningId: string; yours: Yours }) {
  const may = useMay()('verdicts:give')
  const box = useRef<HTMLDivElement>(null)
  const { made, decide, undo } = useDecisions(() => {})
  const parts = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-entity]') ?? [])]
  const here = () => parts().findIndex((part) => part.contains(document.activeElement))
  const waitingOf = ({ entityId, recorded }: Entry): Waiting => ({
    screeningId,
    entityId,
    listedName: recorded?.name ?? entityId,
  })
  const canJudge = ({ shown }: Entry) => may && shown !== 'new'
  function give(verdict: VerdictWord): void {
    const entry = entries[here()]
    if (entry && canJudge(entry)) decide(waitingOf(entry), verdict)
  }
  const go = (step: number) => parts()[here() + step]?.focus()
  const onKeyDown = useKeys('Entries of the record', [
    { key: 'j', words: 'next entry', run: () => go(1) },
    { key: 'k', words: 'previous entry', run: () => go(-1) },
    ...(may
      ? [
          { key: 't', words: 'true match: they are the same', run: () => give('true-match') },
          { key: 'f', words: 'false match: only the name is similar', run: () => give('false-match') },
          { key: 'u', words: 'undo the last verdict', run: undo },
        ]
      : []),
  ])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys are those of the buttons inside
    <div className="section" ref={box} onKeyDown={onKeyDown}>
      {entries.map((entry, i) => {
        const decided = made.get(decisionKey(waitingOf(entry)))
        return (
          <div key={entry.entityId} className="section">
            {entry.shown !== entries[i - 1]?.shown && <h3>{placeWords[entry.shown]}</h3>}
            <article className="panel" data-entity={entry.entityId} tabIndex={-1}>
              <EntryEvidence entry={entry} yours={yours} decided={decided?.verdict} />
              {canJudge(entry) && (
                <Buttons>
                  <Button size="small" onClick={() => decide(waitingOf(entry), 'true-match')}>
                    True match <kbd>t</kbd>
                  </Button>
                  <Button size="small" onClick={() => decide(waitingOf(entry), 'false-match')}>
                    False match <kbd>f</kbd>
                  </Button>
                </Buttons>
              )}
            </article>
          </div>
        )
      })}
    </div>
  )
}
