/**
 * The containers of one machine, under Docker or Podman.
 *
 * Both engines speak Docker's API, Podman with an accent; where that will not do, Podman is asked by its own interface
 * (libpod). `docs/engines.md` tells what differs, and what each of them needs.
 */
import type { HubNode } from '@service/compute-domain/hubs/model/hub.ts'
import { noResources, type Resources } from '@service/compute-domain/resources/model/resources.ts'
import type { Engine, Instance } from '../engine.ts'
import { silence } from './client.ts'
import type { EngineAddress } from './engine-address.ts'
import { makeFetchImage } from './fetch-image.ts'
import { fetchedImagesOn } from './fetched-images.ts'
import { followContainer } from './follow-container.ts'
import { InstanceRunner } from './instance-runner.ts'
import { ownerLabel } from './labels.ts'
import { makeListInstances } from './list-instances.ts'
import { containerPath, expected, missing, openMachine } from './machine.ts'
import { removeContainer } from './remove-container.ts'
import { fieldsOf } from './response-fields.ts'
import { stopContainer } from './stop-container.ts'
import { jsonLines } from './streams.ts'

export type DockerEngineOptions = {
  address: EngineAddress
  /** By which ports of a machine elsewhere are reached (`through`). */
  hubId?: string
  /** Whose containers these are, should several control planes share an engine. It must never change. */
  owner: string
  nodes: readonly HubNode[]
  /** The machine has no GPUs, and none are asked for. */
  cpuOnly: boolean
  /** Asked before an image is fetched; throws `EngineFault` where that must not be. */
  checkRegistry: (registry: string) => Promise<void>
  /**
   * Of an instance, for each GPU that it has. Without a limit of processors it has all that are idle, and its share of GPUs
   * when they are not. Disk is not limited.
   */
  limitsPerGpu?: Partial<Resources>
  /** Free on its disk, or no more images are fetched; nothing is asked of it where that is 0, as usual. */
  minFreeBytes?: number
  now?: () => Date
  /** That an instance may have at a time. */
  processes?: number
  /** Tells it apart from other engines on the same machine; empty, the default, where it is the only one. */
  engineName?: string
  /** How Podman calls the GPUs (CDI). */
  deviceKind?: string
}

export function dockerEngine(options: DockerEngineOptions): Engine {
  const { address, owner, nodes, cpuOnly, checkRegistry, limitsPerGpu = {} } = options
  const {
    processes = 2_048,
    deviceKind = 'nvidia.com/gpu',
    engineName = '',
    minFreeBytes = 0,
    now = () => new Date(),
    hubId,
  } = options
  const machine = openMachine(address, owner, hubId)
  const { client } = machine
  const images = fetchedImagesOn(machine)
  const runner = new InstanceRunner(machine, {
    nodes,
    cpuOnly,
    digestIn: images.digestIn,
    fetchImage: makeFetchImage(machine, { images, checkRegistry, minFreeBytes, now }),
    limitsPerGpu: { ...noResources, ...limitsPerGpu },
    processes,
    deviceKind,
    engineName,
  })

  async function inspect(name: string, signal: AbortSignal): Promise<Instance | undefined> {
    const found = await machine.inspect(name, signal)
    return found === 'not-ours' ? undefined : found?.instance
  }

  return {
    kind: 'docker',
    apply: (order, signal, onProgress) => runner.run(order, signal, onProgress),
    inspect,
    stop: (name, graceSeconds, signal) => stopContainer(machine, name, graceSeconds, signal),
    logs: (name, wanted, signal) => followContainer(machine, name, wanted, signal),

    async probe(signal) {
      return { version: (await machine.version(signal)).text, nodes, cpuOnly }
    },

    async identify(signal) {
      if (await machine.isPodman(signal)) return undefined // it makes up another id each time it is asked
      return fieldsOf(expected(await client.ask({ method: 'GET', path: '/info', signal }))).textIfAny('ID')
    },

    list: makeListInstances(machine, inspect),

    async remove(name, signal) {
      if (await inspect(name, signal)) await removeContainer(machine, name, signal)
    },

    async usage(name, signal) {
      const instance = await inspect(name, signal)
      if (!instance) throw missing()
      if (instance.state !== 'running') return undefined
      const query = { stream: 'false', 'one-shot': 'true' }
      const response = await client.ask({ method: 'GET', path: containerPath(name, '/stats'), query, signal })
      if (response.status === 404 || response.status === 409) return undefined // it has just ended
      const stats = fieldsOf(expected(response))
      const memory = stats.inIfAny('memory_stats')
      return {
        cpuSeconds: (stats.in('cpu_stats').in('cpu_usage').numberIfAny('total_usage') ?? 0) / 1e9,
        memoryBytes: memory.numberIfAny('usage') ?? 0,
        memoryLimitBytes: memory.numberIfAny('limit') ?? null,
        gpuShare: null,
      }
    },

    async *watch(signal) {
      const filters = JSON.stringify({ type: ['container'], label: [`${ownerLabel}=${owner}`] })
      try {
        const opened = await client.open({ method: 'GET', path: '/events', query: { filters }, signal })
        if ('status' in opened) return
        for await (const event of jsonLines(opened)) {
          const name = fieldsOf(event).inIfAny('Actor').inIfAny('Attributes').textIfAny('name')
          if (name) yield { name }
        }
      } catch {
        // The engine has gone away. It is only hints that are missed.
      }
    },

    ...(client.toPort && {
      async connect({ host, port }, signal) {
        try {
          return await client.toPort!(host, port, signal)
        } catch (error) {
          throw silence(error)
        }
      },
    }),

    tidy: (keptMs, signal) => images.tidy(keptMs, now(), signal),

    async close() {
      client.close()
    },
  }
}
