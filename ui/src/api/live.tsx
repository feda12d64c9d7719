/**
 * The one way in which screens follow the service: ask again by the pace of what is shown, at once when the window comes back
 * into view and after an own act, never while hidden. A person can pause it (WCAG 2.2.2).
 */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Button } from '../button.tsx'
import { formatTime, TimeZone } from '../time.tsx'
import { Refusal } from './client.ts'
import { pollEveryMs } from './pace.ts'
import { type FetchData, ResponseStore } from './response-store.ts'

type Pause = { paused: boolean; setPaused: (paused: boolean) => void }

const PauseContext = createContext<Pause>({ paused: false, setPaused: () => {} })

export function LivePause({ children }: { children: ReactNode }) {
  const [paused, setPaused] = useState(false)
  return <PauseContext value={{ paused, setPaused }}>{children}</PauseContext>
}

/** What all screens of the page have fetched. */
export const responses = new ResponseStore(Date.now)

export type Live<Data> = {
  data: Data | undefined
  /** Of the last time; data of before stays beside it. */
  error: Error | null
  /** When the data came, in ms since 1970; 0 before that. */
  updatedAt: number
  isFetching: boolean
  refresh: () => void
}

type Options<Data> = {
  /** Tells from the data whether something is on its way: it is asked for more often then. */
  isMoving?: ((data: Data) => boolean) | undefined
  enabled?: boolean | undefined
  /** Instead of the pace of what is shown. */
  everyMs?: number | undefined
}

/** Younger than this, it is not asked for again by a screen that opens or a window that comes back. */
const freshMs = 2_000

/** `key` names what is fetched. */
export function useStored<Data>(
  key: string,
  fetchData: FetchData<Data>,
  { isMoving, enabled = true, everyMs }: Options<Data> = {},
): Live<Data> {
  const { paused } = useContext(PauseContext)
  const subscribe = useCallback((listener: () => void) => responses.subscribe(key, listener), [key])
  const stored = useSyncExternalStore(subscribe, () => responses.read<Data>(key))
  const { data, error, updatedAt, isFetching } = stored
  const latest = useRef(fetchData)
  latest.current = fetchData
  const refresh = useCallback(
    () => responses.fetch<Data>(key, (signal, before) => latest.current(signal, before)),
    [key],
  )
  const movingSince = useRef<number>(undefined)
  if (data === undefined || !isMoving?.(data)) movingSince.current = undefined
  else movingSince.current ??= updatedAt

  useEffect(() => {
    if (enabled && Date.now() - responses.read(key).updatedAt > freshMs) refresh()
  }, [key, enabled, refresh])

  useEffect(() => {
    if (!enabled || paused || isFetching || isFinal(error)) return
    const { current } = movingSince
    const wait = everyMs ?? pollEveryMs(current === undefined ? undefined : updatedAt - current)
    const askIfSeen = () => !document.hidden && refresh()
    const askIfOld = () => Date.now() - responses.read(key).updatedAt > freshMs && askIfSeen()
    const timer = setInterval(askIfSeen, wait)
    document.addEventListener('visibilitychange', askIfOld)
    window.addEventListener('focus', askIfOld)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askIfOld)
      window.removeEventListener('focus', askIfOld)
    }
  }, [key, enabled, paused, isFetching, error, everyMs, updatedAt, refresh])

  return { data, error, updatedAt, isFetching, refresh }
}

/** Refused for what was asked or by whom: asking again would change nothing. */
const isFinal = (error: Error | null): boolean =>
  error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429

/** When the data came, and the switch that holds it still. */
export function Updated({ live: { updatedAt } }: { live: Pick<Live<unknown>, 'updatedAt'> }) {
  const { paused, setPaused } = useContext(PauseContext)
  const timeZone = useContext(TimeZone)
  return (
    <span className="buttons small muted">
      <span className="updated">
        {updatedAt > 0 && `Updated ${formatTime(new Date(updatedAt), 'clock', timeZone)}`}
      </span>
      <Button size="small" kind="quiet" icon={paused ? 'play' : 'pause'} onClick={() => setPaused(!paused)}>
        {paused ? 'Resume updates' : 'Pause'}
      </Button>
    </span>
  )
}
