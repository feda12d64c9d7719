const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds of `250ms`, `5s`, `10m`, `6h` or `30d`; undefined for anything else. */
export function parseDurationMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * unitMs[unit as keyof typeof unitMs]
}
