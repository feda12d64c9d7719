/**
 * The sessions of this process: made for a request that names none, bounded in number for an address and for
 * all, and forgotten half an hour after they were made.
 */
import { createHash } from 'node:crypto'
import { Problem } from '@service/foundation/problem.ts'
import { type RateVerdict, TokenBuckets } from '@service/foundation/rate-limit/rate-limit.ts'
import { openSerialQueues } from './serial-queues.ts'
import { Session, type SessionDeps } from './session.ts'

export const sessionMs = 30 * 60_000
const maxSessions = 1_000
const maxOfAddress = 20
/** A session is given up early for somebody else's if nothing was asked of it for so long. */
const idleMs = 5 * 60_000
const pruneEveryMs = 30_000

type Kept = { session: Session; range: string; usedMs: number; requests: number }

export type Sessions = {
  /** Counts a request of this address; throws a `Problem` past the limit. */
  admit(address: string): RateVerdict
  /** The session of this id, or, without one, a new one. Throws a `Problem` for an unknown id. */
  open(id: string | undefined, address: string): Session
  find(id: string): Session | undefined
  requestsOf(id: string): number
  end(id: string): void
  readonly size: number
  close(): void
}

export function openSessions(
  deps: Omit<SessionDeps, 'enqueueMove'> & { uptimeMs: () => number; newId: () => string; requestsPerMinute: number },
): Sessions {
  const { uptimeMs, newId, requestsPerMinute } = deps
  const kept = new Map<string, Kept>()
  const byRange = new Map<string, Set<Kept>>()
  const moves = openSerialQueues()
  const buckets = new TokenBuckets({ nowMs: uptimeMs, maxBuckets: 20_000 })
  const pruning = setInterval(prune, pruneEveryMs)
  pruning.unref()

  function keep(one: Kept): void {
    kept.set(one.session.id, one)
    const ofRange = byRange.get(one.range) ?? new Set()
    byRange.set(one.range, ofRange.add(one))
  }

  function end(id: string): void {
    const one = kept.get(id)
    if (!one) return
    one.session.close()
    kept.delete(id)
    const ofRange = byRange.get(one.range)
    ofRange?.delete(one)
    if (ofRange?.size === 0) byRange.delete(one.range)
  }

  function endIdlest(among: Iterable<Kept>): void {
    const [idlest] = [...among].sort((a, b) => a.usedMs - b.usedMs)
    if (idlest) end(idlest.session.id)
  }

  function prune(): void {
    const beforeMs = deps.now().getTime() - sessionMs
    for (const [id, { session }] of kept) if (session.madeAt.getTime() <= beforeMs) end(id)
  }

  /** The idlest goes first. */
  function makeRoom(range: string): void {
    if (kept.size >= maxSessions) prune()
    const ofRange = byRange.get(range)
    if (ofRange && ofRange.size >= maxOfAddress) endIdlest(ofRange)
    if (kept.size < maxSessions) return
    if ([...kept.values()].every(({ usedMs }) => uptimeMs() - usedMs < idleMs)) {
      throw new Problem('unavailable', 'All sessions of the sandbox are in use. Try again in a few minutes.', {
        retryAfterSeconds: 60,
      })
    }
    endIdlest(kept.values())
  }

  return {
    admit(address) {
      const verdict = buckets.take(rangeOf(address), requestsPerMinute)
      if (verdict.allowed) return verdict
      throw new Problem('rate-limited', `An address may make ${verdict.limit} requests a minute in the sandbox.`, {
        retryAfterSeconds: verdict.retryAfterSeconds,
      })
    },
    open(id, address) {
      const found = id === undefined ? undefined : kept.get(id)
      if (found && found.session.madeAt.getTime() > deps.now().getTime() - sessionMs) {
        found.usedMs = uptimeMs()
        found.requests += 1
        return found.session
      }
      if (id !== undefined) throw noSuchSession()
      const range = rangeOf(address)
      makeRoom(range)
      const session = new Session(newId(), { ...deps, enqueueMove: moves.of(range) })
      keep({ session, range, usedMs: uptimeMs(), requests: 1 })
      return session
    },
    find: (id) => kept.get(id)?.session,
    requestsOf: (id) => kept.get(id)?.requests ?? 0,
    end,
    get size() {
      return kept.size
    },
    close() {
      clearInterval(pruning)
      for (const id of [...kept.keys()]) end(id)
    },
  }
}

const noSuchSession = () =>
  new Problem(
    { code: 'sandbox-session-not-found', status: 404 },
    'This session of the sandbox has ended: they last for 30 minutes. Leave the header X-Service-Sandbox out for another.',
  )

/** Who has an IPv6 address has 2^64 of them. Addresses are not kept as they are. */
export function rangeOf(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const range = mapped.includes(':') ? expanded(mapped).slice(0, 4).join(':') : mapped
  return createHash('sha256').update(range).digest('base64url').slice(0, 16)
}

function expanded(address: string): string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const [first, last] = [head.split(':').filter(Boolean), (tail ?? '').split(':').filter(Boolean)]
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
}
