import { fileURLToPath } from 'node:url'
import { isInRegion, regionNamed } from '@service/compute-domain/regions/regions.ts'
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

function faultsOf(content: unknown): string[] {
  try {
    parseHubs(content)
    return []
  } catch (error) {
    if (error instanceof HubFileError) return error.faults.map(({ path, message }) => `${path} ${message}`)
    throw error
  }
}

test('the shipped example is about a dozen simulated hubs, and says that it is one', () => {
  const hubs = readHubFile(shipped)
  expect(hubs.length).toBeGreaterThanOrEqual(12)
  expect(new Set(hubs.map(({ hub }) => hub.engine))).toEqual(new Set(['simulated']))
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
  ['no hubs', [], 'file.hubs'],
])('%s is told with its place', (_, hubs, fault) => {
  expect(faultsOf({ hubs })).toEqual([expect.stringContaining(fault)])
})

test('all faults are told at once', () => {
  expect(
    faultsOf({ hubs: [aHub({ id: 'eu', country: 'XX' }), aHub({ gpus: [{ type: '?', nodes: 1, perNode: 1 }] })] }),
  ).toHaveLength(3)
})

test('a file that is missing or no JSON is told by its path', () => {
  expect(() => readHubFile('/does/not/exist.json')).toThrow('/does/not/exist.json')
})

test('this machine is a hub with example GPUs of each type', () => {
  const { hub } = localHub('DE')
  expect(hub).toMatchObject({ country: 'DE', cpuOnly: true, engine: 'docker' })
  expect(hub.nodes.some(({ gpuType }) => gpuType === 'H100')).toBe(true)
})
