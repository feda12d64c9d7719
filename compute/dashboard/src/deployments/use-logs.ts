/** Follows what a container writes, and goes on after the last line wherever the stream was cut off. */
import { addressOf, Refusal, troubleOf } from '@service/ui/api/api.ts'
import { visibleText } from '@service/ui/visible-text.ts'
import { useEffect, useState } from 'react'
import { logsAddress, stream } from '../api/api.ts'

export type LogLine = { key: number; at: string; stream: string; text: string }
export type Kept = { attempt: number; complete: boolean }
export type Logs = {
  lines: readonly LogLine[]
  state: 'reading' | 'following' | 'paused' | 'resuming' | 'ended' | 'failed'
  /** Why it could not be read, or no longer. */
  trouble: string | undefined
  /** How many of the oldest are no longer kept here. */
  dropped: number
  /** Present where the container is gone, and these are its last lines: whether they are all, and of which attempt. */
  kept?: Kept
}

/** More would make the page slow. */
const maxLines = 2_000
const tail = 500
const showEveryMs = 100
const resumeMs = [1_000, 2_000, 5_000, 10_000, 30_000]

const nothing: Logs = { lines: [], state: 'reading', trouble: undefined, dropped: 0 }

export function useLogs(deploymentId: string, attempt: number, isFollowed: boolean): Logs {
  const [logs, setLogs] = useState(nothing)
  const [source] = useState(() => ({ after: undefined as string | undefined, count: 0, of: '' }))
  const of = `${deploymentId} ${attempt}`

  useEffect(() => {
    if (source.of !== of) {
      Object.assign(source, { after: undefined, count: 0, of })
      setLogs(nothing)
    }
    if (!isFollowed) {
      setLogs((before) =>
        before.state === 'ended' || before.state === 'failed' ? before : { ...before, state: 'paused' },
      )
      return
    }
    const ending = new AbortController()
    const waiting: LogLine[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const change = (part: Partial<Logs>) => !ending.signal.aborted && setLogs((before) => ({ ...before, ...part }))

    /** Many lines at once cost one drawing. */
    function show(): void {
      timer = undefined
      const fresh = waiting.splice(0)
      if (ending.signal.aborted || fresh.length === 0) return
      setLogs(({ lines, dropped, ...rest }) => {
        const all = [...lines, ...fresh]
        const kept = all.slice(-maxLines)
        return { ...rest, lines: kept, dropped: dropped + all.length - kept.length }
      })
    }

    async function read(): Promise<'ended' | 'cut off'> {
      const url = addressOf(logsAddress, { deployment_id: deploymentId }, { follow: true, tail })
      for await (const { event, id, data } of stream(url, source.after, ending.signal)) {
        if (event === 'end') return 'ended'
        if (event === 'error') throw new Refusal(messageIn(data), { status: 503 })
        if (event === 'kept') change({ kept: keptIn(data) })
        if (id !== undefined) source.after = id
        const line = lineIn(data)
        if (!line) continue
        source.count += 1
        waiting.push({ ...line, key: source.count })
        timer ??= setTimeout(show, showEveryMs)
      }
      return 'cut off'
    }

    async function follow(): Promise<void> {
      for (let attempts = 0; !ending.signal.aborted; attempts++) {
        const before = source.count
        try {
          change({ state: before === 0 ? 'reading' : 'following', trouble: undefined })
          const reading = read()
          change({ state: 'following' })
          if ((await reading) === 'ended') {
            show()
            return void change({ state: 'ended' })
          }
        } catch (error) {
          if (ending.signal.aborted) return
          const isFinal = error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429
          change({ state: isFinal ? 'failed' : 'resuming', trouble: troubleOf(error).message })
          if (isFinal) return
        }
        if (source.count > before) attempts = 0
        change({ state: 'resuming' })
        await pause(resumeMs[Math.min(attempts, resumeMs.length - 1)] ?? 0, ending.signal)
      }
    }
    void follow()
    return () => {
      show()
      ending.abort()
      clearTimeout(timer)
    }
  }, [deploymentId, of, isFollowed, source])
  return logs
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

function lineIn(data: string): Omit<LogLine, 'key'> | undefined {
  try {
    const { at, stream, text } = JSON.parse(data) as LogLine
    return typeof text === 'string' ? { at, stream, text: visibleText(text) } : undefined
  } catch {
    return undefined
  }
}

function keptIn(data: string): Kept {
  const { attempt, complete } = JSON.parse(data) as Kept
  return { attempt, complete }
}

function messageIn(data: string): string {
  try {
    return String((JSON.parse(data) as { message?: unknown }).message)
  } catch {
    return 'Reading the logs failed.'
  }
}
