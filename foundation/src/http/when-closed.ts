import type { FastifyReply } from 'fastify'

/** Calls `then` when the response has been sent or its caller has gone, which may have been before the handler began. */
export function whenClosed({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then()
  else raw.once('close', then)
}
