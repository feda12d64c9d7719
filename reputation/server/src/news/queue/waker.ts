/** Sleeps until a time has passed or somebody announces that there is work, whichever comes first. */
export interface Waker {
  channel: string
  wake: () => void
  /** Returns at once where there was an announcement since the last wait. */
  wait(ms: number, stop: AbortSignal): Promise<void>
}

export function makeWaker(channel: string, longestMs: number): Waker {
  let awake = false
  let wakeUp = () => {}
  return {
    channel,
    wake() {
      awake = true
      wakeUp()
    },
    async wait(ms, stop) {
      if (!awake && !stop.aborted) {
        await new Promise<void>((resolve) => {
          const done = () => {
            clearTimeout(timer)
            stop.removeEventListener('abort', done)
            resolve()
          }
          const timer = setTimeout(done, Math.min(ms, longestMs))
          stop.addEventListener('abort', done)
          wakeUp = done
        })
      }
      awake = false
    },
  }
}
