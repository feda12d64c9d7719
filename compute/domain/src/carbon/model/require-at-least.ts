/** Throws `RangeError` unless `value` is finite and ≥ `min`. */
export function requireAtLeast(min: number, name: string, value: number): void {
  if (!(Number.isFinite(value) && value >= min)) throw new RangeError(`${name} must be at least ${min}: ${value}`)
}
