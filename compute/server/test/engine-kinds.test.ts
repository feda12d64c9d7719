/** A kind of engine that the product does not have: its factory is all that there is of it. */
import type { Engine, Instance, InstanceOrder } from '@service/compute-engines/engine.ts'
import { engineFactories } from '@service/compute-engines/engine-factories.ts'
import { defineEngine } from '@service/compute-engines/engine-factory.ts'
import { type TestHubFile, writeHubFile } from '@service/compute-testing/hub-file.ts'
import { newClient, type RunningService, runService } from '@service/compute-testing/running-service.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Deployment = { deployment_id: string; status: string; hub: string; simulated: boolean }

/** Where each room of noop engines keeps its instances. */
const rooms = new Map<string, Map<string, Instance>>()

const noop = defineEngine({
  kind: 'noop',
  simulated: false,
  concurrency: 4,
  settings: Type.Object({ room: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  async open({ nodes, cpuOnly }, { room }) {
    const instances = new Map<string, Instance>()
    rooms.set(room, instances)
    return { engine: noopEngine(instances, { version: 'noop 1', nodes, cpuOnly }), place: room }
  },
})

function noopEngine(instances: Map<string, Instance>, report: Awaited<ReturnType<Engine['probe']>>): Engine {
  const begin = ({ name, deploymentId, companyId, attempt }: InstanceOrder): Instance => ({
    ...{ name, deploymentId, companyId, attempt, state: 'running', startedAt: new Date(), finishedAt: null },
    ...{ exitCode: null, outOfMemory: 'no', restarts: 0, address: null, hasPort: true },
  })
  return {
    kind: 'noop',
    probe: async () => report,
    async apply(order) {
      const instance = instances.get(order.name) ?? begin(order)
      instances.set(order.name, instance)
      return instance
    },
    inspect: async (name) => instances.get(name),
    list: async () => [...instances.values()],
    async stop(name) {
      const found = instances.get(name)
      if (!found) return undefined
      const ended: Instance = { ...found, state: 'exited', finishedAt: new Date(), exitCode: 0 }
      instances.set(name, ended)
      return ended
    },
    async remove(name) {
      instances.delete(name)
    },
    async *logs() {},
    usage: async () => undefined,
    async *watch() {},
    async close() {},
  }
}

const factories = { ...engineFactories, noop }
let hubFile: TestHubFile
let service: RunningService
beforeAll(async () => {
  hubFile = writeHubFile({ 'noop-1': { kind: 'noop', room: 'blue' }, 'noop-2': { kind: 'noop', room: 'green' } })
  const settings = { COMPUTE_HUBS_FILE: hubFile.path }
  service = await runService(fastestEngine, { settings, engineFactories: factories })
})
afterAll(async () => {
  await service?.stop()
  hubFile.remove()
})

test('a deployment runs at a hub of an added kind, with the settings of its hub, until it is stopped', async () => {
  const client = await newClient(service)
  const { body } = await client.send<Deployment>('POST', '/v1/compute/deploy', {
    ...{ gpu_type: 'H100', region: 'noop-2', image: 'anything' },
  })
  expect(body).toMatchObject({ status: 'running', hub: 'noop-2', simulated: false })
  expect([...rooms.get('green')!.values()]).toMatchObject([{ deploymentId: body.deployment_id, state: 'running' }])
  expect(rooms.get('blue')!.size).toBe(0)
  const stopped = await client.send<Deployment>('POST', `/v1/compute/deployments/${body.deployment_id}/stop`)
  expect(stopped.body.status).toBe('stopped')
  expect([...rooms.get('green')!.values()]).toMatchObject([{ state: 'exited' }])
})

test('a hub says which kind it has', async () => {
  const client = await newClient(service)
  expect((await client.get('/v1/hubs/noop-1')).body).toMatchObject({ engine: 'noop', simulated: false, state: 'ready' })
})
