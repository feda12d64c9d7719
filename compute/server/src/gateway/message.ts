/** A caller's request and the response to it, in HTTP/1 or HTTP/2: Node's two pairs of classes, which are alike but not the same. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { Duplex } from 'node:stream'

export type Request = IncomingMessage | Http2ServerRequest
export type Response = ServerResponse | Http2ServerResponse

export const isHttp2 = (request: Request): request is Http2ServerRequest => request.httpVersionMajor === 2
const isHttp2Response = (response: Response): response is Http2ServerResponse => 'stream' in response

/** What carries one request: in HTTP/2 one of many streams of its connection, which counts no bytes. */
export type Caller = Duplex & { readonly bytesRead?: number; readonly bytesWritten?: number }

export const callerOf = (request: Request): Caller => (isHttp2(request) ? request.stream : request.socket)

/** The host that the request is for, as the caller wrote it. */
export const hostOf = (request: Request): string | undefined =>
  isHttp2(request) ? (request.authority ?? request.headers.host) : request.headers.host

/** `headers` alternate names and values. HTTP/2 has no words beside the number of a status. */
export function writeHead(response: Response, status: number, words: string | undefined, headers: string[]): void {
  if (isHttp2Response(response)) response.writeHead(status, headers as never)
  else if (words === undefined) response.writeHead(status, headers)
  else response.writeHead(status, words, headers)
}

/** The head is on its way already where the response is HTTP/2's. */
export function flushHead(response: Response): void {
  if (!isHttp2Response(response)) response.flushHeaders()
}

/** In place of those that came. */
export function setHeaders(request: Request, headers: IncomingHttpHeaders): void {
  if (isHttp2(request)) Object.defineProperty(request, 'headers', { value: headers })
  else request.headers = headers
}

/** Without what a head that could not be sent has left in it. */
export function clearHeaders(response: Response): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name)
}

/** A caller of HTTP/2 that grants no room for the response would hold its place for ever. */
export function endWithin(response: Response, ms: number): void {
  if (!isHttp2Response(response)) return
  const { stream } = response
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), ms).unref()
  stream.once('close', () => clearTimeout(timer))
}

/** Ends a response that is not whole, so that the caller sees that it is not. */
export function breakOff(response: Response): void {
  if (isHttp2Response(response)) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  else response.destroy()
}
