/** Whether an address says a day, such as `2026-11-20`. */
export const isDate = (given: unknown): given is string =>
  typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given))
