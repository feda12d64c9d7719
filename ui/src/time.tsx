/** Times in the company's time zone; UTC stands in `datetime` and shows on hover. */
import { createContext, useContext, useSyncExternalStore } from 'react'
import { formatDuration } from './quantities.ts'

export const TimeZone = createContext('UTC')

const formats = {
  /** 22 Nov, 08:19 */
  short: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  /** 22 November 2026, 08:19:04 */
  full: { dateStyle: 'long', timeStyle: 'medium' },
  /** 22 Nov 2026 */
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 08:19:04 */
  clock: { timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formatters = new Map<string, Intl.DateTimeFormat>()

export function formatTime(at: string | Date, form: keyof typeof formats, timeZone: string): string {
  const key = `${form} ${timeZone}`
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...formats[form], timeZone, hourCycle: 'h23' })
  formatters.set(key, formatter)
  return formatter.format(new Date(at))
}

export function Time({ at, form = 'short' }: { at: string; form?: keyof typeof formats | 'ago' | 'lasting' }) {
  const timeZone = useContext(TimeZone)
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC`}>
      {form === 'ago' || form === 'lasting' ? <Ago at={at} form={form} /> : formatTime(at, form, timeZone)}
    </time>
  )
}

/** Goes on by itself, whether or not what stands around it is drawn again. */
function Ago({ at, form }: { at: string; form: 'ago' | 'lasting' }) {
  return useSyncExternalStore(subscribeToTicks, () =>
    form === 'ago' ? ago(at, new Date()) : formatDuration(Date.now() - Date.parse(at)),
  )
}

const tickMs = 10_000
const watching = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

function subscribeToTicks(listener: () => void): () => void {
  watching.add(listener)
  ticking ??= setInterval(() => {
    for (const watcher of watching) watcher()
  }, tickMs)
  return () => {
    watching.delete(listener)
    if (watching.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

const steps = [
  [60, 'second', 1],
  [3_600, 'minute', 60],
  [86_400, 'hour', 3_600],
  [30 * 86_400, 'day', 86_400],
  [365 * 86_400, 'month', 30 * 86_400],
  [Number.POSITIVE_INFINITY, 'year', 365 * 86_400],
] as const

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** `3 hours ago`, `in 2 days`. */
export function ago(at: string, now: Date): string {
  const seconds = (new Date(at).getTime() - now.getTime()) / 1_000
  const [, unit, length] = steps.find(([below]) => Math.abs(seconds) < below) ?? steps[5]
  return relative.format(Math.round(seconds / length), unit)
}
