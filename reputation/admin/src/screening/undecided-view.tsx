import { Shown } from '@service/ui/api/api.ts'
import { Button, Buttons } from '@service/ui/button.tsx'
import { TextField } from '@service/ui/field.tsx'
import { useKeys } from '@service/ui/keys.ts'
import { Empty } from '@service/ui/notice.tsx'
import { counted } from '@service/ui/numbers.ts'
import { Badge } from '@service/ui/state.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { type Output, useList, useLive } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { EntryEvidence } from './entry-evidence.tsx'
import { formatScore } from './model/comparison.ts'
import { decisionKey, useDecisions, type VerdictWord, type Waiting } from './use-decisions.ts'

type Undecided = Output<'listUndecidedMatches'>['matches'][number]

const waitingOf = ({ screeningId, match }: Undecided): Waiting => ({
  screeningId,
  entityId: match.entityId,
  listedName: match.name,
})
const keyOf = (one: Undecided): string => decisionKey(waitingOf(one))

/** Undecided matches, decided by two keys: the list keeps the focus, and the next one comes by itself. */
export default function UndecidedView() {
  const list = useList('listUndecidedMatches', { query: { limit: 50 } }, ({ matches }) => matches)
  return (
    <Shown live={list}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty
            title="No match waits for a verdict"
            actions={
              <Link className="button" to="/screening" search={{}}>
                Screen a name
              </Link>
            }
          >
            All undecided matches appear here, no matter who screened the name, once for each party and entry.
          </Empty>
        ) : (
          <Queue rows={rows} more={list.more} />
        )
      }
    </Shown>
  )
}

type More = ReturnType<typeof useList<'listUndecidedMatches', Undecided>>['more']

/** With so few left the next page is asked for. */
const minAhead = 10

function Queue({ rows, more }: { rows: readonly Undecided[]; more: More }) {
  const may = useMay()('verdicts:give')
  const navigate = useNavigate()
  const [at, setAt] = useState<string>()
  const [note, setNote] = useState('')
  const { made, decide, undo, canUndo } = useDecisions((one) => setAt(decisionKey(one)))
  const waiting = rows.filter((row) => !made.has(keyOf(row)))
  const index = Math.max(
    0,
    waiting.findIndex((row) => keyOf(row) === at),
  )
  const current = waiting[index]
  const id = useId()
  useEffect(() => {
    document.getElementById(`${id}-${current ? keyOf(current) : ''}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])
  useEffect(() => {
    if (waiting.length < minAhead && more && !more.isLoading) more.onMore()
  }, [waiting.length, more])

  const go = (step: number) => {
    const next = waiting[index + step]
    if (next) setAt(keyOf(next))
  }
  function give(verdict: VerdictWord): void {
    if (!current) return
    const next = waiting[index + 1] ?? waiting[index - 1]
    decide(waitingOf(current), verdict, note)
    setNote('')
    setAt(next && keyOf(next))
  }
  const open = () =>
    current && void navigate({ to: '/screening/$screeningId', params: { screeningId: current.screeningId } })
  const onKeyDown = useKeys('Undecided matches', [
    { key: 'j', words: 'next match', run: () => go(1) },
    { key: 'k', words: 'previous match', run: () => go(-1) },
    { key: 'ArrowDown', words: 'next match', run: () => go(1) },
    { key: 'ArrowUp', words: 'previous match', run: () => go(-1) },
    { key: 'Enter', words: 'open its record', run: open },
    ...(may
      ? [
          { key: 't', words: 'true match: they are the same', run: () => give('true-match') },
          { key: 'f', words: 'false match: only the name is similar', run: () => give('false-match') },
          { key: 'u', words: 'undo the last verdict', run: undo },
        ]
      : []),
  ])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys are those of the list and the buttons inside
    <div className="split" onKeyDown={onKeyDown}>
      <div className="section">
        <p className="muted" role="status">
          {current ? `${index + 1} of ${counted(waiting.length, 'match', 'matches')}` : 'All are decided.'}
          {may && ' · t true, f false, u back, j k move'}
        </p>
        <div
          className="scr-queue"
          role="listbox"
          aria-label="Undecided matches"
          tabIndex={0}
          aria-activedescendant={current && `${id}-${keyOf(current)}`}
        >
          {waiting.map((row) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
            <div
              key={keyOf(row)}
              id={`${id}-${keyOf(row)}`}
              role="option"
              tabIndex={-1}
              aria-selected={row === current}
              onClick={() => setAt(keyOf(row))}
            >
              <span className="scr-score">{formatScore(row.match.similarity)}</span>
              <span className="scr-names">
                <bdi>{row.query}</bdi>
                <span className="muted">
                  <bdi>{row.match.name}</bdi>
                </span>
              </span>
              <Badge>{row.match.list}</Badge>
            </div>
          ))}
        </div>
      </div>
      {current && (
        <section className="side-panel" aria-label="The match">
          <Detail one={current} />
          {may && (
            <div className="scr-decide">
              <TextField label="Note for the verdict" value={note} onChange={setNote} maxLength={2_000} />
              <Buttons>
                <Button onClick={() => give('true-match')}>
                  True match <kbd>t</kbd>
                </Button>
                <Button onClick={() => give('false-match')}>
                  False match <kbd>f</kbd>
                </Button>
                <Button kind="quiet" onClick={undo} why={canUndo ? undefined : 'Nothing to undo yet.'}>
                  Undo <kbd>u</kbd>
                </Button>
              </Buttons>
            </div>
          )}
        </section>
      )}
    </div>
  )
}

/** On the lists of now: a verdict says whether the party is the one that is listed today. */
function Detail({ one: { screeningId, match, query, parameters } }: { one: Undecided }) {
  const live = useLive('getScreeningEvidence', { path: { screeningId }, query: { lists: 'now' } })
  const yours = { ...parameters, name: query }
  return (
    <>
      <Shown live={live}>
        {({ entries }) => {
          const entry = entries.find(({ entityId }) => entityId === match.entityId)
          return entry ? <EntryEvidence entry={entry} yours={yours} heading="h2" /> : null
        }}
      </Shown>
      <Link to="/screening/$screeningId" params={{ screeningId }}>
        Open the record
      </Link>
    </>
  )
}
