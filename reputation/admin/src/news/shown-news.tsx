import { type Live, Refusal, Shown } from '@service/ui/api/api.ts'
import { Empty } from '@service/ui/notice.tsx'
import type { ReactNode } from 'react'
import { ScreenLink } from '../shell/shell.ts'

/** What is said of the company in the news. Where there is nothing yet it says how that comes. */
export function ShownNews<Data>({
  live,
  absent,
  children,
}: {
  live: Live<Data>
  /** The heading where the service has none, such as a day without a score. */
  absent: string
  children: (data: Data) => ReactNode
}) {
  const { data, error } = live
  if (data === undefined && error instanceof Refusal && error.status === 404) {
    const isUnset = error.code === 'no-own-subject'
    return (
      <Empty
        title={isUnset ? 'The company is not followed in the news yet' : absent}
        actions={isUnset && <ScreenLink to="/subjects">Choose the subject that is your company</ScreenLink>}
      >
        {isUnset ? 'Figures are made of articles about a subject that is set as your own.' : error.message}
      </Empty>
    )
  }
  return <Shown live={live}>{children}</Shown>
}
