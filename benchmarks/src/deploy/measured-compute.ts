/** Starts the compute service as a process, on a PostgreSQL server and the hubs of a file. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { findPostgresBinaries } from '@service/foundation-testing/database/postgres-binaries.ts'
import {
  clusterUrl,
  ensureCluster,
  makeClusterFolder,
  stopCluster,
} from '@service/foundation-testing/database/postgres-cluster.ts'
import { sql } from 'kysely'
import { nextMessage } from '../harness/next-message.ts'
import { cpuSeconds, residentMB } from '../harness/process-figures.ts'
import { countries } from '../placement/random-fleet.ts'
import type { Ready } from './measured-compute.process.ts'

/** A server, an empty database on it, and a folder with a file of hubs. */
export type Ground = {
  settings: Record<string, string>
  databaseUrl: string
  folder: string
  hubsFile: string
  /** Creates another empty database and returns its address. */
  makeDatabase(name: string): Promise<string>
  remove(): Promise<void>
}

/** `hubs` as in a file of hubs. Undefined where this machine has no PostgreSQL. */
export async function layGround(
  hubs: readonly object[],
  settings: Record<string, string> = {},
): Promise<Ground | undefined> {
  const binaries = findPostgresBinaries(process.env)
  if (!binaries) return undefined
  const cluster = makeClusterFolder(process.pid)
  await ensureCluster({ folder: cluster, binaries, durable: true })
  async function makeDatabase(name: string): Promise<string> {
    const server = await openDatabase({ url: clusterUrl(cluster, 'postgres'), folder: cluster, connections: 1 })
    await sql`create database ${sql.id(name)}`.execute(server.connection)
    await server.close()
    return clusterUrl(cluster, name)
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-compute-'))
  const hubsFile = join(folder, 'hubs.json')
  writeFileSync(hubsFile, JSON.stringify({ hubs }))
  const databaseUrl = await makeDatabase('service')
  return {
    databaseUrl,
    folder,
    hubsFile,
    makeDatabase,
    settings: {
      COMPUTE_PORT: '0',
      COMPUTE_GATEWAY_PORT: '0',
      COMPUTE_METRICS_PORT: '0',
      COMPUTE_DATA_DIR: folder,
      COMPUTE_DATABASE_URL: databaseUrl,
      COMPUTE_HUBS_FILE: hubsFile,
      COMPUTE_LIVE_DEPLOYMENTS: '1000000',
      ...settings,
    },
    async remove() {
      rmSync(folder, { recursive: true, force: true })
      await stopCluster(cluster)
    },
  }
}

const gpusPerHub = { nodes: 64, perNode: 8 }

export const simulatedHubs = (count: number, gpus = gpusPerHub): object[] =>
  Array.from({ length: count }, (_, number) => hubEntry(number, gpus))

/** This machine, with as many GPUs that are none. */
export const machineHub: object = {
  id: 'this-machine',
  name: 'This machine',
  country: 'DE',
  engine: 'docker',
  operator: { entity: 'Benchmark', jurisdiction: 'DE' },
  pue: 1.2,
  cpuOnly: true,
  gpus: [{ type: 'H100', ...gpusPerHub }],
}

function hubEntry(number: number, gpus: typeof gpusPerHub) {
  const codes = Object.keys(countries)
  const country = codes[number % codes.length]!
  return {
    id: `hub-${number}`,
    name: `Hub ${number}`,
    country,
    engine: 'simulated',
    operator: { entity: `Operator ${number}`, jurisdiction: country },
    pue: 1.1 + (number % 7) / 20,
    priceFactor: 0.95 + (number % 5) / 40,
    gpus: [{ type: 'H100', ...gpus }],
  }
}

export type MeasuredCompute = Ready & { cpuSeconds(): number; residentMB(): number; stop(): Promise<void> }

export async function startCompute({ settings }: Pick<Ground, 'settings'>): Promise<MeasuredCompute> {
  const child = fork(new URL('./measured-compute.process.ts', import.meta.url), [JSON.stringify(settings)])
  const ready = (await nextMessage(child)) as Ready
  return {
    ...ready,
    cpuSeconds: () => cpuSeconds(child.pid!),
    residentMB: () => residentMB(child.pid!),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
