/** What stands in the address of the companies. A bad value falls back. */
export type CompaniesSearch = { text?: string; used?: number }

/** In percent of the hours. */
export const usedFilters = [50, 80, 100] as const

export function companiesSearchOf({ text, used }: Record<string, unknown>): CompaniesSearch {
  const words = typeof text === 'string' || typeof text === 'number' ? String(text).trim().slice(0, 100) : ''
  const percent = usedFilters.find((one) => one === Number(used))
  return { ...(words !== '' && { text: words }), ...(percent !== undefined && { used: percent }) }
}
