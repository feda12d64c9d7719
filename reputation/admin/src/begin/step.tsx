import { Icon } from '@service/ui/icon.tsx'
import type { ReactNode } from 'react'

/** One step: done, or what to do for it. `isLater`: another comes first. */
export const Step = ({
  number,
  title,
  isDone,
  isLater = false,
  children,
}: {
  number: number
  title: string
  isDone: boolean
  isLater?: boolean
  children: ReactNode
}) => (
  <li className="step" data-state={isDone ? 'done' : isLater ? 'later' : 'now'}>
    <span className="step-mark">
      {isDone ? <Icon name="good" /> : number}
      <span className="hidden-visually">{isDone ? 'done' : isLater ? 'later' : 'now'}</span>
    </span>
    <div className="step-content">
      <h2>{title}</h2>
      {children}
    </div>
  </li>
)
