import { formatCount } from '@service/ui/numbers.ts'
import { Badge, State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import type { Output } from '../api/api.ts'

type List = Pick<
  Output<'listLists'>['lists'][number],
  'list' | 'publishedAt' | 'fetchedAt' | 'entries' | 'stale' | 'sample' | 'staleReason'
>

/** The lists and their age, for nothing is screened against more than they hold. */
export const ListAges = ({ lists }: { lists: readonly List[] }) => (
  <ul className="scr-lists">
    {lists.map(({ list, publishedAt, fetchedAt, entries, stale, sample, staleReason }) => (
      <li key={list}>
        <strong>{list}</strong>
        {publishedAt !== null && (
          <span>
            of <Time at={publishedAt} form="day" />
          </span>
        )}
        <span className="muted">
          {formatCount(entries)} entries
          {fetchedAt !== null && (
            <>
              , checked <Time at={fetchedAt} form="ago" />
            </>
          )}
        </span>
        {sample === true && <Badge kind="sample">sample</Badge>}
        {stale && <State kind="warn">stale{staleReason === undefined ? '' : `: ${staleReason}`}</State>}
      </li>
    ))}
  </ul>
)
