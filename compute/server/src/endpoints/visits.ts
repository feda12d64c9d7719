/**
 * Visits: how a person who is signed in at the dashboard gets into an endpoint that is for their company.
 *
 * The gateway leads a browser to a page of the service. Signed in there, the person gets a **ticket**: for this deployment,
 * for a minute, for one use. With it the page leads back to the endpoint, where the gateway uses it up and sets a cookie for
 * that host alone: the id of the session and an end, sealed, and bound to the deployment. The secret of the session itself
 * never leaves the dashboard.
 *
 * A visit ends after an hour, with the session, and with the membership: a session is read again once what is known of it is
 * two seconds old.
 */

import type { Database } from '@service/foundation/database/database.ts'
import type { Access } from '@service/foundation/identity/model/access.ts'
import type { Principal } from '@service/foundation/identity/model/principal.ts'
import { LruMap } from '@service/foundation/lru-map.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { Sealer } from '@service/foundation/sealing/sealing.ts'
import { generateToken, hashToken } from '@service/foundation/secret-token.ts'
import { endOf } from '@service/foundation/sign-in/model/session.ts'
import type { SignIn } from '@service/foundation/sign-in/sign-in.ts'
import { noSuchDeployment } from '../deployments/deployments.ts'
import * as tickets from './ticket-store.ts'

/** What a key and a person need to reach an endpoint that is not public. */
export const useScope = 'endpoints:use'
/** Where at the endpoint a ticket is shown. */
export const entryPath = '/.well-known/service-visit'
export const visitMs = 3_600_000
/** Over TLS browsers take it from this host alone (RFC 6265bis, section 4.1.3.2). */
export const visitCookie = (secure: boolean): string => `${secure ? '__Host-' : ''}service_visit`
export const visitCookies: ReadonlySet<string> = new Set([visitCookie(true), visitCookie(false)])

/** Of an endpoint. */
export type Place = { deploymentId: string; companyId: string }

export interface Visits {
  /** Returns the path and query that show the ticket at the endpoint. */
  begin(by: Principal, to: { name: string; path: string }): Promise<string>
  /** Uses the ticket up. The person goes on to `path`, with the cookie. */
  enter(place: Place, ticket: string): Promise<{ path: string; cookie: string } | undefined>
  /** Whether the cookie is of a visit to this place, by somebody who is still signed in and still belongs there. */
  holds(place: Place, cookie: string): Promise<boolean>
}

type Deps = {
  db: Database
  now: () => Date
  /** Monotonic. */
  uptimeMs: () => number
  randomBytes: (count: number) => Uint8Array
  sealer: Pick<Sealer, 'seal' | 'open'>
  access: Pick<Access, 'permissionsOfPerson'>
  readAccount: SignIn['readAccount']
}

type KnownAccount = { account: ReturnType<SignIn['readAccount']>; sinceMs: number }

const brand = 'svt_'
const ticketMs = 60_000
const trustMs = 2_000
const maxCookieLength = 500
const maxPathLength = 2_000

export function makeVisits({ db, now, uptimeMs, randomBytes, sealer, access, readAccount }: Deps): Visits {
  const known = new LruMap<string, KnownAccount>(10_000)

  function accountOf(sessionId: string): KnownAccount['account'] {
    const found = known.get(sessionId)
    if (found && uptimeMs() - found.sinceMs <= trustMs) return found.account
    const account = readAccount(sessionId).catch((cause) => {
      known.deleteWhere((one) => one.account === account)
      throw new Problem('unavailable', 'Sessions cannot be checked at the moment: try again shortly.', {
        cause,
        retryAfterSeconds: 5,
      })
    })
    known.set(sessionId, { account, sinceMs: uptimeMs() })
    return account
  }

  async function mayUse(sessionId: string, { companyId }: Place): Promise<boolean> {
    const account = await accountOf(sessionId)
    if (!account || account.companyId !== companyId || endOf(account) <= now()) return false
    return access.permissionsOfPerson(account).has(useScope)
  }

  return {
    async begin({ companyId, session }, { name, path }) {
      const at = now()
      const token = generateToken(brand, randomBytes)
      const ticket = {
        sha256: hashToken(brand, token)!,
        sessionId: session?.id ?? '',
        companyId,
        path: isPath(path) ? path : '/',
        expiresAt: new Date(at.getTime() + ticketMs),
      }
      if (!(await db.transaction((tx) => tickets.insert(tx, name, ticket, at)))) throw noSuchDeployment()
      return `${entryPath}?ticket=${token}`
    },

    async enter(place, ticket) {
      const sha256 = hashToken(brand, ticket)
      if (!sha256) return undefined
      const used = await tickets.use(db.connection, { sha256, deploymentId: place.deploymentId, now: now() })
      if (!used || !(await mayUse(used.sessionId, place))) return undefined
      const visit = { session: used.sessionId, untilMs: now().getTime() + visitMs }
      return { path: used.path, cookie: sealer.seal(JSON.stringify(visit), ownerOf(place)) }
    },

    async holds(place, cookie) {
      const visit = opened(cookie, place)
      return visit !== undefined && visit.untilMs > now().getTime() && mayUse(visit.session, place)
    },
  }

  function opened(cookie: string, place: Place): { session: string; untilMs: number } | undefined {
    if (cookie.length > maxCookieLength) return undefined
    try {
      return JSON.parse(sealer.open(cookie, ownerOf(place)))
    } catch {
      return undefined // made up, of another deployment, or under a key that is gone
    }
  }
}

const ownerOf = ({ deploymentId }: Place): string => `visit to ${deploymentId}`

/** Of the endpoint's own host: none that a browser would read as another host. */
const isPath = (path: string): boolean => path.length <= maxPathLength && /^\/(?![/\\])[!"$-~]*$/.test(path)
