import { anOrder } from '@service/compute-testing/engine/engine-contract.ts'
import { describe, expect, test } from 'vitest'
import { type ContainerPlan, dockerCreate, podmanCreate } from './create-call.ts'
import { chooseDevices } from './gpu-devices.ts'

const aPlan = (fields: Partial<ContainerPlan> = {}): ContainerPlan => ({
  order: anOrder({ image: 'acme/app', name: 'svc-a-1', env: { A: '1' }, command: ['serve', '--fast'] }),
  image: 'docker.io/acme/app:latest',
  labels: { 'service.owner': 'test' },
  network: 'svc-apart',
  port: 8_080,
  published: { host: '127.1.2.3', port: 20_000 },
  devices: ['0', '1'],
  deviceKind: 'nvidia.com/gpu',
  memoryBytes: 1_024,
  cpuShares: 2_048,
  cpus: 3,
  processes: 100,
  ...fields,
})

test('Docker is asked for the very GPUs, a port on loopback, and little more', () => {
  expect(dockerCreate(aPlan())).toMatchObject({
    method: 'POST',
    path: '/containers/create',
    query: { name: 'svc-a-1' },
    body: {
      Image: 'docker.io/acme/app:latest',
      Cmd: ['serve', '--fast'],
      Env: ['A=1'],
      HostConfig: {
        NetworkMode: 'svc-apart',
        PortBindings: { '8080/tcp': [{ HostIp: '127.1.2.3', HostPort: '20000' }] },
        DeviceRequests: [{ Driver: 'nvidia', DeviceIDs: ['0', '1'], Capabilities: [['gpu']] }],
        RestartPolicy: { Name: 'unless-stopped' },
        Memory: 1_024,
        MemorySwap: 1_024,
        CpuShares: 2_048,
        CpuPeriod: 100_000,
        CpuQuota: 300_000,
        PidsLimit: 100,
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges'],
      },
    },
  })
})

test.each([
  [['serve'], null, { Cmd: ['serve'] }, { command: ['serve'] }],
  [null, ['--fast'], { Cmd: ['--fast'] }, { command: ['--fast'] }],
  [['serve'], ['--fast'], { Entrypoint: ['serve'], Cmd: ['--fast'] }, { entrypoint: ['serve'], command: ['--fast'] }],
  [['serve'], [], { Entrypoint: ['serve'], Cmd: [] }, { entrypoint: ['serve'], command: [] }],
  [null, null, {}, {}],
])('of the command %j and the arguments %j the entry point follows', (command, args, docker, podman) => {
  const plan = aPlan({ order: anOrder({ image: 'acme/app', command, args }) })
  const words = ({ body }: { body?: unknown }, ...names: string[]) =>
    Object.fromEntries(Object.entries(body as object).filter(([name]) => names.includes(name)))
  expect(words(dockerCreate(plan), 'Entrypoint', 'Cmd')).toEqual(docker)
  expect(words(podmanCreate(plan), 'entrypoint', 'command')).toEqual(podman)
})

test('Podman is asked for the GPUs by their CDI names', () => {
  expect(podmanCreate(aPlan())).toMatchObject({
    body: {
      name: 'svc-a-1',
      devices: [{ path: 'nvidia.com/gpu=0' }, { path: 'nvidia.com/gpu=1' }],
      portmappings: [{ host_ip: '127.1.2.3', host_port: 20_000, container_port: 8_080, protocol: 'tcp' }],
      networks: { 'svc-apart': {} },
      restart_policy: 'on-failure',
      no_new_privileges: true,
      resource_limits: { cpu: { shares: 2_048, period: 100_000, quota: 300_000 }, pids: { limit: 100 } },
    },
  })
})

test('without GPUs, port, command or limit nothing of the kind is asked for, and a job is not started again', () => {
  const order = { ...aPlan().order, command: null, job: true }
  const plan = aPlan({ order, devices: [], port: null, memoryBytes: null, cpus: null })
  const docker = JSON.stringify(dockerCreate(plan))
  const podman = JSON.stringify(podmanCreate(plan))
  expect(docker).not.toMatch(/DeviceRequests|PortBindings|Cmd|Memory|CpuQuota/)
  expect(podman).not.toMatch(/portmappings|"command"|"memory"|"quota"/)
  expect(docker).toContain('"RestartPolicy":{"Name":"no"}')
  expect(podman).toContain('"restart_policy":"no"')
})

describe('GPUs of a machine', () => {
  const nodes = [
    { name: 'big', gpuType: 'H100', gpus: 4 },
    { name: 'small', gpuType: 'L40S', gpus: 2 },
  ]
  const choose = (order: { name: string; gpus: number }[], ...taken: string[]) =>
    chooseDevices(nodes, { nodes: order }, new Set(taken))

  test('are numbered in the order of its nodes', () => {
    expect(choose([{ name: 'small', gpus: 2 }])).toEqual(['4', '5'])
    expect(choose([{ name: 'big', gpus: 2 }], '0', '2')).toEqual(['1', '3'])
    expect(
      choose(
        [
          { name: 'big', gpus: 4 },
          { name: 'small', gpus: 1 },
        ],
        '4',
      ),
    ).toEqual(['0', '1', '2', '3', '5'])
  })

  test('are refused where too few are free, or the node is none', () => {
    expect(() => choose([{ name: 'small', gpus: 2 }], '5')).toThrow(expect.objectContaining({ code: 'no-room' }))
    expect(() => choose([{ name: 'other', gpus: 1 }])).toThrow(expect.objectContaining({ code: 'start-refused' }))
  })
})
