/**
 * The request that makes a container, as data: for Docker, and for Podman, whose own interface (libpod) alone gives out
 * GPUs. Podman takes Docker's `DeviceRequests` too, and starts the container without any.
 *
 * A container may do as little as usual images bear: no capabilities beyond what starting as root and stepping down
 * takes, no new privileges, limits on memory and processes, and a port that only this machine reaches.
 */
import type { InstanceOrder } from '../engine.ts'
import type { EngineCall } from './client.ts'
import type { OwnAddress } from './own-address.ts'

export type ContainerPlan = {
  order: InstanceOrder
  /** In full. */
  image: string
  labels: Readonly<Record<string, string>>
  /** Null is the engine's usual one. */
  network: string | null
  port: number | null
  /** Where on this machine the port is published. */
  published: OwnAddress
  /** Ids of the GPUs it gets. */
  devices: readonly string[]
  /** The kind of Podman's devices (CDI), `nvidia.com/gpu`. */
  deviceKind: string
  /** Null is no limit. */
  memoryBytes: number | null
  /** Of the time of processors, against other containers when there is too little. */
  cpuShares: number
  /** Null is no limit. */
  cpus: number | null
  processes: number
}

const capabilities = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'NET_BIND_SERVICE', 'SETGID', 'SETUID']
/**
 * Podman pauses between restarts for no moment, so one that is started again without end can hardly be stopped. The
 * control plane takes fewer for a crash loop.
 */
const maxRestarts = 10
/** Within which a limit of processors holds: the engines' usual one. */
const periodUs = 100_000
/** Kept of what a container writes. */
const logMegabytes = 10

type Call = Pick<EngineCall, 'method' | 'path' | 'query' | 'body'>

export function dockerCreate(plan: ContainerPlan): Call {
  const { order, image, labels, network, port, published, devices, memoryBytes, cpuShares, cpus, processes } = plan
  const body = {
    Image: image,
    ...dockerWords(order),
    Env: Object.entries(order.env).map(([name, value]) => `${name}=${value}`),
    Labels: labels,
    ...(port !== null && { ExposedPorts: { [`${port}/tcp`]: {} } }),
    HostConfig: {
      ...(network !== null && { NetworkMode: network }),
      ...(port !== null && {
        PortBindings: { [`${port}/tcp`]: [{ HostIp: published.host, HostPort: String(published.port) }] },
      }),
      RestartPolicy: { Name: order.job ? 'no' : 'unless-stopped' },
      ...(memoryBytes !== null && { Memory: memoryBytes, MemorySwap: memoryBytes }),
      CpuShares: cpuShares,
      // Docker refuses `NanoCpus` beyond those that the machine has.
      ...(cpus !== null && { CpuPeriod: periodUs, CpuQuota: Math.round(cpus * periodUs) }),
      PidsLimit: processes,
      CapDrop: ['ALL'],
      CapAdd: capabilities,
      SecurityOpt: ['no-new-privileges'],
      LogConfig: { Type: 'json-file', Config: { 'max-size': `${logMegabytes}m`, 'max-file': '2' } },
      ...(devices.length > 0 && {
        DeviceRequests: [{ Driver: 'nvidia', DeviceIDs: devices, Capabilities: [['gpu']] }],
      }),
    },
  }
  return { method: 'POST', path: '/containers/create', query: { name: order.name }, body }
}

export function podmanCreate(plan: ContainerPlan): Call {
  const {
    order,
    image,
    labels,
    network,
    port,
    published,
    devices,
    deviceKind,
    memoryBytes,
    cpuShares,
    cpus,
    processes,
  } = plan
  const body = {
    name: order.name,
    image,
    ...podmanWords(order),
    env: order.env,
    labels,
    ...(network !== null && { netns: { nsmode: 'bridge' }, networks: { [network]: {} } }),
    ...(port !== null && {
      portmappings: [{ host_ip: published.host, host_port: published.port, container_port: port, protocol: 'tcp' }],
    }),
    ...(order.job ? { restart_policy: 'no' } : { restart_policy: 'on-failure', restart_tries: maxRestarts }),
    resource_limits: {
      ...(memoryBytes !== null && { memory: { limit: memoryBytes } }),
      cpu: { shares: cpuShares, ...(cpus !== null && { period: periodUs, quota: Math.round(cpus * periodUs) }) },
      pids: { limit: processes },
    },
    cap_drop: ['ALL'],
    cap_add: capabilities,
    no_new_privileges: true,
    // Its usual one, the journal, is missing on many machines.
    log_configuration: { driver: 'k8s-file', size: logMegabytes * 1_000_000 },
    devices: devices.map((id) => ({ path: `${deviceKind}=${id}` })),
  }
  return { method: 'POST', path: `${libpod}/containers/create`, body }
}

/** A command alone leaves the entry point of the image as it is; with arguments it takes its place. */
const dockerWords = ({ command, args }: InstanceOrder) => {
  if (args === null) return command && { Cmd: command }
  return { ...(command && { Entrypoint: command }), Cmd: args }
}

const podmanWords = ({ command, args }: InstanceOrder) => {
  if (args === null) return command && { command }
  return { ...(command && { entrypoint: command }), command: args }
}

/** Podman's own interface, as Podman 4 and newer have it. */
export const libpod = '/v4.0.0/libpod'
