import type { ReactNode } from 'react'
import { Loading, Notice, Problem } from '../notice.tsx'
import type { Live } from './live.tsx'
import { troubleOf } from './trouble.ts'

/** The data once it is there; before that, that it comes or why it does not. Old data stays when asking again fails. */
export function Shown<Data>({ live, children }: { live: Live<Data>; children: (data: Data) => ReactNode }) {
  const { data, error, refresh } = live
  if (data === undefined) return error ? <Problem trouble={troubleOf(error)} onRetry={refresh} /> : <Loading />
  return (
    <>
      {error && <Notice kind="warn">This is not up to date: {troubleOf(error).message}</Notice>}
      {children(data)}
    </>
  )
}
