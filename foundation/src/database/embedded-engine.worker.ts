/**
 * The embedded engine's thread: PostgreSQL in WebAssembly, spoken to in PostgreSQL's own protocol.
 *
 * A thread of its own, so that neither a long query nor the disk's flush at each commit stops the event loop that
 * answers requests, and so that the memory goes back to the system when the thread ends. In: the messages of one
 * connection, in order. Out: first `ready` or `failed`, then the answers' bytes.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableFileSystem } from './durable-file-system.ts'
import type { EngineMessage, EngineRequest, EngineSettings } from './embedded-engine.ts'
import { EngineMaintenance } from './engine-maintenance.ts'

const { folder } = workerData as EngineSettings

/**
 * `-F` would turn every flush off, and of the ways to flush a commit only `fsync` reaches our file layer. The rest keeps
 * the memory small: this is one session, with little to cache that the system's page cache does not hold already.
 */
const settings = [
  'fsync=on',
  'wal_sync_method=fsync',
  'shared_buffers=16MB',
  'wal_buffers=1MB',
  'maintenance_work_mem=16MB',
  'max_wal_size=128MB',
  'min_wal_size=32MB',
  'default_statistics_target=25',
]

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...settings.flatMap((setting) => ['-c', setting]),
]

const terminate = 'X'.charCodeAt(0)
const send = (message: EngineMessage, transfer?: ArrayBuffer[]) => parentPort?.postMessage(message, transfer ?? [])

/** An upgrade of PGlite could lose the hook without any other sign than lost rows after a power cut. */
async function proveThatCommitsAreFlushed(engine: PGlite, files: DurableFileSystem): Promise<void> {
  await engine.exec('create table if not exists public.flush_probe (at timestamptz not null)')
  const before = files.flushes
  await engine.exec('insert into public.flush_probe values (now())')
  if (files.flushes === before) {
    throw new Error(
      'A commit of the embedded database did not flush its log to the disk, so acknowledged data could be lost at a ' +
        'power cut. This version of PGlite is not one that the flush hook works with.',
    )
  }
  await engine.exec('drop table public.flush_probe')
}

async function answer(engine: PGlite, { connection, bytes }: Exclude<EngineRequest, 'close'>): Promise<void> {
  if (bytes[0] === terminate) {
    // The engine has one session for all connections, so it must not hand on what this one leaves behind.
    await engine.exec('rollback')
    await engine.exec('discard all')
    return
  }
  await engine.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData(view) {
      const copy = new Uint8Array(view) // the view is of the engine's own memory
      send({ kind: 'answer', connection, bytes: copy }, [copy.buffer])
    },
  })
}

/**
 * PGlite goes on calling an engine that has panicked (over a full disk, say), and never returns. Ending the thread breaks
 * the connection, as the crash of a server would; the next one starts anew and recovers from the log.
 */
function endThreadAtPanic({ Module: module }: PGlite): void {
  const errorRaised = 100 // PGlite's word for an ordinary error, which PostgreSQL handles by a long jump
  const run = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      run()
    } catch (error) {
      if ((error as { status?: number }).status === errorRaised) throw error
      process.exit(1)
    }
  }
}

async function close(engine: PGlite): Promise<void> {
  await engine.close()
  process.exit() // ends this thread, timers and all
}

try {
  const files = new DurableFileSystem(folder)
  const engine = new PGlite({ fs: files, startParams })
  await engine.waitReady
  endThreadAtPanic(engine)
  await proveThatCommitsAreFlushed(engine, files)

  const maintenance = new EngineMaintenance(engine, files)
  let last: Promise<void> = Promise.resolve()
  const next = (step: () => Promise<void>) => {
    last = last.then(step)
  }
  maintenance.schedule(() => next(() => maintenance.run()))
  parentPort?.on('message', (request: EngineRequest) => {
    if (request === 'close') next(() => close(engine))
    else next(() => answer(engine, request).then(() => maintenance.run()))
  })
  send({ kind: 'ready' })
} catch (error) {
  send({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
}
