import { troubleOf } from '@service/ui/api/api.ts'
import { Button, Buttons } from '@service/ui/button.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { Section } from '@service/ui/page.tsx'
import { State } from '@service/ui/state.tsx'
import { Table } from '@service/ui/table.tsx'
import { useState } from 'react'
import { call, type Output, useAct } from '../api/api.ts'
import { formatScore } from './model/comparison.ts'

type Replay = Output<'replayScreening'>

/** The screening again, on the lists of then. */
export function ReplayPanel({ screeningId }: { screeningId: string }) {
  const [result, setResult] = useState<Replay>()
  const replay = useAct((_given: undefined) => call('replayScreening', { path: { screeningId } }), {
    done: ({ identical }) => (identical ? 'Replayed: identical' : 'Replayed: it differs'),
    onDone: setResult,
  })
  return (
    <Section title="Replay on the recorded lists">
      <p className="muted">
        The name is screened again on the same versions of the lists. Nothing is recorded. Older versions take a few
        seconds.
      </p>
      {replay.error !== null && <Notice kind="bad">{troubleOf(replay.error).message}</Notice>}
      <Buttons>
        <Button busy={replay.busy} onClick={() => replay.run(undefined)}>
          {replay.busy ? 'Replaying …' : 'Replay'}
        </Button>
      </Buttons>
      {result && <Outcome replay={result} />}
    </Section>
  )
}

function Outcome({ replay: { identical, engineVersion, differences, near } }: { replay: Replay }) {
  const all = [...differences, ...(near?.differences ?? [])]
  return (
    <>
      <p role="status">
        {identical ? (
          <State kind="good">identical: the same matches, similarities and order</State>
        ) : (
          <State kind="warn">{differences.length} entries differ</State>
        )}
        {near !== null && !near.identical && <span className="muted"> · what was near differs</span>}
      </p>
      {engineVersion.recorded !== engineVersion.now && (
        <p className="muted">
          Recorded with matcher <code>{engineVersion.recorded}</code>, now it is <code>{engineVersion.now}</code>.
        </p>
      )}
      {all.length > 0 && (
        <Table
          caption="Differences"
          captionHidden
          rows={all}
          keyOf={({ entityId }) => entityId}
          columns={[
            { head: 'Entry', cell: ({ entityId }) => <span className="mono">{entityId}</span> },
            { head: 'Recorded', cell: ({ recorded }) => side(recorded) },
            { head: 'Now', cell: ({ now }) => side(now) },
          ]}
        />
      )}
    </>
  )
}

const side = (one: Replay['differences'][number]['now']) =>
  one === null ? (
    <span className="muted">not shown</span>
  ) : (
    <>
      {formatScore(one.similarity)} <bdi>{one.name}</bdi> <span className="muted">place {one.rank}</span>
    </>
  )
