/**
 * The embedded engine's thread: PostgreSQL in WebAssembly, spoken to in PostgreSQL's own protocol.
 *
 * A thread of its own, so that neither a long query nor the disk's flush at each commit stops the event loop that
 * serves requests, and so that the memory goes back to the system when the thread ends. In: the messages of one
 * connection, in order. Out: first `ready` or `failed`, then the bytes of the replies.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableFileSystem } from './durable-file-system.ts'
import type { EngineMessage, EngineRequest, EngineSettings } from './embedded-engine.ts'
import { EngineMaintenance } from './engine-maintenance.ts'
import { startParameters } from './engine-settings.ts'
import { proveThatCommitsAreFlushed } from './flush-proof.ts'

const { folder } = workerData as EngineSettings

const terminate = 'X'.charCodeAt(0)
const send = (message: EngineMessage, transfer?: ArrayBuffer[]) => parentPort?.postMessage(message, transfer ?? [])

async function reply(engine: PGlite, { connection, bytes }: Exclude<EngineRequest, 'close'>): Promise<void> {
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
      send({ kind: 'reply', connection, bytes: copy }, [copy.buffer])
    },
  })
}

/**
 * PGlite goes on calling an engine that has panicked (over a full disk, say), and never returns. Ending the thread breaks
 * the connection, as the crash of a server would; the next one starts again and recovers from the log.
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
  const engine = new PGlite({ fs: files, startParams: startParameters })
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
    else next(() => reply(engine, request).then(() => maintenance.run()))
  })
  send({ kind: 'ready' })
} catch (error) {
  send({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
}
