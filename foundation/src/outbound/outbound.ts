/**
 * Requests to addresses that a customer gave. Nothing else in the service may connect to such an address: the guard
 * judges the address as written, and every address its host resolves to at the moment of connecting.
 */
export interface Outbound {
  /** What is wrong with the address, in words for the customer who gave it; undefined if it may be used. Resolves the host. */
  faultOf(url: string): Promise<string | undefined>
  /** Never throws for what the other side does. Redirects are not followed. */
  post(request: OutboundPost): Promise<OutboundOutcome>
  close(): Promise<void>
}

export type OutboundPost = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** For everything: resolving, connecting, sending, and reading the answer. */
  timeoutMs: number
}

export type OutboundOutcome =
  /** `answer` holds the first bytes of the body; the rest, up to a limit, is read and dropped. */
  | { kind: 'answered'; status: number; answer: Uint8Array; durationMs: number }
  | { kind: 'failed'; error: OutboundError; durationMs: number }

/** Stable words, shown to the customer; `refused` and `unreachable` do not tell what is behind an address. */
export type OutboundError =
  | 'address-refused'
  | 'host-unresolved'
  | 'unreachable'
  | 'tls-failed'
  | 'timed-out'
  | 'invalid-answer'
  | 'connection-closed'
