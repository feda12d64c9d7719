import type { FastifyReply } from 'fastify'

/** Sets a header with its letters as written: Fastify's own `reply.header` would send it in lower case. */
export function setRawHeader(reply: FastifyReply, name: string, value: string): void {
  reply.raw.setHeader(name, value)
}
