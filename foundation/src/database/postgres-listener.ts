/**
 * The connection that listens for notifications, apart from the pool because it must stay open.
 *
 * It is opened with the first subscription and opened again whenever it is lost. A loss does not always show (a
 * cable pulled, a server frozen), so a short query checks the server: `live` means that one sent within the last
 * `trustMs` succeeded. A cache that trusts notifications only while `live` is never wrong for longer than that.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Listener } from './database.ts'
import { type Handler, quoteName, Subscriptions } from './subscriptions.ts'

const askEveryMs = 250
const trustMs = 750
const giveUpAfterMs = 5_000
const reconnectAfterMs = { first: 50, longest: 2_000 }

export class PostgresListener {
  readonly #config: pg.ClientConfig
  readonly #subscriptions = new Subscriptions()
  #client: pg.Client | undefined
  #connected: Promise<void> | undefined
  #confirmedAt = Number.NEGATIVE_INFINITY
  #interruptions = 0
  #heartbeat: NodeJS.Timeout | undefined
  #askedAt: number | undefined
  #queried: Promise<unknown> = Promise.resolve()
  readonly #closing = new AbortController()

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  async listen(channel: string, handler: Handler): Promise<Listener> {
    const isNew = this.#subscriptions.add(channel, handler)
    try {
      this.#connected ??= this.#connect()
      await this.#connected
      if (isNew) await this.#query(`listen ${quoteName(channel)}`)
    } catch (error) {
      this.#subscriptions.remove(channel, handler)
      if (!this.#client) this.#connected = undefined
      throw error
    }
    const isLive = () => performance.now() - this.#confirmedAt < trustMs
    const interruptions = () => this.#interruptions
    return {
      get live() {
        return isLive()
      },
      get interruptions() {
        return interruptions()
      },
      close: async () => {
        if (!this.#subscriptions.remove(channel, handler)) return
        // A lost connection listens to nothing, and the next one will not subscribe to this channel.
        await this.#query(`unlisten ${quoteName(channel)}`).catch(() => {})
      },
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#connected?.catch(() => {})
    clearInterval(this.#heartbeat)
    this.#confirmedAt = Number.NEGATIVE_INFINITY
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#config)
    client.on('notification', (notice) => this.#subscriptions.deliver(notice))
    client.on('error', () => {}) // `end` follows, and that is where the loss is dealt with
    try {
      await client.connect()
      for (const channel of this.#subscriptions.channels) await client.query(`listen ${quoteName(channel)}`)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    client.once('end', () => {
      if (!this.#closing.signal.aborted) this.#connected = this.#reconnect()
    })
    this.#client = client
    this.#confirmedAt = performance.now()
    this.#heartbeat = setInterval(() => this.#ask(client), askEveryMs).unref()
  }

  /** One question at a time: a frozen server must not find a queue of them when it wakes. */
  #ask(client: pg.Client): void {
    const now = performance.now()
    if (this.#askedAt !== undefined) {
      if (now - this.#askedAt > giveUpAfterMs) client.connection.stream.destroy()
      return
    }
    this.#askedAt = now
    this.#query('select 1').then(
      () => {
        this.#confirmedAt = now
        this.#askedAt = undefined
      },
      () => {}, // a lost connection ends, and that is where it is dealt with
    )
  }

  /** One query after the other, as the driver demands; what waits when the connection is lost goes to no other. */
  #query(text: string): Promise<unknown> {
    const client = this.#client
    const query = this.#queried.then(() => client?.query(text))
    this.#queried = query.catch(() => {})
    return query
  }

  async #reconnect(): Promise<void> {
    clearInterval(this.#heartbeat)
    this.#client = undefined
    this.#askedAt = undefined
    this.#confirmedAt = Number.NEGATIVE_INFINITY
    this.#interruptions++
    for (let waitMs = reconnectAfterMs.first; !this.#closing.signal.aborted; ) {
      try {
        return await this.#connect()
      } catch {
        await sleep(waitMs, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {})
        waitMs = Math.min(waitMs * 2, reconnectAfterMs.longest)
      }
    }
  }
}
