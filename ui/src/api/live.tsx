/**
 * The one way in which screens follow the service: ask again by the pace of what is shown, at once on focus and after an
 * own act, never while hidden. A person can pause it (WCAG 2.2.2).
 */
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { formatTime, TimeZone } from '../time.tsx'
import { Refusal } from './client.ts'
import { pollEveryMs } from './pace.ts'

type Pause = { paused: boolean; setPaused: (paused: boolean) => void }

const PauseContext = createContext<Pause>({ paused: false, setPaused: () => {} })

export function LivePause({ children }: { children: ReactNode }) {
  const [paused, setPaused] = useState(false)
  return <PauseContext value={{ paused, setPaused }}>{children}</PauseContext>
}

export type Live<Data> = {
  data: Data | undefined
  error: Error | null
  /** When the data came, in ms since 1970; 0 before that. */
  updatedAt: number
  refresh: () => void
}

/** `key` names what is fetched; `isMoving` tells from the data whether something is on its way. */
export function useLiveQuery<Data>(
  key: readonly unknown[],
  fetchData: (signal: AbortSignal) => Promise<Data>,
  { isMoving = () => false, enabled = true }: { isMoving?: (data: Data) => boolean; enabled?: boolean } = {},
): Live<Data> {
  const { paused } = useContext(PauseContext)
  const movingSince = useRef<number>(undefined)
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchData(signal),
    enabled,
    refetchInterval: ({ state: { data, error } }) => {
      if (paused) return false
      if (error instanceof Refusal && error.status !== 0 && error.status < 500) return false
      if (data === undefined || !isMoving(data)) movingSince.current = undefined
      else movingSince.current ??= Date.now()
      const { current } = movingSince
      return pollEveryMs(current === undefined ? undefined : Date.now() - current)
    },
  })
  return {
    data: query.data,
    error: query.error,
    updatedAt: query.dataUpdatedAt,
    refresh: () => void query.refetch(),
  }
}

/** When the data came, and the switch that holds it still. */
export function Updated({ live: { updatedAt } }: { live: Pick<Live<unknown>, 'updatedAt'> }) {
  const { paused, setPaused } = useContext(PauseContext)
  const timeZone = useContext(TimeZone)
  return (
    <span className="buttons small muted">
      {updatedAt > 0 && <span>Updated {formatTime(new Date(updatedAt), 'clock', timeZone)}</span>}
      <Button size="small" kind="quiet" icon={paused ? 'play' : 'pause'} onClick={() => setPaused(!paused)}>
        {paused ? 'Go on updating' : 'Pause'}
      </Button>
    </span>
  )
}
