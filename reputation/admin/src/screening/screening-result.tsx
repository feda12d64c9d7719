import { counted } from '@service/ui/numbers.ts'
import { Panel } from '@service/ui/page.tsx'
import { State } from '@service/ui/state.tsx'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import type { Output } from '../api/api.ts'
import { Comparison } from './comparison.tsx'
import { EntryHead } from './entry-head.tsx'
import { Knowledge } from './knowledge.tsx'
import type { Typed } from './model/party.ts'

type Screening = Output<'screenBatch'>['screenings'][number]

/** What came of one name, at once: matches, what is near, what is silenced. */
export function ScreeningResult({
  screening,
  party,
  heading,
}: {
  screening: Screening
  party: Typed
  heading: RefObject<HTMLHeadingElement | null>
}) {
  const { query, clean, matches, near, suppressed, screeningId, threshold, moreMatches } = screening
  return (
    <section className="section" aria-labelledby="scr-result">
      <div className="section-head">
        <h2 id="scr-result" ref={heading} tabIndex={-1}>
          <bdi>{query}</bdi>
        </h2>
        <Link className="button" to="/screening/$screeningId" params={{ screeningId }}>
          Open the record
        </Link>
      </div>
      <p>
        {clean ? (
          <State kind="good">no match at {threshold} or above</State>
        ) : (
          <State kind="warn">
            {moreMatches ? 'more than ' : ''}
            {counted(matches.length, 'match', 'matches')} from {threshold} on
          </State>
        )}
        {near.length > 0 && <span className="muted"> · {near.length} near below it</span>}
        {suppressed.length > 0 && (
          <span className="muted"> · {suppressed.length} suppressed by verdicts on this reference</span>
        )}
      </p>
      {matches.map((match) => (
        <Found key={match.entityId} match={match} party={party} />
      ))}
      {near.length > 0 && <h3>Near: similar, but below the threshold</h3>}
      {near.map((match) => (
        <Found key={match.entityId} match={match} party={party} sentence={match.sentence} />
      ))}
    </section>
  )
}

function Found({ match, party, sentence }: { match: Screening['matches'][number]; party: Typed; sentence?: string }) {
  return (
    <Panel>
      <EntryHead match={match} verdict={match.verdict?.verdict} />
      {sentence !== undefined && <p>{sentence}</p>}
      <div className="scr-two">
        <Comparison findings={match.explanation} name={match.name} />
        <Knowledge match={match} yours={party} />
      </div>
    </Panel>
  )
}
