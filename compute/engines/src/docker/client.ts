/**
 * Speaks HTTP to Docker or Podman. It trusts the engine to mean well and nothing else: it may be gone, hang, or say what
 * is no sense, so everything has a limit of time and size, and whatever is no answer is the fault `unreachable`.
 */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineFault } from '../engine.ts'
import { connectionReason } from './connect-tls.ts'
import type { EngineAddress } from './engine-address.ts'
import { wayTo } from './engine-way.ts'

export type EngineCall = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** Beside those that every call has. */
  headers?: Readonly<Record<string, string>>
  signal: AbortSignal
  /** For all of an answer; of a stream, for its beginning. */
  limitMs?: number
}

/** `message` is the engine's complaint where the status is one. */
export type EngineResponse = { status: number; headers: IncomingHttpHeaders; body: unknown; message: string }

export type EngineClient = {
  /** The whole answer. */
  ask(call: EngineCall): Promise<EngineResponse>
  /** An answer that goes on, as it comes; its complaint where it is refused. */
  open(call: EngineCall & { idleMs?: number }): Promise<EngineResponse | AsyncIterable<Buffer>>
  /** To a port that only the engine's machine reaches; absent where ports are reached directly. */
  toPort: ((host: string, port: number, signal: AbortSignal) => Promise<Duplex>) | undefined
  close(): void
}

const defaultLimitMs = 10_000
const maxBytes = 16 * 2 ** 20

/** Podman's complaint where a container's process ended while Podman read what the kernel says of it. */
const endedMeanwhile = /no such process/i
const endedMeanwhilePauseMs = 50
const endedMeanwhileAttempts = 4

export function makeEngineClient(address: EngineAddress): EngineClient {
  const way = wayTo(address)
  const agent = way.agent({ keepAlive: true, maxSockets: 64 })
  /** A stream has a connection of its own, for it may never end. */
  const streamAgent = way.agent({ keepAlive: false })
  const closing = new AbortController()

  function send(call: EngineCall, signal: AbortSignal, streams: boolean): Promise<IncomingMessage> {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body)
    const query = call.query ? `?${new URLSearchParams(call.query)}` : ''
    const headers = {
      host: 'engine', // Docker refuses a Host that is a path
      ...call.headers,
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    return new Promise((resolve, reject) => {
      const path = `${call.path}${query}`
      const sent = request({
        ...way.target,
        method: call.method,
        path,
        headers,
        signal,
        agent: streams ? streamAgent : agent,
      })
      // A stream's reader may leave at the moment of its end, when nobody else hears what that does to the connection.
      if (streams) sent.on('socket', (socket) => socket.on('error', () => {}))
      // A connection that is still being made does not heed the signal.
      const giveUp = () => reject(signal.reason as Error)
      signal.addEventListener('abort', giveUp, { once: true })
      sent.once('close', () => signal.removeEventListener('abort', giveUp))
      sent.on('response', (response) => {
        way.succeeded()
        response.on('error', () => {})
        resolve(response)
      })
      sent.on('upgrade', (_response, socket) => {
        socket.destroy()
        reject(new Error('The engine switched to another protocol.'))
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // An engine that was started again has closed the connections that were kept. Every call may be repeated.
        const repeat = sent.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted
        if (repeat) send(call, signal, streams).then(resolve, reject)
        else reject(error)
      })
      sent.end(body)
    })
  }

  async function explained(error: unknown): Promise<EngineFault> {
    const fault = silence(error)
    const reason = fault === error ? undefined : await way.reason(error)
    return reason === undefined ? fault : new EngineFault('unreachable', reason, { cause: error })
  }

  return {
    async ask(call) {
      const signal = AbortSignal.any([call.signal, closing.signal, AbortSignal.timeout(call.limitMs ?? defaultLimitMs)])
      try {
        for (let attempt = 1; ; attempt++) {
          const response = await readResponse(await send(call, signal, false))
          const isRepeatable = call.method === 'GET' && attempt < endedMeanwhileAttempts
          if (!isRepeatable || response.status !== 500 || !endedMeanwhile.test(response.message)) return response
          await sleep(endedMeanwhilePauseMs, undefined, { signal })
        }
      } catch (error) {
        throw await explained(error)
      }
    },

    async open(call) {
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), call.limitMs ?? defaultLimitMs)
      const signal = AbortSignal.any([call.signal, closing.signal, late.signal])
      try {
        const response = await send(call, signal, true)
        if ((response.statusCode ?? 0) >= 400) return await readResponse(response)
        return chunksOf(response, call.idleMs)
      } catch (error) {
        throw await explained(error)
      } finally {
        clearTimeout(timer)
      }
    },

    toPort: way.toPort,

    close() {
      closing.abort()
      agent.destroy()
      streamAgent.destroy()
      way.close()
    },
  }
}

async function readResponse(response: IncomingMessage): Promise<EngineResponse> {
  const chunks: Buffer[] = []
  let read = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    read += chunk.length
    if (read > maxBytes) throw new Error(`The engine responded with more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  const { statusCode: status = 0, headers } = response
  const text = Buffer.concat(chunks).toString('utf8')
  if (status >= 400) return { status, headers, body: undefined, message: complaintIn(text) }
  // Podman calls some of its JSON text.
  return { status, headers, body: /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined, message: '' }
}

function complaintIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    const said = body && typeof body === 'object' && 'message' in body ? body.message : undefined
    return typeof said === 'string' ? said : text
  } catch {
    return text
  }
}

/** Ends with the stream. The connection is closed when the reader leaves. */
async function* chunksOf(response: IncomingMessage, idleMs: number | undefined): AsyncGenerator<Buffer> {
  if (idleMs !== undefined) {
    response.setTimeout(idleMs, () => response.destroy(new Error(`The engine sent nothing for ${idleMs} ms.`)))
  }
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    throw silence(error)
  } finally {
    response.destroy()
  }
}

/** Nothing can be known from the engine. What exactly is wrong is for the operator. */
export function silence(cause: unknown): EngineFault {
  if (cause instanceof EngineFault) return cause
  const reason = connectionReason(cause as NodeJS.ErrnoException)
  return new EngineFault('unreachable', reason ?? 'The engine of the hub does not respond.', { cause })
}
