/** Joins a caller's connection and a deployment's where both agree on a WebSocket; another response passes as it is. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ProxyServer } from 'httpxy'
import type { Client } from './client.ts'
import type { Exchange } from './exchange.ts'
import { refusalOf } from './fault.ts'
import { requestHeaders, upgradeHeaders } from './request-headers.ts'
import { upgradeResponseHeaders } from './response-headers.ts'
import { type ConnectOptions, hostFor, UpgradeAgent } from './upstream.ts'

export interface WebSocketForwarder {
  upgrade(request: IncomingMessage, head: Buffer, exchange: Exchange, client: Client): void
  close(): void
}

export function makeWebSocketForwarder(
  options: ConnectOptions,
  onResponse: (exchange: Exchange, status: number) => void,
): WebSocketForwarder {
  const agent = new UpgradeAgent(options)
  const proxy = new ProxyServer()
  const exchanges = new WeakMap<IncomingMessage, Exchange>()

  proxy.on('proxyReqWs', (outgoing, request) => {
    const exchange = exchanges.get(request)!
    let upstream: Socket | undefined
    exchange.far = {
      get isSent() {
        return outgoing.writableFinished
      },
      get bytes() {
        return upstream ? upstream.bytesRead + upstream.bytesWritten : 0
      },
      end() {
        outgoing.destroy()
        if (exchange.phase === 'upgraded') upstream?.destroy()
      },
    }
    outgoing.on('socket', (socket) => {
      upstream = socket
    })
    // Before the proxy reads them.
    outgoing.prependListener('response', (incoming) => {
      exchange.phase = 'responding'
      onResponse(exchange, incoming.statusCode ?? 0)
      incoming.headers['x-service-request-id'] = exchange.requestId
    })
    outgoing.prependListener('upgrade', (incoming, joined: Socket) => {
      exchange.phase = 'upgraded'
      onResponse(exchange, 101)
      incoming.headers = upgradeResponseHeaders(incoming.headers, exchange.requestId)
      request.socket.once('close', () => joined.destroy())
      joined.once('close', () => request.socket.destroySoon())
    })
  })
  proxy.on('error', (error, request) => {
    const exchange = request && exchanges.get(request as IncomingMessage)
    exchange?.cut(refusalOf(error, options.connectMs))
  })

  return {
    upgrade(request, head, exchange, client) {
      exchanges.set(request, exchange)
      request.headers = { ...requestHeaders(request, client, exchange.requestId), ...upgradeHeaders }
      const target = { protocol: 'http:', host: hostFor(exchange.address), port: exchange.address.port }
      void proxy.ws(request, request.socket, { target, agent }, head)
    },
    close: () => agent.destroy(),
  }
}
