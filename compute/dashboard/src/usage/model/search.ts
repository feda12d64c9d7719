/** What stands in the address. A bad value falls back. */
export type UsageSearch = { month?: string; label?: string }

export function searchOf({ month, label }: Record<string, unknown>): UsageSearch {
  return {
    ...(typeof month === 'string' && /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) && { month }),
    ...(typeof label === 'string' && /^[A-Za-z0-9][\w./-]{0,62}$/.test(label) && { label }),
  }
}
