/** Calls `act` after so many milliseconds; what it returns cancels that. A simulation has a clock of its own. */
export type After = (ms: number, act: () => void) => () => void

export const afterRealTime: After = (ms, act) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
