import { announce } from '@service/ui/announcer.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type StoryEntry, send } from './client.ts'

/** After something was done, what follows is asked for at this pace; then nothing is, until something is done again. */
const followMs = [1_000, 2_000, 3_000, 5_000, 8_000, 15_000, 30_000]

export type Story = {
  story: readonly StoryEntry[]
  /** Now, and for a while at a slowing pace. */
  follow(): Promise<void>
  forget(): void
}

/** What happened in the session, as it happens; a page that is hidden asks for nothing. */
export function useStory(): Story {
  const [story, setStory] = useState<readonly StoryEntry[]>([])
  const lastNumber = useRef(0)
  const pace = useRef<{ timer: number | undefined; step: number }>({ timer: undefined, step: 0 })

  const read = useCallback(async () => {
    const response = await send('GET', `/v1/story?after=${lastNumber.current}`)
    if (response.status !== 200) return
    const { entries } = response.json as { entries: StoryEntry[] }
    if (entries.length === 0) return
    // A session that was replaced begins again.
    const isNew = entries[0]?.number === 1
    lastNumber.current = entries.at(-1)?.number ?? 0
    setStory((before) => (isNew ? entries : [...before, ...entries]).slice(-200))
    announce(entries.map(({ text }) => text).join(' '))
  }, [])

  const goOn = useCallback(() => {
    clearTimeout(pace.current.timer)
    const ms = followMs[pace.current.step]
    if (ms === undefined) return
    pace.current.timer = window.setTimeout(() => {
      pace.current.step += 1
      if (document.hidden) return
      read()
        .catch(() => {})
        .finally(goOn)
    }, ms)
  }, [read])

  useEffect(() => {
    const onShown = () => {
      if (document.hidden || lastNumber.current === 0) return
      pace.current.step = 0
      goOn()
    }
    document.addEventListener('visibilitychange', onShown)
    return () => {
      document.removeEventListener('visibilitychange', onShown)
      clearTimeout(pace.current.timer)
    }
  }, [goOn])

  return {
    story,
    async follow() {
      await read()
      pace.current.step = 0
      goOn()
    },
    forget() {
      lastNumber.current = 0
      setStory([])
    },
  }
}
