/** Three real hubs, two Kubernetes clusters and a Podman, of which one is lost with what it runs, and comes back. */
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { dockerEngine } from '@service/compute-engines/docker/docker-engine.ts'
import type { Engine } from '@service/compute-engines/engine.ts'
import { simulatedInstancesInMemory } from '@service/compute-engines/simulated/simulated-instances.ts'
import { type ContainerService, testImage } from '@service/compute-testing/engine/container-service.ts'
import { hasPodman, startTestPodman } from '@service/compute-testing/engine/podman.ts'
import { startGateway } from '@service/compute-testing/gateway.ts'
import { type HubCluster, startHubCluster } from '@service/compute-testing/kubernetes/hub-cluster.ts'
import { hasCluster } from '@service/compute-testing/kubernetes/test-cluster.ts'
import { aHub } from '@service/compute-testing/placement/a-hub.ts'
import {
  find,
  hubState,
  quickLimits,
  startProcess,
  type TestProcess,
} from '@service/compute-testing/reconcile/control-plane.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'

const hubs = [
  aHub({ id: 'se-1', country: 'SE', simulated: false }),
  aHub({ id: 'fr-1', country: 'FR', simulated: false }),
  aHub({ id: 'pl-1', country: 'PL', simulated: false }),
]
const limits = {
  ...quickLimits,
  startMs: 60_000,
  degradedMs: 2_000,
  unreachableMs: 1_500,
  failOverMs: 4_000,
  giveUpMs: 60_000,
  placeMs: 20_000,
  stopGraceMs: 1_000,
}
const settings = {
  limits,
  engineTimeoutMs: 10_000,
  pollEveryMs: 200,
  probeEveryMs: 250,
  probeMs: 1_000,
  settleEveryMs: 1_000,
  orphanMs: 60_000,
}

/** Says where it runs. A container of Podman is named otherwise. */
const serve = ['/bin/sh', '-c', 'trap "exit 0" TERM; hostname > /www/index.html; httpd -f -p 8080 -h /www & wait']

describe.runIf(hasCluster() && hasPodman())('clusters that are lost', () => {
  let db: TestDatabase
  let sweden: HubCluster
  let france: HubCluster
  let podman: ContainerService
  let engines: Map<string, Engine>
  let process: TestProcess
  let gateway: Awaited<ReturnType<typeof startGateway>>

  beforeAll(async () => {
    ;[db, sweden, france, podman] = await Promise.all([
      databaseEngines.at(-1)!.create(migrations),
      startHubCluster(),
      startHubCluster(),
      startTestPodman(),
    ])
    const shared = { owner: 'test', cpuOnly: true, checkRegistry: async () => {} }
    engines = new Map([
      ['se-1', sweden.engine({ hubId: 'se-1', cpuOnly: true })],
      ['fr-1', france.engine({ hubId: 'fr-1', cpuOnly: true })],
      ['pl-1', dockerEngine({ ...shared, address: { socketPath: podman.socketPath }, nodes: hubs[2]!.nodes })],
    ])
    const simulation = { conditions: new Map(), instances: simulatedInstancesInMemory() }
    process = await startProcess(db, { hubs, ...simulation, settings, engineOf: (hubId) => engines.get(hubId) })
    gateway = await startGateway(
      db,
      {},
      {
        connectThrough: ({ through, ...address }, signal) => engines.get(through!)!.connect!(address, signal),
      },
    )
  })
  afterAll(async () => {
    await gateway?.close()
    await process?.close()
    await engines?.get('pl-1')?.close()
    await Promise.all([sweden?.close(), france?.close(), podman?.close()])
    await db?.drop()
  })

  const deploy = (regions: string[]) => process.deploy({ image: testImage, command: serve, port: 8080, regions })
  const becomes = (id: string, fields: object) => expect.poll(() => find(db, id)).toMatchObject(fields)

  async function endpointOf(id: string): Promise<string> {
    const { rows } = await sql<{ name: string }>`
      select endpoint_name as name from deployments where deployment_id = ${id}`.execute(db.connection)
    return `${rows[0]!.name}.localhost`
  }

  /** What the endpoint says at this moment: the name of the pod that serves it. */
  async function served(id: string): Promise<string> {
    const headers = { Host: `${await endpointOf(id)}:4101` }
    return new Promise((resolve) => {
      const asked = request({ host: '127.0.0.1', port: gateway.port, headers, timeout: 5_000 }, async (response) =>
        resolve(response.statusCode === 200 ? (await text(response)).trim() : `${response.statusCode}`),
      )
      asked
        .on('timeout', () => asked.destroy())
        .on('error', () => resolve('no response'))
        .end()
    })
  }

  const podsAt = async (cluster: HubCluster) => {
    type Pods = { items: { metadata: { name: string } }[] }
    const { body } = await cluster.ask<Pods>('GET', '/api/v1/pods?labelSelector=service.instance')
    return body.items.map(({ metadata }) => metadata.name)
  }

  test('a cluster that cannot be reached is left under the same endpoint, and its pod ended when it is back', async () => {
    await expect.poll(() => process.readyHubs()).toHaveLength(3)
    const id = await deploy(['global'])
    await becomes(id, { status: 'running', hubId: 'se-1', attempt: 1 })
    const name = `svc-${id.slice(4)}`
    await expect.poll(() => served(id)).toBe(`${name}-1`)
    const endpoint = await endpointOf(id)

    await sweden.cutOff('gone') // its pods go on
    const begun = performance.now()
    await becomes(id, { status: 'running', hubId: 'fr-1', attempt: 2 })
    await expect.poll(() => served(id)).toBe(`${name}-2`)
    expect(performance.now() - begun).toBeGreaterThan(limits.failOverMs)
    expect(await endpointOf(id)).toBe(endpoint)
    expect([await podsAt(sweden), await podsAt(france)]).toEqual([[`${name}-1`], [`${name}-2`]])

    const replies = new Set<string>()
    await sweden.reconnect()
    await expect
      .poll(async () => {
        replies.add(await served(id))
        return podsAt(sweden)
      })
      .toEqual([])
    await expect.poll(() => hubState(db, 'se-1')).toBe('ready')
    replies.add(await served(id))
    expect([...replies]).toEqual([`${name}-2`])
    expect(await find(db, id)).toMatchObject({ status: 'running', hubId: 'fr-1', attempt: 2 })
  })

  test('a short outage moves nothing, and what may run in one country alone waits for it', async () => {
    const [anywhere, swedish] = await Promise.all([deploy(['SE', 'FR', 'PL']), deploy(['SE'])])
    await Promise.all([anywhere, swedish].map((id) => becomes(id, { status: 'running', hubId: 'se-1', attempt: 1 })))
    await sweden.cutOff('hung')
    await expect.poll(() => hubState(db, 'se-1')).toBe('unreachable')
    await sweden.reconnect()
    await expect.poll(() => hubState(db, 'se-1')).toBe('ready')
    expect(await find(db, anywhere)).toMatchObject({ status: 'running', hubId: 'se-1', attempt: 1 })

    await Promise.all([sweden.cutOff('gone'), france.cutOff('gone')])
    await becomes(anywhere, { status: 'running', hubId: 'pl-1', attempt: 2 })
    await expect.poll(() => served(anywhere)).toMatch(/^[0-9a-f]{12}$/)
    expect(await find(db, swedish)).toMatchObject({ status: 'failing_over', attempt: 1 })
    await Promise.all([sweden.reconnect(), france.reconnect()])
    await becomes(swedish, { status: 'running', hubId: 'se-1' })
    await expect.poll(() => podsAt(sweden)).not.toContain(`svc-${anywhere.slice(4)}-1`)
  })
})
