/**
 * Strong entity tags (RFC 9110, sections 8.8.3 and 13.1.2). A 304 costs no quota. `version` must change whenever one
 * byte of the response does: a row version, or a hash.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setRawHeader } from './raw-header.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A success has an entity tag, and a caller that holds it gets 304. */
    etag?: true
  }
}

/** True when the caller holds this version already: then respond with `sendUnchanged`. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, version: string): boolean {
  if (!request.routeOptions.config.etag) throw new Error('A route that responds 304 must say so: config.etag.')
  const tag = `"${version}"`
  setRawHeader(reply, 'ETag', tag)
  setRawHeader(reply, 'Cache-Control', 'private, no-cache')
  const held = request.headers['if-none-match']
  if (held === undefined) return false
  return held.trim() === '*' || held.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** Responds 304. Apart, for a route's schema describes only responses that have a body. */
export const sendUnchanged = (reply: FastifyReply): FastifyReply => reply.code(304).send()
