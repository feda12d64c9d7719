/** A receiver for tests: a real server that remembers what it was sent, and responds as the test wants. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { Agent, request } from 'undici'

export type ReceivedPost = { path: string; headers: IncomingHttpHeaders; body: string; atMs: number }

export type TestReceiver = {
  url: string
  received: ReceivedPost[]
  /** How to respond from now on; a receiver that does not respond hangs. */
  respond: (post: ReceivedPost, response: ServerResponse) => void
  close(): Promise<void>
}

export async function startReceiver(port = 0): Promise<TestReceiver> {
  const receiver: Omit<TestReceiver, 'url' | 'close'> = {
    received: [],
    respond: (_post, response) => void response.end('thanks'),
  }
  const server = createServer((message, response) => {
    let body = ''
    message.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    message.on('end', () => {
      const post = { path: message.url ?? '', headers: message.headers, body, atMs: Date.now() }
      receiver.received.push(post)
      receiver.respond(post, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

/** Posts to any address, without a guard. */
export function makePlainPost(): { post: Outbound['post']; close(): Promise<void> } {
  const dispatcher = new Agent({ connections: 256 })
  return {
    close: () => dispatcher.destroy(),
    async post({ url, headers, body, timeoutMs }) {
      const begun = performance.now()
      try {
        const response = await request(url, {
          method: 'POST',
          headers,
          body,
          dispatcher,
          signal: AbortSignal.timeout(timeoutMs),
        })
        const bytes = await response.body.bytes()
        return { kind: 'answered', status: response.statusCode, body: bytes, durationMs: performance.now() - begun }
      } catch (error) {
        const timedOut = error instanceof Error && error.name === 'TimeoutError'
        return {
          kind: 'failed',
          error: timedOut ? 'timed-out' : 'unreachable',
          durationMs: performance.now() - begun,
        }
      }
    },
  }
}
