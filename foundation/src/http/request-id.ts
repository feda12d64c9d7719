import { randomUUID } from 'node:crypto'

export const requestIdHeader = 'X-Service-Request-Id'

/**
 * A fresh id for each request. An id that the caller sends is never taken over: two callers could send the same one,
 * or one that points at somebody else's request, and the log and the audit trail could no longer distinguish them.
 */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`
