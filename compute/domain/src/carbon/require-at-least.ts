/** Throws `RangeError` unless `value` is finite and ≥ `least`. */
export function requireAtLeast(least: number, name: string, value: number): void {
  if (!(Number.isFinite(value) && value >= least)) throw new RangeError(`${name} must be at least ${least}: ${value}`)
}
