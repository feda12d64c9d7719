import type { FastifyReply, FastifyRequest } from 'fastify'

/** Calls `then` when the response has been sent or its caller has gone, which may have been before the handler began. */
export function whenClosed({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then()
  else raw.once('close', then)
}

/**
 * The same for a response that may have no end: the server lets a caller close their side and wait for the rest, and would
 * notice that they have gone only when it next writes.
 */
export function whenLeft({ raw: { socket } }: FastifyRequest, reply: FastifyReply, then: () => void): void {
  const end = () => reply.raw.destroy()
  socket.once('end', end)
  if (socket.readableEnded) end() // before this was called
  whenClosed(reply, () => {
    socket.off('end', end)
    then()
  })
}
