/**
 * The embedded engine seen from the service's thread: something that connections can be opened to.
 *
 * The engine's thread starts with the first connection. If it ever dies (out of memory, a full disk), the connections to
 * it break as they would with a server, and the next one starts it again, which recovers from the log.
 */
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

export type EngineSettings = { folder: string }
export type EngineRequest = { connection: number; bytes: Uint8Array } | 'close'
export type EngineMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; error: Error }
  | { kind: 'reply'; connection: number; bytes: Uint8Array<ArrayBuffer> }

export class EmbeddedEngine {
  readonly #settings: EngineSettings
  #worker: Promise<Worker> | undefined
  #connections = 0
  #current: EngineConnection | undefined

  constructor(settings: EngineSettings) {
    this.#settings = settings
  }

  /** Resolves once the database is open: recovered, and proven to flush its commits. */
  async start(): Promise<void> {
    await this.#running()
  }

  /** A stream for the driver, in place of a socket. There is one session, so there is one connection at a time. */
  connect(): EngineConnection {
    const id = ++this.#connections
    const connection = new EngineConnection(async () => {
      const worker = await this.#running() // for good: an engine that starts later knows nothing of this connection
      return (bytes) => worker.postMessage({ connection: id, bytes }, [bytes.buffer])
    })
    this.#current = connection
    return connection
  }

  async close(): Promise<void> {
    const worker = await this.#worker?.catch(() => undefined)
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close')
    await ended
  }

  #running(): Promise<Worker> {
    this.#worker ??= this.#start().catch((error) => {
      this.#worker = undefined // so that the next connection tries again
      throw error
    })
    return this.#worker
  }

  async #start(): Promise<Worker> {
    if (!existsSync(this.#settings.folder)) await this.#create()
    const worker = new Worker(new URL('./embedded-engine.worker.ts', import.meta.url), {
      workerData: this.#settings,
      execArgv: [],
    })
    const ended = new Promise<Error>((resolve) => {
      worker.once('error', resolve)
      worker.once('exit', () => resolve(new Error('The embedded database has ended.')))
    })
    const opened = new Promise<EngineMessage>((resolve) => worker.once('message', resolve))
    const first = await Promise.race([opened, ended])
    if (first instanceof Error || first.kind !== 'ready') {
      await worker.terminate()
      throw new Error(`The embedded database in ${this.#settings.folder} could not be opened.`, {
        cause: first instanceof Error ? first : first.kind === 'failed' && first.error,
      })
    }
    worker.on('message', (message: EngineMessage) => {
      if (message.kind === 'reply') this.#deliver(message.connection, message.bytes)
    })
    void ended.then((error) => this.#lost(error))
    return worker
  }

  #create(): Promise<void> {
    const program = fileURLToPath(new URL('./create-cluster.main.ts', import.meta.url))
    const creator = fork(program, [this.#settings.folder], {
      execArgv: [],
      env: { ...process.env, UV_THREADPOOL_SIZE: '32' }, // it flushes many files at a time
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let complaint = ''
    creator.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint += text
    })
    return new Promise((resolve, reject) => {
      creator.on('error', reject)
      creator.on('close', (code) => {
        if (code === 0) resolve()
        else reject(new Error(`The embedded database could not be created in ${this.#settings.folder}: ${complaint}`))
      })
    })
  }

  #deliver(connection: number, bytes: Uint8Array<ArrayBuffer>): void {
    if (connection === this.#connections) this.#current?.push(Buffer.from(bytes.buffer))
  }

  #lost(error: Error): void {
    this.#worker = undefined
    this.#current?.destroy(error)
  }
}

type Send = (bytes: Uint8Array<ArrayBuffer>) => void

/** What the driver needs of a socket. Each write is one or more whole messages, sent on as one. */
export class EngineConnection extends Duplex {
  readonly #open: () => Promise<Send>
  #send: Send = () => {}

  constructor(open: () => Promise<Send>) {
    super()
    this.#open = open
  }

  connect(): this {
    this.#open().then(
      (send) => {
        this.#send = send
        this.emit('connect')
      },
      (error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {} // replies are pushed as they come

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#sendTogether([chunk])
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#sendTogether(chunks.map(({ chunk }) => chunk))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  #sendTogether(chunks: readonly Buffer[]): void {
    // A copy of its own, for it is handed over to the engine's thread and the driver's buffers are reused.
    const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
    let at = 0
    for (const chunk of chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    this.#send(bytes)
  }
}
