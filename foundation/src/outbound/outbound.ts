export { makeOutbound } from './make-outbound.ts'

/**
 * Requests to addresses that a customer gave. Nothing else in the service may connect to such an address: the guard
 * judges the address as written, and every address its host resolves to at the moment of connecting.
 */
export interface Outbound {
  /** What is wrong with the address, in words for the customer who gave it; undefined if it may be used. Resolves the host. */
  faultOf(url: string): Promise<string | undefined>
  /** Never rejects for what the other side does. Redirects are not followed. */
  post(request: OutboundPost): Promise<OutboundOutcome>
  /** The same for a document that is wanted whole: its body is read up to a limit, and unpacked. */
  get(request: OutboundGet): Promise<OutboundDocument>
  /** Once what is under way has finished. */
  close(): Promise<void>
}

export type OutboundPost = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** For everything: resolving, connecting, sending, and reading the response. */
  timeoutMs: number
}

export type OutboundOutcome =
  /** `body` holds the first bytes of the body; the rest, up to a limit, is read and dropped. */
  | { kind: 'answered'; status: number; body: Uint8Array; durationMs: number }
  | { kind: 'failed'; error: OutboundError; durationMs: number }

export type OutboundGet = {
  url: string
  headers: Readonly<Record<string, string>>
  /** A body that is posted, where the document is the response to that. */
  post?: string
  /** For everything: resolving, connecting, sending, and reading the response. */
  timeoutMs: number
  /** Of the body as sent. */
  maxBytes: number
  /** Of the body once it is unpacked (gzip, deflate, br). */
  maxInflatedBytes: number
}

export type OutboundDocument =
  /** Names of headers are in lower case; values are as sent, one character a byte. */
  | {
      kind: 'answered'
      status: number
      headers: Readonly<Record<string, string>>
      body: Uint8Array
      durationMs: number
    }
  | { kind: 'failed'; error: DocumentError; durationMs: number }

/** As for posts; besides, a document larger than the limits allow, or compressed in a way that cannot be undone. */
export type DocumentError = OutboundError | 'too-large' | 'invalid-body'

/** Stable words, shown to the customer. None reveals what is inside our network. */
export type OutboundError =
  /** The address, as written, is one that we do not call. */
  | 'address-refused'
  /** Its name has no address, or not only addresses that we call; the customer does not learn which. */
  | 'host-unresolved'
  /** No connection could be made. */
  | 'unreachable'
  | 'tls-failed'
  | 'timed-out'
  /** No HTTP/1.1, or more headers than are read. */
  | 'invalid-answer'
  /** The connection ended before the response was complete. */
  | 'connection-closed'
