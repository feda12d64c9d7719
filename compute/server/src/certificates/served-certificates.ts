/**
 * Certificates for handshakes, from memory: each process reads one when a caller first asks for its name, and again after a
 * while, so that it sees what another process has had renewed. While the database cannot be asked, what is known serves on.
 */
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Database } from '@service/foundation/database/database.ts'
import { domainPattern } from '@service/foundation/domain-name.ts'
import { LruMap } from '@service/foundation/lru-map.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import * as store from './certificate-store.ts'

type Known = { certificate: string; context: SecureContext; untilMs: number }

const trustMs = 30_000
const rememberUnknownMs = 2_000
const maxKnown = 5_000
/** Of different names at a time; beyond it, callers get no certificate rather than a place in memory. */
const maxAsked = 500

export class ServedCertificates {
  readonly #db: Database
  readonly #sealer: Sealer
  readonly #uptimeMs: () => number
  readonly #known = new LruMap<string, Known>(maxKnown)
  readonly #unknown = new LruMap<string, number>(maxKnown)
  readonly #asked = new Map<string, Promise<SecureContext | undefined>>()

  constructor({ db, sealer, uptimeMs }: { db: Database; sealer: Sealer; uptimeMs: () => number }) {
    this.#db = db
    this.#sealer = sealer
    this.#uptimeMs = uptimeMs
  }

  /** Undefined where there is none. */
  async find(serverName: string): Promise<SecureContext | undefined> {
    const name = serverName.toLowerCase()
    const known = this.#known.get(name)
    if (known && known.untilMs > this.#uptimeMs()) return known.context
    if (!domainPattern.test(name) || (this.#unknown.get(name) ?? 0) > this.#uptimeMs()) return undefined
    const asked = this.#asked.get(name)
    if (asked) return asked
    if (this.#asked.size >= maxAsked) return known?.context
    const asking = this.#read(name, known)
      .catch(() => known?.context)
      .finally(() => this.#asked.delete(name))
    this.#asked.set(name, asking)
    return asking
  }

  async #read(name: string, known: Known | undefined): Promise<SecureContext | undefined> {
    const found = await store.findIssued(this.#db.connection, name)
    const nowMs = this.#uptimeMs()
    if (!found) {
      this.#unknown.set(name, nowMs + rememberUnknownMs)
      return undefined
    }
    const { certificate, sealedKey } = found
    const context =
      known?.certificate === certificate
        ? known.context
        : createSecureContext({ cert: certificate, key: this.#sealer.open(sealedKey, name), minVersion: 'TLSv1.2' })
    this.#known.set(name, { certificate, context, untilMs: nowMs + trustMs })
    return context
  }
}
