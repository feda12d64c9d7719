import { type ReactNode, useEffect, useRef } from 'react'

/**
 * The detail of a chosen row, beside the list: `<div className="split">` holds both. `close` is a link to the list without it.
 * Its heading takes the focus when `subject`, what it is about, changes.
 */
export function SidePanel({
  title,
  subject,
  close,
  children,
}: {
  title: ReactNode
  subject: string
  close: ReactNode
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is another panel
  useEffect(() => heading.current?.focus(), [subject])
  return (
    <section className="side-panel" aria-label="Detail">
      <div className="side-panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {close}
      </div>
      {children}
    </section>
  )
}
