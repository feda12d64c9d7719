import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useScreens } from './screens.ts'

/** A link where the interface has the screen, else its words alone. */
export function ScreenLink({
  to,
  search,
  children,
}: {
  to: string
  search?: Record<string, string>
  children: ReactNode
}) {
  const exists = useScreens()(to)
  return exists ? (
    <Link to={to as '/'} search={search as never}>
      {children}
    </Link>
  ) : (
    children
  )
}
