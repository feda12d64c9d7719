import { InputFaults } from '../../input-faults.ts'

/** The tenant: owner of users, keys, quota and data. */
export type Company = {
  id: string
  name: string
  slug: string
  /** IANA name, for display; days are UTC. */
  timeZone: string
  requestsPerMinute: number
  monthlyQuota: number
  createdAt: Date
}

export const defaultLimits = { requestsPerMinute: 120, monthlyQuota: 100_000 } as const

export type CompanySettings = Pick<Company, 'name' | 'timeZone' | 'requestsPerMinute' | 'monthlyQuota'>

/** The settings as they will be stored; throws a `Problem` that names every fault. */
export function checkSettings(settings: CompanySettings, faults = new InputFaults()): CompanySettings {
  const { timeZone, requestsPerMinute, monthlyQuota } = settings
  const name = faults.displayName('name', settings.name)
  if (!isTimeZone(timeZone)) faults.add('timeZone', 'must be an IANA time zone such as Europe/Paris')
  faults.wholeNumber('requestsPerMinute', requestsPerMinute, 1, 1_000_000)
  faults.wholeNumber('monthlyQuota', monthlyQuota, 0, 2_000_000_000)
  faults.throwIfAny()
  return { name, timeZone, requestsPerMinute, monthlyQuota }
}

export const isSlug = (text: string): boolean => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text)

function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false // an offset such as +01:00 knows no summer time
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
