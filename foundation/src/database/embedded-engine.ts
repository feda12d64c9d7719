/**
 * The embedded engine seen from the service's thread: something that connections can be opened to.
 *
 * The engine's thread starts with the first connection. If it ever dies (out of memory, a full disk), the connections to
 * it break as they would with a server, and the next one starts it again, which recovers from the log.
 */
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

export type EngineSettings = { folder: string }
export type EngineRequest = { connection: number; bytes: Uint8Array } | 'close'
export type EngineMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; error: Error }
  | { kind: 'answer'; connection: number; bytes: Uint8Array<ArrayBuffer> }

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
    const connection = new EngineConnection({
      open: () => this.start(),
      send: async (bytes) => (await this.#running()).postMessage({ connection: id, bytes }, [bytes.buffer]),
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
    this.#worker ??= this.#start()
    return this.#worker
  }

  #start(): Promise<Worker> {
    const worker = new Worker(new URL('./embedded-engine.worker.ts', import.meta.url), { workerData: this.#settings })
    const started = new Promise<Worker>((resolve, reject) => {
      worker.on('message', (message: EngineMessage) => {
        if (message.kind === 'answer') this.#deliver(message.connection, message.bytes)
        else if (message.kind === 'ready') resolve(worker)
        else reject(message.error)
      })
      worker.on('error', reject)
      worker.on('exit', (code) =>
        reject(new Error(`The embedded database ended while it started (exit code ${code}).`)),
      )
    })
    worker.on('error', (error) => this.#lost(error))
    worker.on('exit', () => this.#lost(new Error('The embedded database has ended.')))
    return started
  }

  #deliver(connection: number, bytes: Uint8Array<ArrayBuffer>): void {
    if (connection === this.#connections) this.#current?.push(Buffer.from(bytes.buffer))
  }

  #lost(error: Error): void {
    this.#worker = undefined
    this.#current?.destroy(error)
  }
}

type Wire = { open(): Promise<void>; send(bytes: Uint8Array<ArrayBuffer>): Promise<void> }

/** What the driver needs of a socket. Each write is one or more whole messages, sent on as one. */
export class EngineConnection extends Duplex {
  readonly #wire: Wire

  constructor(wire: Wire) {
    super()
    this.#wire = wire
  }

  connect(): this {
    this.#wire.open().then(
      () => this.emit('connect'),
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

  override _read(): void {} // answers are pushed as they come

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send([chunk], done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      done,
    )
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  #send(chunks: Buffer[], done: (error?: Error | null) => void): void {
    // A copy of its own, for it is handed over to the engine's thread and the driver's buffers are reused.
    const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
    let at = 0
    for (const chunk of chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    this.#wire.send(bytes).then(() => done(), done)
  }
}
