/** How the gateway responds to a caller itself, in the form of every error of the service. */
import type { Socket } from 'node:net'
import { newRequestId, requestIdHeader } from '@service/foundation/http/request-id.ts'
import { respondOnSocket } from '@service/foundation/http/respond-on-socket.ts'
import { problemBody } from '@service/foundation/problem.ts'
import { breakOff, clearHeaders, endWithin, isHttp2, type Request, type Response, writeHead } from './message.ts'
import type { Refusal } from './refusal.ts'
import type { Route } from './route.ts'

export interface Reply {
  readonly requestId: string
  /** The caller has hung up, or has got its response. */
  readonly isGone: boolean
  /** Only before a response has begun. */
  refuse(why: Refusal, route?: Route): void
  /** Ends the connection: a response that has begun cannot become another. */
  breakOff(): void
  /** Once nothing more will pass. */
  onClose(listener: () => void): void
}

/** Called with each refusal, for the log and the metrics. */
export type OnRefusal = (why: Refusal, requestId: string, route: Route | undefined) => void

export function replyTo(request: Request, response: Response, onRefusal: OnRefusal): Reply {
  const requestId = newRequestId()
  response.once('finish', () => endLater(request))
  return {
    requestId,
    get isGone() {
      return isDestroyed(response) || response.writableEnded || request.socket.destroyed
    },
    refuse(why, route) {
      onRefusal(why, requestId, route)
      const { status, message, code, retryAfterSeconds, ends, page, headers = [] } = why
      const body = page?.text ?? JSON.stringify(problemBody(status, message, code))
      clearHeaders(response)
      writeHead(response, status, undefined, [
        ...['Content-Type', `${page ? 'text/html' : 'application/json'}; charset=utf-8`],
        ...['Content-Length', String(Buffer.byteLength(body))],
        ...[requestIdHeader, requestId],
        ...headers,
        ...(retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)]),
        ...(ends && !isHttp2(request) ? ['Connection', 'close'] : []),
      ])
      response.end(body)
      endWithin(response, lingerMs)
    },
    breakOff: () => breakOff(response),
    onClose: (listener) => void response.once('close', listener),
  }
}

const isDestroyed = (response: Response): boolean => 'destroyed' in response && response.destroyed

/** Where a WebSocket is asked for there is no response. */
export function replyOnSocket(socket: Socket, onRefusal: OnRefusal): Reply {
  const requestId = newRequestId()
  return {
    requestId,
    get isGone() {
      return socket.destroyed || socket.writableEnded
    },
    refuse(why, route) {
      onRefusal(why, requestId, route)
      const { status, message, code, retryAfterSeconds } = why
      respondOnSocket(socket, status, problemBody(status, message, code), {
        requestId,
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      })
    },
    breakOff: () => void socket.destroy(),
    onClose: (listener) => void socket.once('close', listener),
  }
}

const lingerMs = 1_000

/** Who goes on sending a body after the response gets a moment to read that, and is then cut off. */
function endLater(request: Request): void {
  if (request.complete) return
  setTimeout(() => request.complete || request.socket.destroy(), lingerMs).unref()
}
