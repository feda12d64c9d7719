import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { InstanceAddress } from '@service/compute-domain/deployments/instance-address.ts'
import type { Engine } from '@service/compute-engines/engine.ts'

export type ProbeOptions = {
  signal: AbortSignal
  limitMs: number
  /** Of the instance, for an address that leads through it. */
  engine?: Pick<Engine, 'connect'>
  /** It has just been started, and may begin to listen within a moment. */
  isFresh?: boolean
}

const quietMs = 10
/** Through an engine the connection is there first; that nobody listens it says with the first bytes, within some milliseconds. */
const quietThroughMs = 20
/** Its engine knows the time of a start by the second alone, so the next look at it comes late. */
const freshPausesMs = [0, 15, 30, 60]

/**
 * Whether something listens at the address. A connection that is accepted and closed at once is the engine's own proxy,
 * which found nobody behind it; one that stays open for a moment, or says something first, is an answer.
 */
export async function acceptsConnections(address: InstanceAddress, options: ProbeOptions): Promise<boolean> {
  const { signal, limitMs, engine } = options
  if (signal.aborted) return false
  if (address.through === undefined) {
    const { host, port } = address
    const socket = connect({ host, port })
    return staysOpen(socket, { signal, limitMs, quietMs, isOpen: false })
  }
  const until = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  for (const pauseMs of options.isFresh ? freshPausesMs : [0]) {
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: until }).catch(() => {})
    const stream = await engine?.connect?.(address, until).catch(() => undefined)
    const wait = { signal: until, limitMs, quietMs: quietThroughMs, isOpen: true }
    if (stream && (await staysOpen(stream, wait))) return true
    if (until.aborted) return false
  }
  return false
}

type Wait = { signal: AbortSignal; limitMs: number; quietMs: number; isOpen: boolean }

function staysOpen(stream: Duplex | Socket, { signal, limitMs, quietMs, isOpen }: Wait): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => settle(false), limitMs)
    let quiet: NodeJS.Timeout | undefined
    const settle = (portOpen: boolean) => {
      clearTimeout(late)
      clearTimeout(quiet)
      signal.removeEventListener('abort', giveUp)
      stream.destroy()
      resolve(portOpen)
    }
    const giveUp = () => settle(false)
    signal.addEventListener('abort', giveUp)
    const wait = () => {
      quiet = setTimeout(() => settle(true), quietMs)
    }
    if (isOpen) wait()
    else stream.once('connect', wait)
    stream.once('data', () => settle(true))
    stream.once('end', () => settle(false))
    stream.once('error', () => settle(false))
  })
}
