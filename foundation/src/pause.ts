/** Resolves after so many milliseconds, or as soon as `stop` is aborted; leaves nothing behind on the signal. */
export function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    stop.addEventListener('abort', end)
  })
}
