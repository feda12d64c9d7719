/** The kind `docker`: the containers of Docker or Podman behind one socket, one port on loopback, TLS or SSH. */
import { existsSync, realpathSync } from 'node:fs'
import type { Resources } from '@service/compute-domain/resources/model/resources.ts'
import Type from 'typebox'
import { defineEngine, type EngineHost } from '../engine-factory.ts'
import { limitsPerGpu } from '../limits-per-gpu.ts'
import type { DockerDefaults } from './docker-defaults.ts'
import { dockerEngine } from './docker-engine.ts'
import { addressText, defaultAddresses, type EngineAddress, parseEngineAddress } from './engine-address.ts'
import { findEngine, versionAt } from './find-engine.ts'
import { machineGpus } from './machine-gpus.ts'
import { isRemote, type RemoteSettings, remoteFaults, remoteHost } from './remote-host.ts'

export type { DockerDefaults }

const findMs = 10_000
const missing =
  'No Docker or Podman was found. Start one, name its socket in COMPUTE_DOCKER_HOST, or set COMPUTE_ENGINE=simulated.'

/** Of a file on this machine; without what is an expression to `ssh`. */
const path = Type.Optional(Type.String({ maxLength: 1_000, pattern: '^/[^\\s"%$]+$' }))

export const dockerFactory = defineEngine({
  kind: 'docker',
  simulated: false,
  concurrency: 8,
  missing,
  settings: Type.Object(
    {
      address: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
      ca: path,
      cert: path,
      key: path,
      identity: path,
      knownHosts: path,
      reach: Type.Optional(Type.String({ maxLength: 45 })),
      memoryPerGpuMb: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000 })),
      cpusPerGpu: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_024 })),
      diskReserveMb: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    },
    { additionalProperties: false },
  ),

  faultsIn(settings) {
    const { address } = settings
    if (isRemote(settings)) return remoteFaults(settings)
    const [misplaced] = remoteOnly.filter((name) => settings[name] !== undefined)
    if (misplaced)
      return [
        {
          path: misplaced,
          message: 'is for engines on other machines: address must be tcp:// with cert and key, or ssh://',
        },
      ]
    try {
      if (address !== undefined) parseEngineAddress(address)
      return []
    } catch (error) {
      if (error instanceof RangeError) return [{ path: 'address', message: error.message }]
      throw error
    }
  },

  limitsPerGpu: limitsOf,

  async open({ id: hubId, nodes, cpuOnly }, settings, host) {
    const address = await addressOf(settings, host)
    if (!address) throw new Error(missing)
    const { owner, now, checkRegistry } = host
    const { diskReserveMb } = { ...host.docker, ...settings }
    const engine = dockerEngine({
      address,
      hubId,
      owner,
      nodes,
      cpuOnly,
      checkRegistry,
      limitsPerGpu: limitsOf(settings, host.docker),
      minFreeBytes: diskReserveMb * 1_048_576,
      now,
      engineName: settings.address === undefined ? '' : placeOf(address),
    })
    return { engine, place: placeOf(address) }
  },

  async findHere(host) {
    const address = await addressHere(host)
    if (!address) return undefined
    const responds = (await versionAt(address, AbortSignal.timeout(findMs))) !== undefined
    return { settings: {}, responds, gpuModels: machineGpus() }
  },
})

const remoteOnly = ['ca', 'cert', 'key', 'identity', 'knownHosts', 'reach'] as const

async function addressOf(settings: RemoteSettings, host: EngineHost): Promise<EngineAddress | undefined> {
  if (isRemote(settings)) return { remote: remoteHost(settings), env: host.env }
  return settings.address === undefined ? addressHere(host) : parseEngineAddress(settings.address)
}

type Limits = Partial<Pick<DockerDefaults, 'memoryPerGpuMb' | 'cpusPerGpu'>>

function limitsOf(settings: Limits, { memoryPerGpuMb, cpusPerGpu }: DockerDefaults): Resources {
  return limitsPerGpu({ memoryPerGpuMb, cpusPerGpu, ...settings })
}

/** An address that is configured is the only one; otherwise the first usual one that responds, or that is there. */
async function addressHere({ docker, env }: EngineHost): Promise<EngineAddress | undefined> {
  if (docker.address) return docker.address
  const found = await findEngine(env, AbortSignal.timeout(findMs))
  return found?.address ?? defaultAddresses(env)[0]
}

/** One socket may have several paths: `/var/run` is often a link to `/run`. */
function placeOf(address: EngineAddress): string {
  if (!('socketPath' in address)) return addressText(address)
  return existsSync(address.socketPath) ? realpathSync(address.socketPath) : address.socketPath
}
