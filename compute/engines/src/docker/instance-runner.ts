/**
 * From an order to a container that has been started.
 *
 * It is looked for, or met by its name when it is made; its image is pulled if it is missing; then it is started. Each of
 * these steps may be the last that a crash lets happen, and the next call goes on from there. Two that make it at the
 * same time meet at its name too, and the later one adopts what the other made.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { HubNode } from '@service/compute-domain/hubs/model/hub.ts'
import { type Resources, resourceNames, shareOf } from '@service/compute-domain/resources/model/resources.ts'
import { type Engine, EngineFault, type Instance, type InstanceOrder } from '../engine.ts'
import { type ImageReference, parseImageReference } from '../image-reference.ts'
import type { EngineResponse } from './client.ts'
import { type Container, exposedPort } from './container.ts'
import { dockerCreate, podmanCreate } from './create-call.ts'
import { isBusy, isGone, isImageMissing, isNameTaken, isNetworkMissing, isPortTaken, startFault } from './faults.ts'
import { type FetchImage, nameAtHub } from './fetch-image.ts'
import type { FetchedImages } from './fetched-images.ts'
import { chooseDevices } from './gpu-devices.ts'
import { labelsOf } from './labels.ts'
import { containerPath, expected, type Machine } from './machine.ts'
import { type Networks, networksOn } from './networks.ts'
import { type OwnAddress, ownAddress } from './own-address.ts'
import { removeContainer } from './remove-container.ts'
import { makeRequireRoom } from './require-room.ts'
import { fieldsOf } from './response-fields.ts'

export type RunOptions = {
  nodes: readonly HubNode[]
  cpuOnly: boolean
  fetchImage: FetchImage
  digestIn: FetchedImages['digestIn']
  limitsPerGpu: Resources
  processes: number
  deviceKind: string
  engineName: string
}

type Request = {
  order: InstanceOrder
  image: ImageReference
  imageName: string
  signal: AbortSignal
  onProgress: Progress
}
type Progress = Parameters<Engine['apply']>[2]

const createMs = 60_000
/** Of a container that nothing is said of, and the most that the kernel takes. */
const [defaultShares, maxShares] = [1_024, 262_144]
const startMs = 60_000
/** A name, a port or a GPU may be taken by another order that was faster. The pauses between come to three seconds. */
const maxTries = 7
const pauseMs = (tries: number): number => 50 * 2 ** (tries - 1)

export class InstanceRunner {
  readonly #machine: Machine
  readonly #options: RunOptions
  readonly #networks: Networks
  readonly #requireRoom: ReturnType<typeof makeRequireRoom>
  #queue: Promise<unknown> = Promise.resolve()

  constructor(machine: Machine, options: RunOptions) {
    this.#machine = machine
    this.#options = options
    this.#networks = networksOn(machine, options.engineName)
    this.#requireRoom = makeRequireRoom(machine)
  }

  /** The `apply` of an engine. */
  async run(order: InstanceOrder, signal: AbortSignal, onProgress: Progress): Promise<Instance> {
    const image = parseImageReference(order.image)
    const imageName = nameAtHub(image, { companyId: order.companyId, login: order.registryLogin })
    const { instance, imageId } = await this.#run({ order, image, imageName, signal, onProgress })
    if (image.digest !== null || image.registry === 'localhost' || imageId === undefined) return instance
    return { ...instance, imageDigest: await this.#digestOf(imageId, image, signal) }
  }

  async #digestOf(imageId: string, image: ImageReference, signal: AbortSignal): Promise<string | undefined> {
    const response = await this.#machine.client.ask({ method: 'GET', path: `/images/${imageId}/json`, signal })
    return response.status === 404 ? undefined : this.#options.digestIn(fieldsOf(expected(response)), image)
  }

  async #run(request: Request): Promise<Container> {
    const { order, signal, onProgress } = request
    // Most often there is none, and making one would tell; a choice of GPUs has to know, and so has a question for room.
    const hasWishes = resourceNames.some((name) => order.resources[name] !== null)
    let mustInspect = !this.#options.cpuOnly || hasWishes
    for (let tries = 1; tries <= maxTries; tries++) {
      const found = mustInspect ? await this.#machine.inspect(order.name, signal) : undefined
      mustInspect = true
      if (found === 'not-ours') {
        throw new EngineFault('start-refused', 'The container name is used by another application.')
      }
      if (found && found.instance.state !== 'created') return found
      if (!found && hasWishes) await this.#requireRoom(order.resources, signal)
      if ((found || (await this.#create(request, tries))) && (await this.#hasOwnDevices(order.name, signal))) {
        onProgress?.('starting')
        const started = (await this.#start(order, signal)) && (await this.#machine.inspect(order.name, signal))
        if (started && started !== 'not-ours') return started
      }
      if (tries > 1) await sleep(pauseMs(tries) + spread(order.name), undefined, { signal }).catch(() => {})
    }
    throw new EngineFault('start-refused', 'The container could not be started: another program at the hub interferes.')
  }

  /** False if its name was taken by then. */
  async #create(request: Request, tries: number): Promise<boolean> {
    const { order, signal } = request
    const port = order.port ?? (await this.#findPort(request))
    if (port === 'taken') return false
    let response = await this.#make(request, { port, tries })
    if (isNetworkMissing(response)) {
      await this.#networks.make(order.companyId, signal)
      response = await this.#make(request, { port, tries })
    }
    if (isImageMissing(response)) {
      if (!(await this.#fetchImage(request))) return false
      response = await this.#make(request, { port, tries })
    }
    if (response.status < 400) return true
    if (!isNameTaken(response)) throw startFault(response.message)
    // Either somebody is making it at this moment, or Podman was killed when it did: then there is a name, and nothing else.
    if (tries === maxTries - 1) await removeContainer(this.#machine, order.name, signal)
    return false
  }

  async #make(
    { order, imageName, signal }: Request,
    { port, tries }: { port: number | null; tries: number },
  ): Promise<EngineResponse> {
    const { limitsPerGpu, processes, deviceKind } = this.#options
    const createWith = (await this.#machine.isPodman(signal)) ? podmanCreate : dockerCreate
    const gpus = order.nodes.reduce((sum, node) => sum + node.gpus, 0)
    const { memoryBytes, cpus } = shareOf(order.resources, limitsPerGpu, { gpus, count: gpus })
    const cpuShares = Math.min(maxShares, defaultShares * gpus)
    const network = await this.#networks.nameFor(order.companyId, signal)
    const ask = (devices: readonly string[]): Promise<EngineResponse> => {
      const labels = labelsOf(this.#machine.owner, order, { port, devices })
      const published = this.#addressFor(order.name, tries)
      const limits = { memoryBytes, cpuShares, cpus, processes }
      const plan = { order, image: imageName, labels, network, port, published, devices, deviceKind, ...limits }
      return this.#machine.client.ask({ ...createWith(plan), signal, limitMs: createMs })
    }
    return this.#options.cpuOnly ? ask([]) : this.#inQueue(async () => ask(await this.#freeDevices(order, signal)))
  }

  #addressFor(name: string, tries: number): OwnAddress {
    const { isHere, reach } = this.#machine
    if (reach.kind === 'address') return ownAddress(name, tries, { host: reach.host })
    return isHere ? ownAddress(name, tries) : ownAddress(name, tries, { platform: 'linux' })
  }

  /** One after the other: which GPUs are free is seen, then some are taken, and nobody may come between. */
  #inQueue<T>(work: () => Promise<T>): Promise<T> {
    const queued = this.#queue.then(work)
    this.#queue = queued.catch(() => {})
    return queued
  }

  async #freeDevices(order: InstanceOrder, signal: AbortSignal): Promise<string[]> {
    const holders = (await this.#machine.list(signal)).filter(({ hasEnded }) => !hasEnded)
    return chooseDevices(this.#options.nodes, order, new Set(holders.flatMap(({ devices }) => devices)))
  }

  /**
   * Another process may have chosen at the same moment. Of two containers that hold the same GPU, the later one is bound
   * to see the other here, before it has been started; it gives way. If both see each other, both choose again.
   */
  async #hasOwnDevices(name: string, signal: AbortSignal): Promise<boolean> {
    if (this.#options.cpuOnly) return true
    const listed = await this.#machine.list(signal)
    const own = new Set(listed.find((container) => container.name === name)?.devices)
    const others = listed.filter((other) => other.name !== name && !other.hasEnded)
    if (!others.some(({ devices }) => devices.some((id) => own.has(id)))) return true
    await removeContainer(this.#machine, name, signal)
    return false
  }

  async #findPort(request: Request): Promise<number | null | 'taken'> {
    const { imageName, signal } = request
    const ask = (): Promise<EngineResponse> =>
      this.#machine.client.ask({ method: 'GET', path: `/images/${imageName}/json`, signal })
    let response = await ask()
    if (response.status === 404) {
      if (!(await this.#fetchImage(request))) return 'taken'
      response = await ask()
    }
    return exposedPort(expected(response))
  }

  /** False if the name is taken: a container that is there needs its image no more. */
  async #fetchImage({ order, image, imageName, signal, onProgress }: Request): Promise<boolean> {
    if (await this.#machine.inspect(order.name, signal)) return false
    onProgress?.('pulling')
    // Only ever built or loaded at the hub itself: there is no registry to ask.
    if (image.registry === 'localhost') {
      throw new EngineFault('image-not-found', 'The image was not found at the hub.')
    }
    await this.#options.fetchImage({ image, name: imageName, login: order.registryLogin }, signal)
    return true
  }

  /** False if it is to be looked at again. */
  async #start({ name, companyId }: InstanceOrder, signal: AbortSignal): Promise<boolean> {
    const response = await this.#machine.client.ask({
      method: 'POST',
      path: containerPath(name, '/start'),
      signal,
      limitMs: startMs,
    })
    if (response.status < 400) return true
    if (isGone(response) || isBusy(response)) return false
    if (isNetworkMissing(response)) {
      await this.#networks.make(companyId, signal)
      return false
    }
    if (!isPortTaken(response)) throw startFault(response.message)
    await removeContainer(this.#machine, name, signal)
    return false
  }
}

/** Differs by name, so that two in each other's way part. In milliseconds. */
const spread = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_009, 7) % 100
