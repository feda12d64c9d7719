/** Starts the compute service as a process, on a PostgreSQL server and many simulated hubs. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { findPostgresBinaries } from '@service/foundation/test-database/postgres-binaries.ts'
import {
  clusterUrl,
  ensureCluster,
  makeClusterFolder,
  stopCluster,
} from '@service/foundation/test-database/postgres-cluster.ts'
import { sql } from 'kysely'
import { answerOf } from '../harness/child-answer.ts'
import { cpuSeconds } from '../harness/process-figures.ts'
import { countries } from '../placement/random-fleet.ts'
import type { Told } from './measured-compute.process.ts'

const databaseName = 'bench'

/** A server with an empty database, and a folder with a file of hubs. */
export type Ground = { settings: Record<string, string>; databaseUrl: string; folder: string; remove(): Promise<void> }

/** Undefined where this machine has no PostgreSQL. */
export async function layGround(hubs: number): Promise<Ground | undefined> {
  const binaries = findPostgresBinaries(process.env)
  if (!binaries) return undefined
  const cluster = makeClusterFolder(process.pid)
  await ensureCluster({ folder: cluster, binaries, durable: true })
  const server = await openDatabase({ url: clusterUrl(cluster, 'postgres'), folder: cluster, connections: 1 })
  await sql`create database ${sql.id(databaseName)}`.execute(server.connection)
  await server.close()
  const folder = mkdtempSync(join(tmpdir(), 'bench-compute-'))
  const hubsFile = join(folder, 'hubs.json')
  writeFileSync(hubsFile, JSON.stringify({ hubs: Array.from({ length: hubs }, (_, number) => hubEntry(number)) }))
  const databaseUrl = clusterUrl(cluster, databaseName)
  return {
    databaseUrl,
    folder,
    settings: {
      COMPUTE_PORT: '0',
      COMPUTE_GATEWAY_PORT: '0',
      COMPUTE_METRICS_PORT: '0',
      COMPUTE_DATA_DIR: folder,
      COMPUTE_DATABASE_URL: databaseUrl,
      COMPUTE_HUBS_FILE: hubsFile,
    },
    async remove() {
      rmSync(folder, { recursive: true, force: true })
      await stopCluster(cluster)
    },
  }
}

const gpusPerHub = { nodes: 40, perNode: 8 }

function hubEntry(number: number) {
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
    gpus: [{ type: 'H100', ...gpusPerHub }],
  }
}

export type MeasuredCompute = Told & { cpuSeconds(): number; stop(): Promise<void> }

export async function startCompute({ settings }: Ground): Promise<MeasuredCompute> {
  const child = fork(new URL('./measured-compute.process.ts', import.meta.url), [JSON.stringify(settings)])
  const told = (await answerOf(child)) as Told
  return {
    ...told,
    cpuSeconds: () => cpuSeconds(child.pid!),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
