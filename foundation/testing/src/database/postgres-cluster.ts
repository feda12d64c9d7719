/**
 * A PostgreSQL server for one run of the tests: made in a temporary folder, reached by a Unix socket in it.
 *
 * The first test file that wants it starts it, so a run of pure tests pays nothing; the others wait on the folder's lock
 * and find it running.
 */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { waitForFolder } from './wait-for-folder.ts'

const startWithinMs = 30_000

export type ClusterSettings = {
  folder: string
  binaries: string
  /** Commits reach the disk, as a benchmark's must; nothing of a test outlives it. */
  durable?: boolean
}

/** Reserves a place; nothing runs yet. However the run ends, even by a kill, what is there is stopped and removed. */
export function makeClusterFolder(runPid: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-tests-'))
  const afterwards = `
    while kill -0 "$1"; do sleep 1; done
    kill -QUIT "$(head -n 1 "$2/data/postmaster.pid")"
    sleep 1
    rm -rf "$2"`
  const guard = spawn('sh', ['-c', afterwards, 'guard', String(runPid), folder], { detached: true, stdio: 'ignore' })
  guard.unref()
  return folder
}

export const clusterUrl = (folder: string, database: string): string =>
  `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`

export async function ensureCluster(cluster: ClusterSettings): Promise<void> {
  const lock = await waitForFolder(join(cluster.folder, 'starting'))
  try {
    if (!existsSync(join(cluster.folder, 'started'))) await startCluster(cluster)
  } finally {
    lock.release()
  }
}

async function startCluster({ folder, binaries, durable = false }: ClusterSettings): Promise<void> {
  const user = serverUser()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const made = spawnSync(join(binaries, 'initdb'), initdb, { ...user, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`, { cause: made.error })

  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    `fsync=${durable ? 'on' : 'off'}`,
    // A new database is a copy of its template; without this, each page of it is written to the log as well.
    ...(durable ? [] : ['wal_level=minimal', 'max_wal_senders=0', 'full_page_writes=off']),
  ]
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    detached: true,
    stdio: 'ignore',
  })
  server.unref()
  await waitUntilReady(clusterUrl(folder, 'postgres'))
  writeFileSync(join(folder, 'started'), String(server.pid))
}

/** PostgreSQL refuses to run as root, so root starts it as the packaged user, or as nobody. */
function serverUser(): SpawnOptions {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  const account =
    accounts.find((line) => line.startsWith('postgres:')) ?? accounts.find((line) => line.startsWith('nobody:'))
  const [, , uid, gid] = account?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

export async function stopCluster(folder: string): Promise<void> {
  const started = join(folder, 'started')
  if (existsSync(started)) {
    const pid = Number(readFileSync(started, 'utf8'))
    if (isRunning(pid)) process.kill(pid, 'SIGQUIT') // at once: there is nothing to save
    while (isRunning(pid)) await sleep(10)
  }
  rmSync(folder, { recursive: true, force: true })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function waitUntilReady(url: string): Promise<void> {
  for (const until = Date.now() + startWithinMs; ; await sleep(20)) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}
