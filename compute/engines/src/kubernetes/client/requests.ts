/**
 * Requests to one API server: over which connections, and as whom. The kubeconfig is read again when its file has
 * changed; a 401 has the credentials renewed and the request repeated; a 429 is repeated when the server says so.
 */
import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import type { ClusterCall } from './client.ts'
import { connectTo } from './connect.ts'
import { type CredentialSource, type Credentials, credentialsOf } from './credentials.ts'
import type { ClusterAccess } from './kubeconfig.ts'

type Opened = { access: ClusterAccess; source: CredentialSource; fileVersion: string; checkedMs: number }
type Pools = { access: ClusterAccess; credentials: Credentials; calls: Pool; streams: Pool }

const maxConnections = 64
const maxRetryAfterMs = 3_000
const maxTries = 4
const reloadMs = 2_000

export class Requests {
  readonly #readAccess: () => ClusterAccess
  readonly #path: string | undefined
  #opened: Opened | undefined
  #pools: Pools | undefined

  constructor(readAccess: () => ClusterAccess, path: string | undefined) {
    this.#readAccess = readAccess
    this.#path = path
  }

  /** Both of the same kubeconfig: one that is read while the credentials are had has others, perhaps for another server. */
  async current(signal: AbortSignal): Promise<Pick<Opened, 'access' | 'source'> & { credentials: Credentials }> {
    for (;;) {
      const opened = this.#access()
      const credentials = await until(opened.source.current(), signal)
      if (this.#opened === opened) return { access: opened.access, source: opened.source, credentials }
    }
  }

  /** A stream has a connection of its own, for it may never end. */
  async send(call: ClusterCall, kind: 'calls' | 'streams', signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const query = call.query ? `?${new URLSearchParams(call.query)}` : ''
    for (let attempt = 1; ; attempt++) {
      const { access, source, credentials } = await this.current(signal)
      const sent = this.#poolsFor(access, credentials)[kind].request({
        method: call.method,
        path: `${access.server.pathname.replace(/\/$/, '')}${call.path}${query}`,
        headers: {
          ...credentials.headers,
          ...bodyType(call),
          accept: call.accept ?? 'application/json',
          'user-agent': 'compute-hub',
        },
        body: call.body === undefined ? null : JSON.stringify(call.body),
        signal,
      })
      // It does not heed the signal while it connects.
      const response = await until(sent, signal, (late) => late.body.on('error', () => {}).destroy())
      if (attempt >= maxTries) return response
      if (response.statusCode === 401) {
        if (attempt > 1 || !(await until(source.refresh(credentials), signal))) return response
        await response.body.dump()
      } else if (response.statusCode === 429) {
        const retryAfterMs = 1_000 * (Number(response.headers['retry-after']) || 1)
        await response.body.dump()
        await sleep(Math.min(maxRetryAfterMs, retryAfterMs), undefined, { signal })
      } else return response
    }
  }

  close(): void {
    void this.#pools?.calls.destroy()
    void this.#pools?.streams.destroy()
    this.#pools = undefined
  }

  #access(): Opened {
    const nowMs = performance.now()
    if (this.#opened && nowMs - this.#opened.checkedMs < reloadMs) return this.#opened
    const version = this.#fileVersion()
    if (this.#opened?.fileVersion === version) this.#opened.checkedMs = nowMs
    else {
      const access = this.#readAccess()
      this.#opened = { access, source: credentialsOf(access.user), fileVersion: version, checkedMs: nowMs }
      this.#leave()
    }
    return this.#opened
  }

  #fileVersion(): string {
    const stat = this.#path === undefined ? undefined : statSync(this.#path, { throwIfNoEntry: false })
    return stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : ''
  }

  #poolsFor(access: ClusterAccess, credentials: Credentials): Pools {
    const pools = this.#pools
    if (pools?.access === access && pools.credentials.cert === credentials.cert) return pools
    this.#leave()
    const newPool = (connections: number | null): Pool =>
      new Pool(access.server.origin, {
        connections,
        pipelining: 1,
        headersTimeout: 0, // limits are those of each call
        bodyTimeout: 0,
        keepAliveTimeout: 30_000,
        connect: (_options, callback) => {
          connectTo(access, credentials).then(
            (socket) => callback(null, socket),
            (error: Error) => callback(error, null),
          )
        },
      })
    this.#pools = { access, credentials, calls: newPool(maxConnections), streams: newPool(null) }
    return this.#pools
  }

  /** What is under way on the old connections may finish. */
  #leave(): void {
    void this.#pools?.calls.close()
    void this.#pools?.streams.close()
    this.#pools = undefined
  }
}

function bodyType({ method, body, contentType }: ClusterCall): Record<string, string> {
  if (body === undefined) return {}
  return { 'content-type': contentType ?? (method === 'PATCH' ? 'application/merge-patch+json' : 'application/json') }
}

/** The work's own result, or the signal's reason where that comes first: not all that we wait for heeds a signal. */
export function until<T>(work: Promise<T>, signal: AbortSignal, drop: (late: T) => void = () => {}): Promise<T> {
  if (signal.aborted) {
    work.then(drop, () => {})
    return Promise.reject(signal.reason as Error)
  }
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      work.then(drop, () => {})
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
