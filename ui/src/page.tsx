/** What screens are laid out with. */
import { type ReactNode, useEffect, useRef } from 'react'

/** The service's own name behind the title of every page. */
const suffix = 'Service'

/** A screen: its heading takes the focus when it opens, so that it is read out and Tab begins there. */
export function Page({
  title,
  note,
  actions,
  children,
}: {
  title: string
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${suffix}`
  }, [title])
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {note !== undefined && <div className="page-note">{note}</div>}
        </div>
        {actions !== undefined && <div className="buttons">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

export const Section = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => (
  <section className="section">
    <div className="section-head">
      <h2>{title}</h2>
      {actions !== undefined && <div className="buttons">{actions}</div>}
    </div>
    {children}
  </section>
)

export const Panel = ({ children }: { children: ReactNode }) => <div className="panel">{children}</div>

export const Tiles = ({ children }: { children: ReactNode }) => <div className="tiles">{children}</div>

/** One figure. `title` is a link to the list that it counts. */
export const Tile = ({ title, value, note }: { title: ReactNode; value: ReactNode; note?: ReactNode }) => (
  <div className="tile">
    <h2>{title}</h2>
    <div className="tile-value">{value}</div>
    <div className="tile-note">{note}</div>
  </div>
)

/** Links between the parts of one thing; the router marks the current one by `aria-current="page"`. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className="tabs" aria-label={label}>
    {children}
  </nav>
)

/** Names and what they stand for. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <div key={name} style={{ display: 'contents' }}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export const Filters = ({ label, children }: { label: string; children: ReactNode }) => (
  <search className="filters" aria-label={label}>
    {children}
  </search>
)
