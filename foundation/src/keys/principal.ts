import type { Scope } from './scopes.ts'

/** Who a request acts for, as proved by its API key. Cached: reading it costs no database round trip. */
export type Principal = {
  keyId: string
  /** The tenant. Every query on tenant data carries it. */
  companyId: string
  scopes: ReadonlySet<Scope>
  /** Token bucket of this key in this process. */
  requestsPerMinute: number
  /** Requests (batch: items) the company may make in a calendar month, UTC. */
  monthlyQuota: number
}
