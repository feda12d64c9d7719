import { callerOf } from '@service/foundation/http/admission.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './screening.ts'

/** Who asks, with the request that the record or audit event is to name. */
export function callerWithRequest(request: FastifyRequest): Caller {
  const { companyId, keyId } = callerOf(request)
  return { companyId, keyId, requestId: request.id }
}
