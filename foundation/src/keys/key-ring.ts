/**
 * The key ring: from what a caller presents to whom it acts for, without asking the database in the steady state.
 *
 * A key found once is kept under its SHA-256, never its plaintext. Whatever changes a key or its company's limits
 * announces it on `keys_changed` in the same transaction, and every process then drops what it kept. While a process
 * cannot hear announcements it trusts nothing older than a second, and once it hears again it starts afresh, so a
 * revoked key is refused everywhere within a second. Should the database be away too, keys that are no longer trusted
 * are answered with 503: better shut than open.
 *
 * Keys that do not exist are remembered as well, in a memory of their own: a stranger can neither push the real ones
 * out nor have the same made-up key looked up again and again.
 */
import { hash } from 'node:crypto'
import type { Database, Listener } from '../database/database.ts'
import type { Access } from '../identity/model/access.ts'
import type { Principal } from '../identity/model/principal.ts'
import { LruMap } from '../lru-map.ts'
import { keyLength, parseKey } from './key-format.ts'
import { KeyLookups } from './key-lookups.ts'
import { type FoundKey, recordUses } from './key-store.ts'

type KnownKey = { principal: Principal; expiresAtMs: number; loadedAtMs: number }

type Clocks = {
  /** Wall clock, for expiry. */
  nowMs: () => number
  /** Monotonic, for ages: a corrected wall clock must not lengthen trust. */
  uptimeMs: () => number
}

export type KeyRingOptions = Clocks & {
  db: Database
  /** The scopes of this service. */
  access: Access
  /** Reports failures in the background; no request waits for them. */
  report: (error: unknown) => void
  maxKeys?: number
  maxUnknown?: number
  saveUsesEveryMs?: number
}

/** The trust in a known key while announcements are not heard: the promised second, less the time of a query. */
const trustUnheardMs = 900
/** The trust in a known key while announcements are heard: a change made by hand in the database shows within this. */
const trustHeardMs = 5 * 60_000
const rememberUnknownMs = 10_000
const maxLoads = 3

export class KeyRing {
  readonly #db: Database
  readonly #access: Access
  readonly #clocks: Clocks
  readonly #report: (error: unknown) => void
  readonly #known: LruMap<string, KnownKey>
  /** The time until which a key's hash is taken for unknown. */
  readonly #unknown: LruMap<string, number>
  readonly #lookups: KeyLookups
  /** The last use of each key, where it is not saved yet. */
  readonly #uses = new Map<string, number>()
  readonly #saveTimer: NodeJS.Timeout
  #listener!: Listener
  #interruptions = 0
  /** Counts announcements, so that a look-up that was under way during one is not kept. */
  #changes = 0

  static async open(options: KeyRingOptions): Promise<KeyRing> {
    const ring = new KeyRing(options)
    ring.#listener = await options.db.listen('keys_changed', (id) => ring.#forget(id))
    ring.#interruptions = ring.#listener.interruptions
    return ring
  }

  private constructor(options: KeyRingOptions) {
    this.#db = options.db
    this.#access = options.access
    this.#clocks = { nowMs: options.nowMs, uptimeMs: options.uptimeMs }
    this.#report = options.report
    this.#known = new LruMap(options.maxKeys ?? 10_000)
    this.#unknown = new LruMap(options.maxUnknown ?? 10_000)
    this.#lookups = new KeyLookups({ db: options.db })
    this.#saveTimer = setInterval(() => void this.saveUses(), options.saveUsesEveryMs ?? 60_000)
    this.#saveTimer.unref()
  }

  /** Whom the presented key acts for; `undefined` for a key that is malformed, unknown, revoked or expired. */
  async authenticate(presented: string): Promise<Principal | undefined> {
    if (presented.length !== keyLength) return undefined
    const sha256Hex = hash('sha256', presented)
    this.#dropAfterInterruption()
    const known = this.#known.get(sha256Hex)
    if (known && this.#clocks.uptimeMs() - known.loadedAtMs <= this.#trustMs()) return this.#admit(known)
    if ((this.#unknown.get(sha256Hex) ?? 0) > this.#clocks.uptimeMs()) return undefined
    if (!parseKey(presented)) return undefined
    return this.#load(sha256Hex)
  }

  /** Writes back when keys were last used; runs by itself every minute and on `close`. */
  async saveUses(): Promise<void> {
    const uses = [...this.#uses].map(([keyId, usedAtMs]) => ({ keyId, usedAt: new Date(usedAtMs) }))
    if (uses.length === 0) return
    this.#uses.clear()
    try {
      await recordUses(this.#db.connection, uses)
    } catch (error) {
      this.#report(error)
      for (const { keyId, usedAt } of uses) if (!this.#uses.has(keyId)) this.#uses.set(keyId, usedAt.getTime())
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#saveTimer)
    await this.#lookups.close()
    await this.#listener.close()
    await this.saveUses()
  }

  async #load(sha256Hex: string): Promise<Principal | undefined> {
    for (let attempt = 1; ; attempt++) {
      const changes = this.#changes
      const loadedAtMs = this.#clocks.uptimeMs()
      const found = await this.#lookups.find(sha256Hex)
      this.#dropAfterInterruption()
      const unchanged = changes === this.#changes
      if (!unchanged && attempt < maxLoads) continue
      if (!found) {
        this.#unknown.set(sha256Hex, loadedAtMs + rememberUnknownMs)
        return undefined
      }
      const known = {
        principal: this.#principalOf(found),
        expiresAtMs: found.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
        loadedAtMs,
      }
      if (unchanged) this.#known.set(sha256Hex, known)
      return this.#admit(known)
    }
  }

  #admit({ principal, expiresAtMs }: KnownKey): Principal | undefined {
    const nowMs = this.#clocks.nowMs()
    if (nowMs >= expiresAtMs) return undefined
    this.#uses.set(principal.actor.id, nowMs)
    return principal
  }

  #principalOf({ id, companyId, scopes, limits }: FoundKey): Principal {
    return { actor: { kind: 'key', id }, companyId, permissions: this.#access.permissionsOfKey(scopes), limits }
  }

  #trustMs(): number {
    return this.#listener.live ? trustHeardMs : trustUnheardMs
  }

  /** `id` is a key's or a company's. */
  #forget(id: string): void {
    this.#changes += 1
    this.#known.deleteWhere(({ principal }) => principal.actor.id === id || principal.companyId === id)
  }

  #dropAfterInterruption(): void {
    if (this.#interruptions === this.#listener.interruptions) return
    this.#interruptions = this.#listener.interruptions
    this.#changes += 1
    this.#known.clear()
  }
}
