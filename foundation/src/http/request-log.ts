import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../log/log.ts'

export type RequestLog = (request: FastifyRequest, reply: FastifyReply, route: string) => void

const probes = new Set(['/healthz', '/readyz'])

/**
 * One line for each request: the caller, the route, the status, and how long it took. The route is the pattern
 * and the query string is left out: a screened name is personal data, and logs are kept and shipped as such data must
 * not be. A load balancer's probes that succeed are logged as `debug`, or they would be most of the log.
 */
export function makeRequestLog(log: Logger): RequestLog {
  if (!log.isLevelEnabled('info')) return () => {}
  return (request, reply, route) => {
    const { principal } = request
    const actor = principal?.actor
    const isProbe = probes.has(route) && reply.statusCode < 400
    log[isProbe ? 'debug' : 'info'](
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 1000) / 1000,
        companyId: principal?.companyId,
        keyId: actor?.kind === 'key' ? actor.id : undefined,
        userId: actor?.kind === 'user' ? actor.id : undefined,
      },
      'request',
    )
  }
}
