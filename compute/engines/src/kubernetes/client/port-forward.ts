/**
 * One TCP connection to a port of a pod, through the API server: a WebSocket whose messages begin with a channel, 0 for
 * data and 1 for errors. The first message of each channel names the port. It needs nothing but the kubeconfig.
 *
 * Source: the protocol v4.channel.k8s.io, k8s.io/apiserver wsstream and pkg/kubelet/portforward, 1.36, tried 2026-11-22.
 */
import { Duplex } from 'node:stream'
import type WebSocket from 'ws'
import type { ClusterClient } from './client.ts'

const protocol = 'v4.channel.k8s.io'
const dataChannel = 0
const errorChannel = 1
/** Larger messages are cut by some proxies. */
const maxMessageBytes = 64 * 1024
const maxBufferedBytes = 2 ** 20

export async function portForward(
  client: ClusterClient,
  { namespace, pod, port }: { namespace: string; pod: string; port: number },
  signal: AbortSignal,
): Promise<Duplex> {
  const path = `/api/v1/namespaces/${namespace}/pods/${encodeURIComponent(pod)}/portforward?ports=${port}`
  return new ForwardedPort(await client.webSocket(path, protocol, signal))
}

class ForwardedPort extends Duplex {
  readonly #socket: WebSocket
  readonly #named = new Set<number>()
  /** As a socket of node:net counts them. */
  bytesRead = 0
  bytesWritten = 0
  #idle: NodeJS.Timeout | undefined

  constructor(socket: WebSocket) {
    super({ allowHalfOpen: false, highWaterMark: 256 * 1024 })
    this.#socket = socket
    socket.binaryType = 'nodebuffer'
    socket.on('message', (message: Buffer) => this.#take(message))
    socket.on('close', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    this.on('error', () => {}) // it may come before anybody listens, and would end the process
  }

  override _read(): void {
    if (this.#socket.isPaused) this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.bytesWritten += chunk.length
    this.#idle?.refresh()
    for (let from = 0; from < chunk.length; from += maxMessageBytes) {
      const piece = chunk.subarray(from, from + maxMessageBytes)
      const message = Buffer.allocUnsafe(piece.length + 1)
      message[0] = dataChannel
      piece.copy(message, 1)
      const isLast = from + maxMessageBytes >= chunk.length
      this.#socket.send(message, isLast ? (error) => done(error ?? null) : undefined)
    }
    if (chunk.length === 0) done()
  }

  /** The protocol knows no half-closed connection. */
  override _final(done: () => void): void {
    if (this.#socket.bufferedAmount > maxBufferedBytes) this.#socket.terminate()
    else this.#socket.close()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#idle)
    this.#socket.terminate()
    done(error)
  }

  // As a socket of node:net has them, for the agent that keeps connections.
  setKeepAlive(): this {
    return this
  }
  setNoDelay(): this {
    return this
  }
  setTimeout(ms: number, onTimeout?: () => void): this {
    clearTimeout(this.#idle)
    this.#idle = ms > 0 ? setTimeout(() => this.emit('timeout'), ms).unref() : undefined
    if (onTimeout) this.once('timeout', onTimeout)
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  #take(message: Buffer): void {
    const channel = message[0] ?? -1
    const bytes = message.subarray(1)
    if (!this.#named.has(channel)) {
      this.#named.add(channel)
      if (bytes.length <= 2) return // the port, in two bytes
    }
    if (bytes.length === 0) return
    this.#idle?.refresh()
    if (channel === dataChannel) this.bytesRead += bytes.length
    if (channel === errorChannel)
      this.destroy(new Error(`The port of the pod cannot be reached: ${bytes.toString('utf8')}`))
    else if (channel === dataChannel && !this.push(bytes)) this.#socket.pause()
  }
}
