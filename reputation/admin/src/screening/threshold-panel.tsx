import { Shown } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Field } from '@service/ui/field.tsx'
import { counted } from '@service/ui/numbers.ts'
import { Panel, Section } from '@service/ui/page.tsx'
import { Table } from '@service/ui/table.tsx'
import { useState } from 'react'
import { type Output, useLive } from '../api/api.ts'
import { formatScore } from './model/comparison.ts'

/** What another threshold would have brought, and what it would cost with innocent names. */
export function ThresholdPanel({ screeningId }: { screeningId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Section title="Another threshold">
      {open ? (
        <Trial screeningId={screeningId} />
      ) : (
        <Button onClick={() => setOpen(true)}>Try other thresholds on the lists of then</Button>
      )}
    </Section>
  )
}

function Trial({ screeningId }: { screeningId: string }) {
  const live = useLive('tryThreshold', { path: { screeningId } }, { everyMs: 600_000 })
  return <Shown live={live}>{(trial) => <Slider trial={trial} />}</Shown>
}

function Slider({ trial }: { trial: Output<'tryThreshold'> }) {
  const [threshold, setThreshold] = useState(Math.max(0.7, trial.threshold))
  const found = trial.matches.filter(({ similarity }) => similarity >= threshold)
  const rate = trial.falseAlerts.findLast((one) => one.threshold <= threshold + 1e-9)
  return (
    <Panel>
      <Field
        label={`Threshold ${threshold.toFixed(2)}`}
        hint={`This screening was made at ${trial.threshold}. Arrow keys move by 0.01.`}
      >
        {(props) => (
          <input
            {...props}
            className="scr-slider"
            type="range"
            min={0.7}
            max={1}
            step={0.01}
            value={threshold}
            onChange={(event) => setThreshold(Number(event.target.value))}
          />
        )}
      </Field>
      <p role="status">
        <strong>
          {trial.moreMatches && threshold <= (trial.matches.at(-1)?.similarity ?? 0) ? 'More than ' : ''}
          {counted(found.length, 'match', 'matches')}
        </strong>{' '}
        at {threshold.toFixed(2)}.
        {rate !== undefined && (
          <>
            {' '}
            Of people who are on no list, {rate.percent} % would have matched somebody by name alone: about{' '}
            {counted(Math.round(rate.percent * 100), 'alert')} for 10,000 customers.
          </>
        )}
      </p>
      {found.length > 0 && (
        <Table
          caption={`Matches at ${threshold.toFixed(2)}`}
          captionHidden
          rows={found}
          keyOf={({ entityId }) => entityId}
          columns={[
            { head: 'Listed name', cell: ({ name }) => <bdi>{name}</bdi> },
            { head: 'Similarity', align: 'end', cell: ({ similarity }) => formatScore(similarity) },
            { head: 'List', cell: ({ list }) => list },
            { head: 'Entry', only: 'wide', cell: ({ entityId }) => <span className="mono">{entityId}</span> },
          ]}
        />
      )}
    </Panel>
  )
}
