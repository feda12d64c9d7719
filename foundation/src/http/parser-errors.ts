/**
 * What the HTTP parser itself refuses (a malformed request line, headers beyond the limit, a request that never ends)
 * never becomes a request, so no hook or error handler sees it: the response is written here, on the bare socket.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { problemBody } from '../problem.ts'
import { newRequestId, requestIdHeader } from './request-id.ts'
import { respondOnSocket } from './respond-on-socket.ts'

const faults: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request line and the headers are longer than 16 KiB together.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too long.'],
  HPE_INVALID_URL: [
    400,
    'The address has characters that are not percent-encoded, such as letters with accents. Encode them as UTF-8: with curl, -G --data-urlencode "name=…".',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
}

export function respondToParserError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = faults[error.code ?? ''] ?? [400, 'Malformed HTTP/1.1 request.']
  respondOnSocket(socket, status, problemBody(status, message, 'invalid-request'))
}

/** `Expect` with anything but `100-continue` (RFC 9110, section 10.1.1): Node responds without asking the app. */
export function respondToUnknownExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify(problemBody(417, 'Only "Expect: 100-continue" is supported.', 'invalid-request'))
  response.writeHead(417, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    [requestIdHeader]: newRequestId(),
  })
  response.end(body)
}
