import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type StateKind = 'good' | 'warn' | 'bad' | 'moving' | 'off' | 'info'

/** A state as icon and word: colour alone says nothing. */
export const State = ({ kind, children }: { kind: StateKind; children: ReactNode }) => (
  <span className="state" data-kind={kind}>
    <Icon name={kind} />
    {children}
  </span>
)

/** A word that belongs to what stands beside it. `sample`: the data is not the customer's own. */
export const Badge = ({ kind, children }: { kind?: 'sample'; children: ReactNode }) => (
  <span className="badge" data-kind={kind}>
    {children}
  </span>
)
