/** A container as its engine describes it, read as an instance. */
import { isIPv4 } from 'node:net'
import type { Instance } from '../engine.ts'
import type { Fields } from '../fields.ts'
import { type Labels, readLabels } from './labels.ts'
import { fieldsOf } from './response-fields.ts'

/** How the gateway gets to a port: on this machine's loopback, on that of the engine's machine, or at an address of that. */
export type Reach = { kind: 'loopback' } | { kind: 'through'; hubId: string } | { kind: 'address'; host: string }

export type Container = { instance: Instance; devices: Labels['devices']; imageId: string | undefined }

/** Of `GET /containers/{id}/json`. Undefined for one that is not ours. */
export function readContainer(
  owner: string,
  response: unknown,
  reach: Reach = { kind: 'loopback' },
): Container | undefined {
  const container = fieldsOf(response)
  const labels = readLabels(owner, container.in('Config').inIfAny('Labels'))
  if (!labels) return undefined
  const state = container.in('State')
  const restartPolicy = container.inIfAny('HostConfig').inIfAny('RestartPolicy').textIfAny('Name')
  const stands = stateNamed(state.text('Status'), state.isTrue('Restarting'), isRestarted(restartPolicy))
  const ended = stands === 'exited' || stands === 'restarting'
  const [startedAt, finishedAt] = [instant(state, 'StartedAt'), ended ? instant(state, 'FinishedAt') : null]
  const exitCode = finishedAt ? state.number('ExitCode') : null
  const { deploymentId, companyId, attempt, port, devices } = labels
  const instance: Instance = {
    name: container.text('Name').replace(/^\//, ''),
    deploymentId,
    companyId,
    attempt,
    state: stands,
    startedAt,
    finishedAt: finishedAt && later(finishedAt, startedAt),
    exitCode,
    outOfMemory: state.isTrue('OOMKilled') ? 'yes' : exitCode === killed ? 'suspected' : 'no',
    restarts: container.numberIfAny('RestartCount') ?? 0,
    address: port === null || stands !== 'running' ? null : addressOf(container, port, reach),
    hasPort: port !== null,
  }
  return { instance, devices, imageId: container.textIfAny('Image') }
}

/** By SIGKILL. Podman 4 does not say that the kernel did it for the memory (containers/podman issue 25990). */
const killed = 137

const isRestarted = (policy: string | undefined): boolean => policy !== undefined && policy !== '' && policy !== 'no'

/**
 * Podman's `stopped` is a process that has ended and that Podman has not yet dealt with, which is when it starts it
 * again. A paused container was paused by somebody else, and lives.
 */
function stateNamed(status: string, restarting: boolean, restarted: boolean): Instance['state'] {
  if (restarting) return 'restarting'
  switch (status) {
    case 'created':
    case 'configured':
    case 'initialized':
      return 'created'
    case 'restarting':
      return 'restarting'
    case 'stopped':
      return restarted ? 'restarting' : 'exited'
    case 'exited':
    case 'dead':
    case 'removing':
      return 'exited'
    default:
      return 'running'
  }
}

/** Engines write the year 1 for never. */
function instant(state: Fields, name: string): Date | null {
  const at = new Date(state.textIfAny(name) ?? Number.NaN)
  return at.getTime() > 0 ? at : null
}

/** Podman reads the two from clocks that are some milliseconds apart. */
const later = (finishedAt: Date, startedAt: Date | null): Date =>
  startedAt && startedAt > finishedAt ? startedAt : finishedAt

function addressOf(container: Fields, port: number, reach: Reach): Instance['address'] {
  const [published] = container.inIfAny('NetworkSettings').inIfAny('Ports').listIfAny(`${port}/tcp`)
  const hostPort = Number(published?.textIfAny('HostPort') ?? 0)
  const host = published?.textIfAny('HostIp') ?? ''
  const isOurs = reach.kind === 'address' ? host === reach.host : isLoopback(host)
  if (hostPort === 0 || !isOurs) return null
  return { host, port: hostPort, ...(reach.kind === 'through' && { through: reach.hubId }) }
}

const isLoopback = (host: string): boolean => isIPv4(host) && host.startsWith('127.')

/** The lowest port that the image says it listens on. */
export function exposedPort(image: unknown): number | null {
  const exposed = fieldsOf(image).inIfAny('Config').inIfAny('ExposedPorts').names()
  const ports = exposed.flatMap((name) => Number(/^(\d+)(?:\/tcp)?$/.exec(name)?.[1] ?? 0) || [])
  return ports.length > 0 ? Math.min(...ports) : null
}
