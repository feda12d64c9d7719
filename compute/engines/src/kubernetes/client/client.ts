/**
 * Speaks to the API server of one cluster. It trusts the server to mean well and nothing else: it may be gone, hang, or be
 * no Kubernetes at all, so everything has a limit of time and size, and whatever is no response is the fault
 * `unreachable`, with a reason that the operator can act on.
 *
 * The kubeconfig is read again when its file has changed. A 401 has the credentials renewed and the request repeated; a 429
 * is repeated when the server says so. Nothing is shared between clients: what one cluster does, no other notices.
 */
import type { Duplex } from 'node:stream'
import type { Dispatcher } from 'undici'
import WebSocket from 'ws'
import { EngineFault } from '../../engine.ts'
import { connectTo } from './connect.ts'
import { type ClusterAccess, KubeconfigError } from './kubeconfig.ts'
import { fieldsOf } from './object-fields.ts'
import { Requests, until } from './requests.ts'

export type ClusterCall = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** Of a PATCH: `application/merge-patch+json` where absent. */
  contentType?: string
  /** A form of the response other than the whole of it as JSON. */
  accept?: string
  signal: AbortSignal
  /** For all of a response; of a stream, for its beginning. */
  limitMs?: number
}

/** `message` and `reason` are those of the `Status` where the status is an error. */
export type ClusterResponse = { status: number; body: unknown; message: string; reason: string }

export type ClusterClient = {
  ask(call: ClusterCall): Promise<ClusterResponse>
  /** A response that goes on, as it comes; the complaint where it is refused. */
  open(call: ClusterCall & { idleMs?: number }): Promise<ClusterResponse | AsyncIterable<Buffer>>
  webSocket(path: string, protocol: string, signal: AbortSignal): Promise<WebSocket>
  close(): void
}

const defaultLimitMs = 10_000
const maxBytes = 64 * 2 ** 20

/** `path` is the file that the access is read from, if it is one. */
export function makeClusterClient(readAccess: () => ClusterAccess, path?: string): ClusterClient {
  const requests = new Requests(readAccess, path)
  const closing = new AbortController()

  return {
    async ask(call) {
      const limitMs = call.limitMs ?? defaultLimitMs
      const signal = AbortSignal.any([call.signal, closing.signal, AbortSignal.timeout(limitMs)])
      try {
        return await readResponse(await requests.send(call, 'calls', signal), signal)
      } catch (error) {
        throw silence(error)
      }
    },

    async open(call) {
      const late = new AbortController()
      const timer = setTimeout(
        () => late.abort(new Error('The response did not begin in time.')),
        call.limitMs ?? defaultLimitMs,
      )
      const signal = AbortSignal.any([call.signal, closing.signal, late.signal])
      try {
        const response = await requests.send(call, 'streams', signal)
        if (response.statusCode >= 400) return await readResponse(response, signal)
        return chunksOf(response.body, signal, call.idleMs)
      } catch (error) {
        throw silence(error)
      } finally {
        clearTimeout(timer)
      }
    },

    async webSocket(path, protocol, signal) {
      try {
        const { access: to, credentials } = await requests.current(signal)
        const socket = await until(connectTo(to, credentials), signal, (late) => late.destroy())
        const address = `ws://${to.server.host}${to.server.pathname.replace(/\/$/, '')}${path}`
        const joined = new WebSocket(address, protocol, {
          createConnection: () => socket as Duplex as never,
          headers: credentials.headers,
          perMessageDeflate: false,
          skipUTF8Validation: true,
        })
        return await opening(joined, signal)
      } catch (error) {
        throw silence(error)
      }
    },

    close() {
      closing.abort(new Error('The engine was closed.'))
      requests.close()
    },
  }
}

async function readResponse(response: Dispatcher.ResponseData, signal: AbortSignal): Promise<ClusterResponse> {
  const chunks: Buffer[] = []
  let read = 0
  const reading = (async () => {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      read += chunk.length
      if (read > maxBytes) throw new Error(`The cluster responded with more than ${maxBytes} bytes.`)
      chunks.push(chunk)
    }
  })()
  try {
    await until(reading, signal)
  } finally {
    if (!response.body.readableEnded) response.body.on('error', () => {}).destroy()
  }
  return understood(response.statusCode, Buffer.concat(chunks).toString('utf8'))
}

/** Throws where it is no word of an API server. */
function understood(status: number, text: string): ClusterResponse {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  if (status === 401) throw new EngineFault('unreachable', 'The cluster refuses the credentials of the service.')
  if (body === null || typeof body !== 'object') {
    throw new EngineFault('unreachable', 'The address of the hub leads to no Kubernetes API server.', {
      cause: new Error(`It responded ${status}: ${text.slice(0, 200)}`),
    })
  }
  if (status < 400) return { status, body, message: '', reason: '' }
  const fields = fieldsOf(body)
  const [message, reason] = [fields.textIfAny('message') ?? '', fields.textIfAny('reason') ?? '']
  if (status >= 500 && reason !== 'AlreadyExists') {
    throw new EngineFault('unreachable', `The API server of the cluster is in trouble (${status}).`, {
      cause: new Error(message),
    })
  }
  return { status, body, message, reason }
}

/** Ends with the stream. The connection is closed when the reader leaves. */
async function* chunksOf(
  body: Dispatcher.ResponseData['body'],
  signal: AbortSignal,
  idleMs: number | undefined,
): AsyncGenerator<Buffer> {
  let idle: NodeJS.Timeout | undefined
  const awaitNext = () => {
    clearTimeout(idle)
    if (idleMs === undefined) return
    idle = setTimeout(() => body.destroy(new Error(`The cluster sent nothing for ${idleMs} ms.`)), idleMs)
  }
  const leave = () => body.destroy(signal.reason as Error)
  body.on('error', () => {})
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  try {
    awaitNext()
    for await (const chunk of body as AsyncIterable<Buffer>) {
      awaitNext()
      yield chunk
    }
  } catch (error) {
    throw silence(error)
  } finally {
    clearTimeout(idle)
    signal.removeEventListener('abort', leave)
    body.destroy()
  }
}

function opening(socket: WebSocket, signal: AbortSignal): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.terminate()
    signal.addEventListener('abort', giveUp, { once: true })
    const settle = () => signal.removeEventListener('abort', giveUp)
    socket.once('open', () => {
      socket.pause() // until somebody reads: what comes first is not to be lost
      settle()
      resolve(socket)
    })
    socket.once('error', (error) => {
      settle()
      reject(error)
    })
    socket.once('close', () => {
      settle()
      reject(new Error('The connection was closed.'))
    })
  })
}

/** Nothing can be known from the cluster. What a person can do about it is in the message, what exactly it is in the cause. */
export function silence(cause: unknown): EngineFault {
  if (cause instanceof EngineFault) return cause
  if (cause instanceof KubeconfigError) return new EngineFault('unreachable', cause.message, { cause: cause.cause })
  const { code = '', message = '' } = cause as NodeJS.ErrnoException
  return new EngineFault('unreachable', reasonOf(code, message), { cause })
}

function reasonOf(code: string, message: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate of the API server has expired.'
  if (/^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|ERR_TLS_CERT_ALTNAME)/.test(code)) {
    return 'The certificate of the API server is not the one that the kubeconfig expects.'
  }
  if (/expired certificate|certificate_expired|alert number 45/i.test(message)) {
    return 'The client certificate of the kubeconfig has expired.'
  }
  if (/alert (?:bad certificate|certificate unknown|number 4[26])|certificate required/i.test(message)) {
    return 'The cluster refuses the client certificate of the kubeconfig.'
  }
  if (/PEM|key values mismatch|DECODER|asn1/i.test(`${code} ${message}`)) {
    return 'The kubeconfig holds a certificate or a key that cannot be read.'
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the API server is not known.'
  if (code === 'ECONNREFUSED') return 'Nothing listens at the address of the API server.'
  return 'The API server of the cluster does not respond.'
}
