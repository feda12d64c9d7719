const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const unitMs = { ms: 1, s: secondMs, m: minuteMs, h: hourMs, d: dayMs } as const

/** `90d`, `1.5h`, `15m`, `30s` or `250ms` in milliseconds; `undefined` for anything else. A bare number has no unit. */
export function parseDurationMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * unitMs[unit as keyof typeof unitMs]
}
