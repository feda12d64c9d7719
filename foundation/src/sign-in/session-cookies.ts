/**
 * The two cookies of a signed-in browser: the session's secret, and the mark of a browser that is known. They are named by
 * service, for a browser sends a host's cookies to every port of it. Where the service is reached over TLS they have the
 * prefix `__Host-` (RFC 6265bis, section 4.1.3.2), so that no other host can set them, and no other name is read.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieValue } from '../http/http.ts'
import { sessionMs } from './model/session.ts'

export type SessionCookies = {
  readSession(request: FastifyRequest): string | undefined
  readDevice(request: FastifyRequest): string | undefined
  setSession(reply: FastifyReply, token: string): void
  clearSession(reply: FastifyReply): void
  setDevice(reply: FastifyReply, token: string): void
  /** While somebody signs in at a provider: the browser that they come back in. */
  readUnderWay(request: FastifyRequest): string | undefined
  setUnderWay(reply: FastifyReply, token: string): void
  clearUnderWay(reply: FastifyReply): void
}

/** As long as browsers keep any cookie: 400 days. */
export const deviceMs = 400 * 24 * 3_600_000

const underWayMs = 10 * 60_000

/** The name of the session's cookie over TLS, for the API document. */
export const sessionCookieOf = (service: string): string => `__Host-${service}_session`

type Settings = {
  /** `reputation`. */
  name: string
  /** Where customers reach the service, if that is configured. */
  publicBaseUrl: string | undefined
}

export function makeSessionCookies({ name, publicBaseUrl }: Settings): SessionCookies {
  const isSecure = (request: FastifyRequest) =>
    publicBaseUrl === undefined ? request.protocol === 'https' : publicBaseUrl.startsWith('https:')
  const nameFor = (request: FastifyRequest, kind: string) => `${isSecure(request) ? '__Host-' : ''}${name}_${kind}`
  const read = (request: FastifyRequest, kind: string) => cookieValue(request.headers.cookie, nameFor(request, kind))
  function set(reply: FastifyReply, kind: string, value: string, maxAgeMs: number): void {
    const { request } = reply
    const secure = isSecure(request) ? '; Secure' : ''
    const cookie = `${nameFor(request, kind)}=${value}; Path=/; Max-Age=${Math.floor(maxAgeMs / 1_000)}${secure}; HttpOnly; SameSite=Lax`
    reply.raw.appendHeader('Set-Cookie', cookie)
  }
  return {
    readSession: (request) => read(request, 'session'),
    readDevice: (request) => read(request, 'device'),
    setSession: (reply, token) => set(reply, 'session', token, sessionMs),
    clearSession: (reply) => set(reply, 'session', '', 0),
    setDevice: (reply, token) => set(reply, 'device', token, deviceMs),
    readUnderWay: (request) => read(request, 'sign_in'),
    setUnderWay: (reply, token) => set(reply, 'sign_in', token, underWayMs),
    clearUnderWay: (reply) => set(reply, 'sign_in', '', 0),
  }
}
