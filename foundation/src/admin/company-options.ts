import type { CompanySettings } from '../companies/model/company.ts'
import type { CommandInput } from './command-input.ts'

export const limitOptions = {
  name: { value: 'TEXT', says: 'What people call the company' },
  'time-zone': { value: 'ZONE', says: 'IANA time zone for display' },
  'requests-per-minute': { value: 'N', says: 'Rate limit of each of its keys' },
  'monthly-quota': { value: 'N', says: 'Requests a calendar month, UTC' },
} as const

/** The same for a company that is created. */
export const newCompanyOptions = {
  name: { ...limitOptions.name, required: true },
  'time-zone': { ...limitOptions['time-zone'], default: 'UTC' },
  'requests-per-minute': { ...limitOptions['requests-per-minute'], default: '120' },
  'monthly-quota': { ...limitOptions['monthly-quota'], default: '100000' },
} as const

/** The settings that were given; others stay as they are. */
export function wantedSettings(input: CommandInput): Partial<CompanySettings> {
  const name = input.text('name')
  const timeZone = input.text('time-zone')
  const requestsPerMinute = input.wholeNumber('requests-per-minute')
  const monthlyQuota = input.wholeNumber('monthly-quota')
  return {
    ...(name === undefined ? {} : { name }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(monthlyQuota === undefined ? {} : { monthlyQuota }),
  }
}
