import { exp } from '../sentiment/exact-math.ts'

/** Hyperbolic tangent, the same to the last bit on every machine. */
export function tanh(x: number): number {
  if (x < 0) return -tanh(-x)
  const squared = exp(-2 * x)
  return (1 - squared) / (1 + squared)
}
