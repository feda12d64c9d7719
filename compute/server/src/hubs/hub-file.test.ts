import { fileURLToPath } from 'node:url'
import { isInRegion, regionNamed } from '@service/compute-domain/regions/regions.ts'
import { engineFactories } from '@service/compute-engines/engine-factories.ts'
import { defineEngine } from '@service/compute-engines/engine-factory.ts'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { HubFileError, parseHubs, readHubFile } from './hub-file.ts'
import { localHub } from './local-hub.ts'

const shipped = fileURLToPath(new URL('../../data/hubs.example.json', import.meta.url))

const aHub = (more: object = {}) => ({
  id: 'xx-1',
  name: 'Somewhere',
  country: 'SE',
  engine: 'simulated',
  operator: { entity: 'Invented AB', jurisdiction: 'SE' },
  pue: 1.1,
  gpus: [{ type: 'H100', nodes: 2, perNode: 8 }],
  ...more,
})

function faultsOf(content: unknown, factories = engineFactories): string[] {
  try {
    parseHubs(content, 'hubs', factories)
    return []
  } catch (error) {
    if (error instanceof HubFileError) return error.faults.map(({ path, message }) => `${path} ${message}`)
    throw error
  }
}

test('the shipped example has about a dozen simulated hubs, marked as such', () => {
  const hubs = readHubFile(shipped)
  expect(hubs.length).toBeGreaterThanOrEqual(12)
  expect(new Set(hubs.map(({ hub }) => hub.simulated))).toEqual(new Set([true]))
  const inEu = hubs.filter(({ hub }) => isInRegion(hub, regionNamed('eu')!))
  expect(inEu.length).toBeGreaterThanOrEqual(5)
})

test('a hub has defaults: its country’s grid, its operator as its own parent, the base price', () => {
  const [{ hub, wanted } = {}] = parseHubs({ hubs: [aHub()] })
  expect(hub).toMatchObject({ zone: 'SE', priceFactor: 1, operator: { parentJurisdiction: 'SE' } })
  expect(hub?.nodes).toEqual([
    { name: 'h100-1', gpuType: 'H100', gpus: 8 },
    { name: 'h100-2', gpuType: 'H100', gpus: 8 },
  ])
  expect(wanted).toBe('ready')
})

test.each([
  [
    'an unknown type of GPU',
    [aHub({ gpus: [{ type: 'H1000', nodes: 1, perNode: 1 }] })],
    'hubs[0].gpus[0].type must be one of',
  ],
  ['a region as an id', [aHub({ id: 'eu' })], 'hubs[0].id is the name of a region'],
  ['a country that is none', [aHub({ country: 'UK' })], 'hubs[0].country must be a code of ISO 3166-1 alpha-2, as GB'],
  ['the same id twice', [aHub(), aHub()], 'hubs[1].id is the id of another hub'],
  ['a PUE below 1', [aHub({ pue: 0.9 })], 'hubs[0].pue'],
  ['a field that is none', [aHub({ puee: 1 })], 'hubs[0].puee'],
  ['a mix of simulated and real', [aHub(), aHub({ id: 'yy-1', engine: 'docker' })], 'file.hubs must be all simulated'],
  [
    'an engine that nobody knows',
    [aHub({ engine: 'kvm' })],
    'hubs[0].engine must be one of docker, kubernetes, simulated',
  ],
  [
    'an engine without a kind',
    [aHub({ engine: { address: '/a.sock' } })],
    'hubs[0].engine must be the name of an engine',
  ],
  [
    'an address that is none',
    [aHub({ engine: { kind: 'docker', address: 'tcp://10.0.0.7:2375' } })],
    'hubs[0].engine.address is neither the path of a socket',
  ],
  ['no hubs', [], 'file.hubs'],
])('%s is reported with its place', (_, hubs, fault) => {
  expect(faultsOf({ hubs })).toEqual([expect.stringContaining(fault)])
})

test('the engine of a hub is the name of a kind, or its kind with settings', () => {
  const engines = ['docker', { kind: 'docker' }, { kind: 'docker', address: '/run/podman/podman.sock', cpusPerGpu: 4 }]
  const hubs = engines.map((engine, index) => aHub({ id: `xx-${index}`, engine }))
  expect(parseHubs({ hubs }).map(({ hub }) => hub.engine)).toEqual([{ kind: 'docker' }, ...engines.slice(1)])
})

test('a kind that is passed in is accepted like the built-in ones', () => {
  const noop = defineEngine({
    ...{ kind: 'noop', simulated: false, concurrency: 1 },
    settings: Type.Object({ room: Type.String() }, { additionalProperties: false }),
    faultsIn: ({ room }) => (room === 'red' ? [{ path: 'room', message: 'is closed' }] : []),
    open: () => Promise.reject(new Error('not in this test')),
  })
  const factories = { ...engineFactories, noop }
  const read = (engine: unknown) => faultsOf({ hubs: [aHub({ engine })] }, factories)
  expect(read({ kind: 'noop', room: 'blue' })).toEqual([])
  expect(read({ kind: 'noop', room: 'red' })).toEqual(['file.hubs[0].engine.room is closed'])
  expect(read('noop')).toEqual(['file.hubs[0].engine.room is required'])
  expect(read({ kind: 'noop', room: 'blue', address: '/a.sock' })).toEqual([
    'file.hubs[0].engine.address is not a known field',
  ])
  expect(read('kvm')).toEqual(['file.hubs[0].engine must be one of docker, kubernetes, noop, simulated'])
})

test('all faults are reported at once', () => {
  expect(
    faultsOf({ hubs: [aHub({ id: 'eu', country: 'XX' }), aHub({ gpus: [{ type: '?', nodes: 1, perNode: 1 }] })] }),
  ).toHaveLength(3)
})

test('a file that is missing or not JSON is reported with its path', () => {
  expect(() => readHubFile('/does/not/exist.json')).toThrow('/does/not/exist.json')
})

test('this machine is a hub with example GPUs of each type', () => {
  const { hub } = localHub('DE', { kind: 'docker' })
  expect(hub).toMatchObject({ country: 'DE', cpuOnly: true, engine: { kind: 'docker' } })
  expect(hub.nodes.some(({ gpuType }) => gpuType === 'H100')).toBe(true)
})
