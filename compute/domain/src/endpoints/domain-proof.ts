/**
 * Proof of control over a domain of a company's own, which is looked for again and again.
 *
 * A domain is `pending` until its record is found, then `active`. Once the record is not found any more it is `failing`, and
 * serves on for a grace; after it, it is `disabled`, and active again when the record is back.
 */
export const domainStatuses = ['pending', 'active', 'failing', 'disabled'] as const
export type DomainStatus = (typeof domainStatuses)[number]

/** Of these statuses requests are served. */
export const servedStatuses: readonly DomainStatus[] = ['active', 'failing']

export type DomainProof = {
  status: DomainStatus
  failingSince: Date | null
  /** Checks in a row that have not found the record. */
  failures: number
  dueAt: Date
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export const graceMs = 72 * hourMs
const activeEveryMs = 6 * hourMs
const failingEveryMs = hourMs / 2
const maxPauseMs = 6 * hourMs
const disabledEveryMs = 24 * hourMs

export function afterCheck(before: Omit<DomainProof, 'dueAt'>, isFound: boolean, now: Date): DomainProof {
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (isFound) return { status: 'active', failingSince: null, failures: 0, dueAt: after(activeEveryMs) }
  const failures = before.failures + 1
  if (before.status === 'pending')
    return { ...before, failures, dueAt: after(Math.min(maxPauseMs, minuteMs * 2 ** Math.min(failures - 1, 10))) }
  const failingSince = before.failingSince ?? now
  if (before.status === 'disabled' || now.getTime() - failingSince.getTime() >= graceMs)
    return { status: 'disabled', failingSince, failures, dueAt: after(disabledEveryMs) }
  return { status: 'failing', failingSince, failures, dueAt: after(failingEveryMs) }
}
