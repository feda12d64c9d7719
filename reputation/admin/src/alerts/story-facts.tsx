/** What the inbox and a story's own screen say of it alike. */

import { counted } from '@service/ui/numbers.ts'
import { Badge, State, type StateKind } from '@service/ui/state.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { lazy, Suspense } from 'react'
import type { AlertStory } from './model/query.ts'

export const Severity = ({ severity }: Pick<AlertStory, 'severity'>) => (
  <State kind={severity === 'critical' ? 'bad' : 'warn'}>{severity}</State>
)

const stateKinds: Record<AlertStory['state'], StateKind> = {
  new: 'info',
  seen: 'off',
  assigned: 'moving',
  closed: 'good',
}

export const TriageState = ({ story: { state, assignee } }: { story: AlertStory }) => (
  <State kind={stateKinds[state]}>{state === 'assigned' && assignee ? `assigned to ${nameOf(assignee)}` : state}</State>
)

export const nameOf = ({ name, hasLeft }: NonNullable<AlertStory['assignee']>): string =>
  `${name ?? 'somebody who was erased'}${hasLeft ? ' (has left)' : ''}`

export const Marks = ({ story: { rose, muted, sample } }: { story: AlertStory }) => (
  <>
    {rose && <Badge>became critical since</Badge>}
    {muted !== null && <Badge>{muted === 'story' ? 'muted' : 'its category is muted'}</Badge>}
    {sample === true && <Badge kind="sample">sample</Badge>}
  </>
)

/** `Reuters India and 64 more outlets` */
export const outletsInWords = ({ source, outletCount }: AlertStory): string =>
  outletCount > 1 ? `${visibleText(source)} and ${counted(outletCount - 1, 'more outlet')}` : visibleText(source)

const PaceDrawing = lazy(() => import('./pace-drawing.tsx'))

/** How its articles came, from the first to the last. The place is kept while the drawing comes. */
export const Pace = ({ pace }: Pick<AlertStory, 'pace'>) =>
  pace.length === 0 ? null : (
    <span className="alert-pace">
      <Suspense>
        <PaceDrawing pace={pace} />
      </Suspense>
    </span>
  )
