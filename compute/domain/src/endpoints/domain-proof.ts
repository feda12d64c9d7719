/**
 * Proof of control over a domain of a company's own, which is looked for again and again.
 *
 * A domain is `pending` until its record is found, then `active`. Once the record is not found any more it is `failing`, and
 * serves on for a grace; after it, it is `disabled`, and active again when the record is back. A check for which the DNS could
 * not be asked says nothing: the status stays, and the time since the check before does not count as part of the grace.
 */
export const domainStatuses = ['pending', 'active', 'failing', 'disabled'] as const
export type DomainStatus = (typeof domainStatuses)[number]

/** Of these statuses requests are served. */
export const servedStatuses: readonly DomainStatus[] = ['active', 'failing']

/** Why the last check did not prove control. */
export const domainReasons = ['record_missing', 'record_differs', 'held_by_another', 'dns_unavailable'] as const
export type DomainReason = (typeof domainReasons)[number]

export type DomainProof = {
  status: DomainStatus
  failingSince: Date | null
  /** Checks in a row that have not found the record. */
  failures: number
  checkedAt: Date | null
  dueAt: Date
}

export type CheckResult = 'found' | 'not found' | 'not asked'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export const graceMs = 72 * hourMs
const activeEveryMs = 6 * hourMs
const failingEveryMs = hourMs / 2
const maxPauseMs = 6 * hourMs
const disabledEveryMs = 24 * hourMs
const notAskedEveryMs = 10 * minuteMs

export function afterCheck(before: Omit<DomainProof, 'dueAt'>, result: CheckResult, now: Date): DomainProof {
  const next = (ms: number) => ({ checkedAt: now, dueAt: new Date(now.getTime() + ms) })
  const { status } = before
  if (result === 'found') return { status: 'active', failingSince: null, failures: 0, ...next(activeEveryMs) }
  if (result === 'not asked') {
    const everyMs = status === 'disabled' ? disabledEveryMs : notAskedEveryMs
    return { ...before, failingSince: withoutTimeSince(before, now), ...next(everyMs) }
  }
  const failures = before.failures + 1
  if (status === 'pending')
    return { ...before, failures, ...next(Math.min(maxPauseMs, minuteMs * 2 ** Math.min(failures - 1, 10))) }
  const failingSince = before.failingSince ?? now
  if (status === 'disabled' || now.getTime() - failingSince.getTime() >= graceMs)
    return { status: 'disabled', failingSince, failures, ...next(disabledEveryMs) }
  return { status: 'failing', failingSince, failures, ...next(failingEveryMs) }
}

/** The start of the grace, later by the time since the last check. */
function withoutTimeSince({ failingSince, checkedAt }: Omit<DomainProof, 'dueAt'>, now: Date): Date | null {
  if (failingSince === null || checkedAt === null) return failingSince
  return new Date(failingSince.getTime() + now.getTime() - checkedAt.getTime())
}
