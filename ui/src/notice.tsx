/** What a screen says of itself: nothing is there, something is wrong, something waits. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Copy } from './copy.tsx'

export const Notice = ({
  kind,
  actions,
  children,
}: {
  kind?: 'good' | 'warn' | 'bad' | undefined
  actions?: ReactNode
  children: ReactNode
}) => (
  <div className="notice" data-kind={kind}>
    <div>{children}</div>
    {actions}
  </div>
)

/** Nothing is there yet: what belongs here, and the button or the command that brings it. */
export const Empty = ({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) => (
  <div className="empty">
    <h2>{title}</h2>
    <p>{children}</p>
    {actions}
  </div>
)

/** Keeps the place of what is being fetched; it shows after a moment, so that quick responses do not flicker. */
export const Loading = ({ label = 'Loading …' }: { label?: string }) => (
  <div className="loading" role="status">
    <span className="hidden-visually">{label}</span>
    <i />
    <i />
    <i />
    <i />
  </div>
)

export type Trouble = {
  title: string
  message: string
  requestId?: string | undefined
  /** When trying again makes sense; the panel does so by itself. */
  retryAfterSeconds?: number | undefined
}

/** What happened, what to do, and the id by which an operator finds it. */
export function Problem({ trouble, onRetry }: { trouble: Trouble; onRetry?: (() => void) | undefined }) {
  const { title, message, requestId, retryAfterSeconds } = trouble
  return (
    <div className="problem" role="alert">
      <h2>{title}</h2>
      <p>{message}</p>
      {retryAfterSeconds !== undefined && onRetry && <Countdown seconds={retryAfterSeconds} onEnd={onRetry} />}
      {onRetry && (
        <Button icon="reload" onClick={onRetry}>
          Try again
        </Button>
      )}
      {requestId !== undefined && (
        <span className="problem-id">
          Request <code>{requestId}</code> <Copy text={requestId} what="request id" />
        </span>
      )}
    </div>
  )
}

function Countdown({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const [left, setLeft] = useState(seconds)
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => before - 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left <= 0) end.current()
  }, [left])
  return <p className="muted">Trying again in {Math.max(0, left)} s.</p>
}

/** The faults of a form together, above it; it takes the focus when they come. */
export function ErrorSummary({ faults }: { faults: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (faults.length > 0) box.current?.focus()
  }, [faults])
  if (faults.length === 0) return null
  return (
    <div ref={box} className="summary" tabIndex={-1} role="alert" aria-labelledby={id}>
      <strong id={id}>{faults.length === 1 ? 'There is one problem' : `${faults.length} problems`}</strong>
      <ul>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </div>
  )
}
