import { monthOf } from '../quota/model/month.ts'
import type { CommandContext } from './command.ts'
import { UsageError } from './usage-error.ts'

export const monthOption = { month: { value: 'YYYY-MM', says: 'Another month than the current one' } } as const

/** The month of a command on what was used in one: the current one where none is named. */
export function chosenMonth({ admin, input }: Pick<CommandContext, 'admin' | 'input'>): string {
  const month = input.text('month') ?? monthOf(admin.now()).slice(0, 7)
  if (!/^20\d{2}-(0[1-9]|1[0-2])$/.test(month)) throw new UsageError('--month must look like 2026-11.')
  return month
}
