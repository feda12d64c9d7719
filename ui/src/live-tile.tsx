import type { ReactNode } from 'react'
import { type Live, Refusal, troubleOf } from './api/api.ts'
import { Tile } from './page.tsx'
import { ScreenLink } from './shell/shell.ts'
import { State } from './state.tsx'

/** A figure of what is fetched. While it comes the place is kept; where it cannot be had the tile says why. */
export function LiveTile<Data>({
  title,
  to,
  live,
  show,
}: {
  title: string
  to: string
  live: Live<Data>
  show: (data: Data) => { value: ReactNode; note: ReactNode }
}) {
  const { data, error } = live
  const name = <ScreenLink to={to}>{title}</ScreenLink>
  if (data !== undefined) return <Tile title={name} {...show(data)} />
  if (!error) return <Tile title={name} value={<span className="muted">…</span>} />
  const isAbsent = error instanceof Refusal && error.status === 404
  return (
    <Tile
      title={name}
      value={isAbsent ? <small>not measured</small> : <State kind="bad">unknown</State>}
      note={isAbsent ? error.message : troubleOf(error).title}
    />
  )
}
