import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useScreens } from './screens.ts'

/**
 * A link where the interface has the screen, else its words alone. `of` is the screen of the navigation that one with
 * parameters belongs to.
 */
export function ScreenLink({
  to,
  of = to,
  params,
  search,
  button,
  children,
}: {
  to: string
  of?: string
  params?: Record<string, string>
  search?: Record<string, unknown>
  /** It looks like a button. */
  button?: 'primary' | 'plain'
  children: ReactNode
}) {
  const exists = useScreens()(of)
  return exists ? (
    <Link
      to={to as '/'}
      params={params as never}
      search={search as never}
      {...(button && { className: 'button' })}
      {...(button === 'primary' && { 'data-kind': button })}
    >
      {children}
    </Link>
  ) : (
    children
  )
}
