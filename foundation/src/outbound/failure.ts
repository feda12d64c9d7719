import { errors } from 'undici'
import type { OutboundError } from './outbound.ts'

/** A failure that the guard itself found, on its way through undici. */
export class GuardFailure extends Error {
  override readonly name = 'GuardFailure'
  readonly word: OutboundError
  constructor(word: OutboundError, message: string) {
    super(message)
    this.word = word
  }
}

/** Before the connection stands; `secure` is https. */
export function wordOfConnectFailure(error: Error, secure: boolean): OutboundError {
  if (error instanceof GuardFailure) return error.word
  const noConnection =
    error instanceof AggregateError || // of several addresses, none
    error instanceof errors.ConnectTimeoutError ||
    ('syscall' in error && error.syscall === 'connect')
  return secure && !noConnection ? 'tls-failed' : 'unreachable'
}

/** Once the request is under way. */
export function wordOfExchangeFailure(error: Error): OutboundError {
  if (error instanceof GuardFailure) return error.word
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError) return 'invalid-answer'
  // An unexpected response of 100 or 101; bytes past the end of a response.
  return /^bad (?:response|upgrade)$/.test(error.message) ? 'invalid-answer' : 'connection-closed'
}

/** Undici's words for a request that should never have been made: a bug of ours, not the other side's doing. */
export const isMisuse = (error: Error): boolean =>
  error instanceof errors.InvalidArgumentError ||
  error instanceof errors.NotSupportedError ||
  error instanceof errors.ClientClosedError ||
  error instanceof errors.ClientDestroyedError
