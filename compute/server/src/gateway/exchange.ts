import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusal } from './refusal.ts'
import type { Address, Route } from './route.ts'

/** One request on its way through the gateway, or one WebSocket, from the moment its deployment is known to its end. */
export type Exchange = {
  readonly requestId: string
  readonly route: Route
  readonly address: Address
  /** The caller's side, and the deployment's once there is a connection. */
  readonly client: Socket
  upstream: Socket | undefined
  /** To the deployment. */
  outgoing: ClientRequest | undefined
  phase: 'sending' | 'answering' | 'upgraded'
  /** Why it was ended before its time. */
  cutFor: Refusal | undefined
  /** Ends both sides at once. The caller is told why, unless an answer has begun. */
  cut(why: Refusal): void
  /** The deployment's side broke, or the caller's. */
  fail(error: Error): void
}

/** Whether it is the deployment's turn. */
export const awaitsAnswer = ({ phase, outgoing }: Exchange): boolean =>
  phase === 'sending' && outgoing?.writableFinished === true
