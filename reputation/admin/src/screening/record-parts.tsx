import { troubleOf } from '@service/ui/api/api.ts'
import { Button, Buttons } from '@service/ui/button.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { Section } from '@service/ui/page.tsx'
import { call, type Output, useAct } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { ReplayPanel } from './replay-panel.tsx'
import { ThresholdPanel } from './threshold-panel.tsx'
import { VerdictHistory } from './verdict-history.tsx'

type Record = Output<'getScreening'>

/** The history of a record, and what can be tried and done with it. */
export default function RecordParts({ record }: { record: Record }) {
  const { screeningId, parameters } = record
  return (
    <>
      <VerdictHistory screeningId={screeningId} />
      {parameters !== null && (
        <div className="scr-no-print scr-more">
          <ThresholdPanel screeningId={screeningId} />
          <ReplayPanel screeningId={screeningId} />
          <LegalHold record={record} />
        </div>
      )}
    </>
  )
}

function LegalHold({ record: { screeningId, legalHold } }: { record: Record }) {
  const may = useMay()('screenings:hold')
  const hold = useAct((held: boolean) => call('holdScreening', { path: { screeningId }, body: { held } }), {
    done: ({ legalHold }) => (legalHold ? 'Held: it is neither erased nor pruned' : 'Legal hold ended'),
  })
  if (!may) return null
  return (
    <Section title="Legal hold">
      <p className="muted">
        {legalHold
          ? 'This record is held: neither an erasure nor its age removes it.'
          : 'A record under legal hold is neither erased nor pruned, until the hold ends. Both are in the audit.'}
      </p>
      {hold.error !== null && <Notice kind="bad">{troubleOf(hold.error).message}</Notice>}
      <Buttons>
        <Button busy={hold.busy} onClick={() => hold.run(!legalHold)}>
          {legalHold ? 'End the legal hold' : 'Hold this record'}
        </Button>
      </Buttons>
    </Section>
  )
}
