import { Notice } from '@service/ui/notice.tsx'
import type { Output } from '../api/api.ts'
import { Comparison } from './comparison.tsx'
import { EntryHead } from './entry-head.tsx'
import { Knowledge, type Yours } from './knowledge.tsx'
import { formatScore } from './model/comparison.ts'
import type { VerdictWord } from './use-decisions.ts'

export type Entry = Output<'getScreeningEvidence'>['entries'][number]

/** One entry of a record: how it compares, and what is known of both. */
export function EntryEvidence({
  entry,
  yours,
  decided,
  heading,
}: {
  entry: Entry
  yours: Yours
  /** What was decided here, and the service may not have said yet. */
  decided?: VerdictWord | undefined
  heading?: 'h2'
}) {
  const { recorded, found, verdict } = entry
  const head = recorded ?? found
  if (!head) return null
  return (
    <>
      <EntryHead
        match={{ ...head, ...(found && { aliasStrength: found.aliasStrength }) }}
        verdict={decided ?? verdict?.verdict}
        {...(heading && { heading })}
      />
      {found === null ? (
        <Notice kind="warn">These lists no longer contain it, or not under a similar name.</Notice>
      ) : (
        <>
          {recorded && recorded.similarity !== found.similarity && (
            <Notice kind="warn">
              On these lists the similarity is {formatScore(found.similarity)}; recorded was{' '}
              {formatScore(recorded.similarity)}.
            </Notice>
          )}
          <div className="scr-two">
            <Comparison findings={found.explanation} name={found.name} />
            <Knowledge match={found} yours={yours} />
          </div>
        </>
      )}
      {verdict?.note && (
        <p className="scr-note">
          <span className="muted">Note: </span>
          <bdi>{verdict.note}</bdi>
        </p>
      )}
    </>
  )
}
