import { connect } from 'node:net'

const quietMs = 10

/**
 * Whether something listens at the address. A connection that is accepted and closed at once is the engine's own proxy,
 * which found nobody behind it; one that stays open for a moment, or says something first, is an answer.
 */
export function acceptsConnections(
  { host, port }: { host: string; port: number },
  { signal, limitMs }: { signal: AbortSignal; limitMs: number },
): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const socket = connect({ host, port })
    const late = setTimeout(() => settle(false), limitMs)
    let quiet: NodeJS.Timeout | undefined
    const settle = (portOpen: boolean) => {
      clearTimeout(late)
      clearTimeout(quiet)
      signal.removeEventListener('abort', giveUp)
      socket.destroy()
      resolve(portOpen)
    }
    const giveUp = () => settle(false)
    signal.addEventListener('abort', giveUp)
    socket.once('connect', () => {
      quiet = setTimeout(() => settle(true), quietMs)
    })
    socket.once('data', () => settle(true))
    socket.once('end', () => settle(false))
    socket.once('error', () => settle(false))
  })
}
