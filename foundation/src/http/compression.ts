/**
 * Responses above a kilobyte are compressed where the caller accepts gzip, off the main thread. Never those that show a
 * secret, nor what signed-in people see: beside text that somebody else chooses, the length of a compressed response tells
 * what it holds (BREACH).
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A response shows a secret. */
    showsSecret?: true
  }
}

const minBytes = 1_024
const compressed = promisify(gzip)

export function compressRoute(route: RouteOptions): void {
  const { session, showsSecret, csv, lines } = route.config ?? {}
  if (session !== undefined || showsSecret) return
  const steps = route.onSend === undefined ? [] : [route.onSend].flat()
  const vary = csv || lines ? 'Accept, Accept-Encoding' : 'Accept-Encoding'
  route.onSend = [
    // The last, for the others want the text.
    ...steps,
    async (request, reply, payload) => {
      addVary(reply, vary)
      if (typeof payload !== 'string' || Buffer.byteLength(payload) <= minBytes || !accepts(request)) return payload
      reply.header('content-encoding', 'gzip')
      weaken(reply)
      return compressed(payload, { level: 4 })
    },
  ]
}

/** Beside what other parts of the app have said. */
export function addVary(reply: FastifyReply, names: string): void {
  const before = reply.raw.getHeader('Vary')
  reply.raw.setHeader('Vary', before === undefined ? names : `${String(before)}, ${names}`)
}

/** The bytes are others now, though they say the same (RFC 9110, section 8.8.1). */
function weaken({ raw }: FastifyReply): void {
  const tag = raw.getHeader('ETag')
  if (typeof tag === 'string' && !tag.startsWith('W/')) raw.setHeader('ETag', `W/${tag}`)
}

function accepts({ raw, headers }: FastifyRequest): boolean {
  if (raw.method === 'HEAD') return false
  const accepted = headers['accept-encoding']
  if (accepted === undefined) return false
  const codings = String(accepted).toLowerCase().split(',')
  const weights = codings.map((coding) => {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return [name, q === undefined ? 1 : Number(q)] as const
  })
  const own = weights.find(([name]) => name === 'gzip') ?? weights.find(([name]) => name === '*')
  return own !== undefined && own[1] > 0
}
