import type { Actor } from './actor.ts'

/** The proved caller of a request, with all that the request needs to know: reading it costs no database round trip. */
export type Principal = {
  actor: Actor
  /** The tenant. Every query on tenant data carries it. */
  companyId: string
  /** The scopes of a key, the permissions of a person's role. */
  permissions: ReadonlySet<string>
  limits: {
    /** The token bucket of this actor in this process. */
    requestsPerMinute: number
    /** Requests (batch: items) that the company may make in a calendar month, UTC. */
    monthlyQuota: number
  }
  /** Of a signed-in person. */
  session?: {
    id: string
    /** The person has proved to be who they are within the last ten minutes: what is dangerous needs that. */
    isFresh: boolean
  }
}
