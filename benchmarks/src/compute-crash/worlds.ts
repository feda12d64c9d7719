/** Where deployments of the benchmark run: containers of a Podman or pods of a cluster of its own, or simulated hubs. */
import { dockerEngine } from '@service/compute-engines/docker/docker-engine.ts'
import type { Instance } from '@service/compute-engines/engine.ts'
import { instanceAt } from '@service/compute-engines/simulated/simulated-instance.ts'
import { makeCheckRegistry } from '@service/compute-server/hub-engines/image-registries.ts'
import { keepOwner } from '@service/compute-server/hub-engines/installation-store.ts'
import { listAtHubs } from '@service/compute-server/hub-engines/simulated-store.ts'
import { testImage } from '@service/compute-testing/engine/container-service.ts'
import { startTestPodman, whyNoPodman } from '@service/compute-testing/engine/podman.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { sql } from 'kysely'
import { type Ground, layGround, machineHub, simulatedHubs } from '../deploy/measured-compute.ts'
import { openMeasuredCluster } from '../kubernetes/measured-cluster.ts'

export type World = {
  name: string
  ground: Ground
  /** Kept alive at a time. */
  live: number
  image: string
  /** All instances that the engines report. */
  instances(db: Database): Promise<Instance[]>
  /** Ends an instance from outside, as a person at the hub might. */
  endFromOutside(db: Database, name: string): Promise<void>
  close(): Promise<void>
}

const noDatabase = 'this machine has no PostgreSQL'

/** Or why there is none. */
export async function openPodmanWorld(): Promise<World | string> {
  const reason = whyNoPodman()
  if (reason) return reason
  const podman = await startTestPodman()
  const { socketPath, image } = podman
  const ground = await layGround([machineHub], { COMPUTE_DOCKER_HOST: socketPath, COMPUTE_COUNTRY: 'DE' })
  if (!ground) {
    await podman.close()
    return noDatabase
  }
  return {
    name: 'Podman',
    ground,
    live: 50,
    image,
    async instances(db) {
      const owner = await keepOwner(db.connection, 'nobody')
      const checkRegistry = makeCheckRegistry([])
      const engine = dockerEngine({ address: { socketPath }, owner, nodes: [], cpuOnly: true, checkRegistry })
      try {
        return await engine.list(AbortSignal.timeout(60_000))
      } finally {
        await engine.close()
      }
    },
    endFromOutside: async (_db, name) => void podman.command('stop', '--time', '0', name),
    async close() {
      await ground.remove()
      await podman.close()
    },
  }
}

/** Or why there is none. */
export async function openKubernetesWorld(): Promise<World | string> {
  const measured = await openMeasuredCluster()
  if (typeof measured === 'string') return measured
  const { cluster, ground } = measured
  return {
    name: 'Kubernetes',
    ground,
    live: 20,
    image: testImage,
    async instances(db) {
      const engine = cluster.engine({ owner: await keepOwner(db.connection, 'nobody') })
      try {
        return await engine.list(AbortSignal.timeout(60_000))
      } finally {
        await engine.close()
      }
    },
    async endFromOutside(_db, name) {
      type Pods = { items: { metadata: { name: string; namespace: string } }[] }
      const { body } = await cluster.ask<Pods>('GET', `/api/v1/pods?labelSelector=service.instance%3D${name}`)
      for (const { metadata } of body.items) {
        const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`
        await cluster.ask('DELETE', path, { gracePeriodSeconds: 1 })
      }
    },
    close: measured.close,
  }
}

const hubs = 20

/** Or why there is none. */
export async function openSimulatedWorld(): Promise<World | string> {
  const ground = await layGround(simulatedHubs(hubs))
  if (!ground) return noDatabase
  return {
    name: 'simulated',
    ground,
    live: 200,
    image: 'sim/ok:1',
    async instances(db) {
      const now = new Date()
      const hubIds = Array.from({ length: hubs }, (_, number) => `hub-${number}`)
      return (await listAtHubs(db.connection, hubIds)).map((row) => instanceAt(row, now))
    },
    /** The service compares what runs at its hubs every ten seconds; this makes it do so now. */
    async endFromOutside(db, name) {
      await sql`update simulated_instances set stopped_at = now() where name = ${name}`.execute(db.connection)
      await sql`
        update deployments set due_at = now()
         where deployment_id = (select deployment_id from allocations where instance_name = ${name})
           and lease is null`.execute(db.connection)
    },
    close: () => ground.remove(),
  }
}

export const openBooks = ({ databaseUrl, folder }: Ground): Promise<Database> =>
  openDatabase({ url: databaseUrl, folder, connections: 2 })
