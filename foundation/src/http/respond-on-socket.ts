import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ProblemBody } from '../problem.ts'
import { newRequestId, requestIdHeader } from './request-id.ts'

/** Responds where there is no response object: the request was malformed, or asked for another protocol. */
export function respondOnSocket(
  socket: Duplex,
  status: number,
  body: ProblemBody,
  { requestId = newRequestId(), retryAfterSeconds }: { requestId?: string; retryAfterSeconds?: number } = {},
): void {
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `${requestIdHeader}: ${requestId}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    'Connection: close',
  ]
  // Ended, not destroyed: destroying while bytes are still coming in would reset the connection and lose the response.
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
  setTimeout(() => socket.destroy(), 1_000).unref()
}
