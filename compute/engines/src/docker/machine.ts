/** The machine behind one engine's socket: what it is, and which containers on it are ours. */
import { EngineFault } from '../engine.ts'
import { type EngineClient, type EngineResponse, makeEngineClient, silence } from './client.ts'
import { type Container, type Reach, readContainer } from './container.ts'
import type { EngineAddress } from './engine-address.ts'
import { ownerLabel, readLabels } from './labels.ts'
import { listOf } from './response-fields.ts'

export type Machine = {
  client: EngineClient
  owner: string
  /** This machine itself, with the same disk. */
  isHere: boolean
  reach: Reach
  /** Asks, always. */
  version(signal: AbortSignal): Promise<EngineVersion>
  isPodman(signal: AbortSignal): Promise<boolean>
  inspect(name: string, signal: AbortSignal): Promise<Container | 'not-ours' | undefined>
  /** All of ours, in few words. */
  list(signal: AbortSignal): Promise<Listed[]>
}

export type EngineVersion = { isPodman: boolean; text: string }
export type Listed = { id: string; name: string; hasEnded: boolean; devices: readonly string[] }

/** `/version` would tell the same, but Podman starts two programs for it. */
const pingMs = 4_000

/** `hubId` is for an engine on another machine. */
export function openMachine(address: EngineAddress, owner: string, hubId = ''): Machine {
  const client = makeEngineClient(address)
  const reach = reachOf(address, hubId)
  let known: EngineVersion | undefined

  async function version(signal: AbortSignal): Promise<EngineVersion> {
    const { status, headers } = await client.ask({ method: 'GET', path: '/_ping', signal, limitMs: pingMs })
    const podman = headers['libpod-api-version']
    if (status !== 200 || !headers['api-version'])
      throw silence(new Error('The address leads neither to Docker nor to Podman.'))
    const docker = /^Docker\/(\S+)/.exec(String(headers.server ?? ''))?.[1] ?? `API ${headers['api-version']}`
    known = podman ? { isPodman: true, text: `Podman ${podman}` } : { isPodman: false, text: `Docker ${docker}` }
    return known
  }

  return {
    client,
    owner,
    isHere: !('remote' in address),
    reach,
    version,
    isPodman: async (signal) => (known ?? (await version(signal))).isPodman,

    async inspect(name, signal) {
      const response = await client.ask({ method: 'GET', path: containerPath(name, '/json'), signal })
      if (response.status === 404) return undefined
      return readContainer(owner, expected(response), reach) ?? 'not-ours'
    },

    async list(signal) {
      const filters = JSON.stringify({ label: [`${ownerLabel}=${owner}`] })
      const response = await client.ask({
        method: 'GET',
        path: '/containers/json',
        query: { all: 'true', filters },
        signal,
      })
      return listOf(expected(response)).flatMap((container) => {
        const labels = readLabels(owner, container.inIfAny('Labels'))
        const name = container.texts('Names')[0]?.replace(/^\//, '')
        const hasEnded = ['exited', 'dead', 'removing'].includes(container.text('State'))
        return labels && name ? [{ id: container.text('Id'), name, hasEnded, devices: labels.devices }] : []
      })
    },
  }
}

function reachOf(address: EngineAddress, hubId: string): Reach {
  if (!('remote' in address)) return { kind: 'loopback' }
  const { reach } = address.remote
  return reach === undefined ? { kind: 'through', hubId } : { kind: 'address', host: reach }
}

export const containerPath = (name: string, rest = ''): string => `/containers/${encodeURIComponent(name)}${rest}`

/** The body, where nothing can be wrong but the engine itself. */
export function expected(response: EngineResponse): unknown {
  if (response.status >= 400) throw silence(new Error(`The engine responded ${response.status}: ${response.message}`))
  return response.body
}

export const missing = (): EngineFault => new EngineFault('not-found', 'The instance was not found at the hub.')
