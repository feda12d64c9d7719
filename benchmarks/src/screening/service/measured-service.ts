/** Starts, loads and watches the service as a process, on either engine. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { findPostgresBinaries } from '@service/foundation-testing/database/postgres-binaries.ts'
import {
  clusterUrl,
  ensureCluster,
  makeClusterFolder,
  stopCluster,
} from '@service/foundation-testing/database/postgres-cluster.ts'
import { sql } from 'kysely'
import { type Load, type LoadResult, runHttpLoad } from '../../harness/http-load.ts'
import { nextMessage } from '../../harness/next-message.ts'
import { cpuSeconds, residentMB } from '../../harness/process-figures.ts'
import { listFilePaths } from '../list-files.ts'
import type { Command, Started } from './measured-service.process.ts'

export type EngineName = 'embedded' | 'with a server'

/** A data folder and a database that outlive the processes on them. */
export type Ground = { engine: EngineName; settings: Record<string, string>; remove(): Promise<void> }

/** As `npm run serve` sets them; the cache of compiled sources comes from `npm run bench` itself. */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' }
const heap = ['--max-semi-space-size=8']

/** One ground for each engine that this machine has. */
export async function layGrounds(listFolders: readonly string[]): Promise<Ground[]> {
  const files = listFilePaths(listFolders)
  const address = (...paths: string[]) => paths.map((path) => pathToFileURL(path).href).join(',')
  const lay = (engine: EngineName, more: Record<string, string>, removeMore: () => Promise<void>): Ground => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-service-'))
    const settings = {
      REPUTATION_PORT: '0',
      REPUTATION_METRICS_PORT: '0',
      REPUTATION_DATA_DIR: folder,
      REPUTATION_OFAC_SOURCES: address(files.sdn, files.aliases, files.nonSdn),
      REPUTATION_EU_SOURCES: address(files.eu),
      REPUTATION_UN_SOURCES: address(files.un),
      ...more,
    }
    return {
      engine,
      settings,
      async remove() {
        rmSync(folder, { recursive: true, force: true })
        await removeMore()
      },
    }
  }
  const embedded = lay('embedded', {}, async () => {})
  const binaries = findPostgresBinaries(process.env)
  if (!binaries) return [embedded]
  const folder = makeClusterFolder(process.pid)
  await ensureCluster({ folder, binaries, durable: true })
  const server = await openDatabase({ url: clusterUrl(folder, 'postgres'), folder, connections: 1 })
  await sql`create database bench`.execute(server.connection)
  await server.close()
  return [
    embedded,
    lay('with a server', { REPUTATION_DATABASE_URL: clusterUrl(folder, 'bench') }, () => stopCluster(folder)),
  ]
}

export type MeasuredService = Started & {
  setRecording(recording: boolean): Promise<void>
  residentMB(): number
  /** Processor time that the process has used so far, all its threads together. */
  cpuSeconds(): number
  stop(): Promise<void>
}

export async function startService(ground: Ground, more: Record<string, string> = {}): Promise<MeasuredService> {
  const child = fork(
    new URL('./measured-service.process.ts', import.meta.url),
    [JSON.stringify({ ...ground.settings, ...more })],
    {
      env: { ...allocator, ...process.env },
      execArgv: heap,
    },
  )
  const started = (await nextMessage(child)) as Started
  return {
    ...started,
    async setRecording(recording) {
      child.send({ recording } satisfies Command)
      await nextMessage(child)
    },
    residentMB: () => residentMB(child.pid!),
    cpuSeconds: () => cpuSeconds(child.pid!),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** As if no list had ever been downloaded. */
export async function forgetLists({ settings }: Ground): Promise<void> {
  const folder = settings.REPUTATION_DATA_DIR!
  const db = await openDatabase({ url: settings.REPUTATION_DATABASE_URL, folder })
  await sql`truncate list_changes, list_states, list_versions`.execute(db.connection)
  await db.close()
  rmSync(join(folder, 'lists'), { recursive: true, force: true })
}

/** Names, asked for one after the other. */
export type NamesLoad = Omit<Load, 'requests'> & { secret: string; names: readonly string[] }

export function runLoad({ names, secret, ...load }: NamesLoad): Promise<LoadResult> {
  const head = `Host: ${new URL(load.baseUrl).host}\r\nAuthorization: Bearer ${secret}\r\n\r\n`
  const requests = names.map((name) => `GET /api/v1/screen?name=${encodeURIComponent(name)} HTTP/1.1\r\n${head}`)
  return runHttpLoad({ ...load, requests })
}
