/**
 * Certificates that the gateway gets by itself, from an authority that speaks ACME (RFC 8555), by proof over HTTP.
 *
 * Names get one that somebody has proved or configured: domains of companies' own that are served, and endpoints where the
 * operator wants that. A name that has none becomes a row, due at once (`certificate-store.ts`). Any process takes a due row under
 * a lease and brings its order as far as it goes (`order-certificate.ts`): account, order, proof, certificate. The token of a proof
 * is in the row, so every gateway answers for it, and so are certificate and sealed key, from which all of them serve
 * (`served-certificates.ts`). Renewal is the next time that the row falls due; until it has succeeded the old certificate serves.
 */
import type { SecureContext } from 'node:tls'
import type { Database } from '@service/foundation/database/database.ts'
import { newLease } from '@service/foundation/jobs/lease.ts'
import { msUntil } from '@service/foundation/jobs/listening-loop.ts'
import { WakeLoop } from '@service/foundation/jobs/wake-loop.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { type AcmeSettings, makeAcmeClient } from './acme/acme.ts'
import * as store from './certificate-store.ts'
import { advanceOrder, type OrderDeps } from './order-certificate.ts'
import { ServedCertificates } from './served-certificates.ts'

export { sealedCertificateRows } from './certificate-store.ts'
export type { AcmeSettings, CertificateState }

/** What the API says of a name's certificate. */
type CertificateState = {
  status: (typeof certificateStatuses)[number]
  message: string | null
  expiresAt: Date | null
}
export const certificateStatuses = ['ordering', 'issued', 'failing'] as const

/** What the gateway needs of them. */
export type OrderedCertificates = {
  contextOf(serverName: string): Promise<SecureContext | undefined>
  /** What a request for the token of a proof is answered with; undefined where there is no such proof under way. */
  responseTo(name: string, token: string): Promise<string | undefined>
}

type Deps = Omit<OrderDeps, 'acme' | 'directory'> & {
  newId: NewId
  /** Monotonic. */
  uptimeMs: () => number
  outbound: Pick<Outbound, 'get'>
}

export type Certificates = OrderedCertificates & {
  /** One round of work; returns the milliseconds until the next is due. */
  work(): Promise<number | undefined>
  start(): Promise<{ stop(): Promise<void> }>
}

/** Longer than all requests of one round may take. */
const leaseMs = 180_000
/** At a time in this process: authorities limit how many are under way. */
const batch = 4
const maxWantedAtOnce = 200
const pollEveryMs = 15_000
const tokenPattern = /^[\w-]{16,128}$/

export function makeCertificates({ newId, uptimeMs, outbound, ...deps }: Deps, settings: AcmeSettings): Certificates {
  const { db, now, log, sealer, scope } = deps
  const { connection } = db
  const ordering = { ...deps, acme: makeAcmeClient({ outbound, now }, settings), directory: settings.directory }
  const served = new ServedCertificates({ db, sealer, uptimeMs })

  async function work(): Promise<number | undefined> {
    await store.want(connection, scope(), now(), maxWantedAtOnce)
    const lease = newLease({ now, newId }, leaseMs)
    const due = await store.takeDue(connection, lease, batch)
    await Promise.all(due.map((one) => advanceOrder(ordering, one, lease.id)))
    return msUntil(await store.nextDueAt(connection), now())
  }

  return {
    contextOf: (serverName) => served.find(serverName),
    responseTo: async (name, token) =>
      tokenPattern.test(token) ? store.findResponse(connection, name, token) : undefined,
    work,
    async start() {
      // Only one process can hold an embedded database, so all leases found at its start are of processes that died.
      if (db.engine === 'embedded') await store.endLeases(connection)
      const report = (err: unknown) => log.error({ err }, 'certificates could not be ordered')
      return new WakeLoop({ tick: work, pollEveryMs, retryAfterMs: pollEveryMs, report })
    },
  }
}

/** Of the names that get certificates here; others have none. */
export async function certificatesOf(
  db: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, CertificateState>> {
  const states = await store.findStates(db.connection, names)
  return new Map(states.map(({ name, ...state }) => [name, shown(state)]))
}

function shown({ expiresAt, failures, message }: Omit<store.CertificateState, 'name'>): CertificateState {
  if (failures > 0) return { status: 'failing', message, expiresAt }
  return { status: expiresAt ? 'issued' : 'ordering', message: null, expiresAt }
}
