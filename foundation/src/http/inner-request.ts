/**
 * Requests that the service makes to itself for a caller whom it has admitted already: the operation behind a tool of
 * `mcp/`. They pass through everything that any request passes through, with two differences: the caller is handed over,
 * not proved again, and no second token is taken from its bucket. Both requests have one id.
 *
 * Nothing that arrives on a socket can be such a request.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Principal } from '../identity/model/principal.ts'
import type { App } from './app.ts'

/** What the caller has agreed to beyond what the request says; features add to it. */
// biome-ignore lint/suspicious/noEmptyInterface: filled where it is used
export interface InnerTerms {}

export type InnerRequest = { principal: Principal; requestId: string; terms?: InnerTerms }

export type InnerResponse = { status: number; headers: Readonly<Record<string, unknown>>; text: string }

const current = new AsyncLocalStorage<InnerRequest>()

export const innerRequestOf = (raw: IncomingMessage): InnerRequest | undefined =>
  raw.socket instanceof Socket ? undefined : current.getStore()

export async function sendInner(
  app: App,
  caller: InnerRequest,
  request: { method: string; url: string; headers?: Record<string, string>; body?: unknown },
): Promise<InnerResponse> {
  const { body, headers = {}, method, url } = request
  const given = {
    method: method as 'GET',
    url,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  }
  const response = await current.run(caller, async () => await app.inject(given)) // which begins when it is awaited
  return { status: response.statusCode, headers: response.headers, text: response.payload }
}
