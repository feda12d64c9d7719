import { Badge, State } from '@service/ui/state.tsx'
import { formatScore } from './model/comparison.ts'
import type { VerdictWord } from './use-decisions.ts'

type Matched = {
  list: string
  name: string
  similarity: number
  entityId: string
  type: string
  aliasStrength?: string
}

/** The listed name with its similarity, its list and its verdict. */
export const EntryHead = ({
  match: { list, name, similarity, entityId, type, aliasStrength },
  verdict,
  heading: Heading = 'h3',
}: {
  match: Matched
  verdict: VerdictWord | undefined
  heading?: 'h2' | 'h3'
}) => (
  <div className="scr-head">
    <span className="scr-score">{formatScore(similarity)}</span>
    <Heading>
      <bdi>{name}</bdi>
    </Heading>
    <Badge>{list}</Badge>
    <span className="muted">
      {type}, <span className="mono">{entityId}</span>
      {aliasStrength === 'weak' && ', weak alias'}
    </span>
    <VerdictState verdict={verdict} />
  </div>
)

export const VerdictState = ({ verdict }: { verdict: VerdictWord | undefined }) =>
  verdict === undefined ? (
    <State kind="info">undecided</State>
  ) : verdict === 'true-match' ? (
    <State kind="warn">true match</State>
  ) : (
    <State kind="good">false match</State>
  )
