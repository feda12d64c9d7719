/**
 * Exponential and logarithm by basic operations alone, which every machine rounds alike. `Math.exp` and `Math.log` may
 * differ in the last bit from one engine to the next, and a model that is trained twice must come out the same.
 *
 * Index bounds: the table has every power that a result can have, and scores are counted below their length.
 */
const ln2 = Math.LN2

/** 2^n for n from −1022 to 1023, by doubling and halving, which is exact; a power operator need not be. */
const powersOfTwo = new Float64Array(2046)
for (let i = 1022, power = 1; i < powersOfTwo.length; i++, power *= 2) powersOfTwo[i] = power
for (let i = 1021, power = 0.5; i >= 0; i--, power /= 2) powersOfTwo[i] = power

/** e^x to about 15 digits. */
export function exp(x: number): number {
  if (x > 700) return Number.MAX_VALUE
  if (x < -700) return 0
  const power = Math.round(x / ln2)
  const r = x - power * ln2
  let sum = 1
  for (let n = 16; n > 0; n--) sum = 1 + (r * sum) / n
  return sum * powersOfTwo[power + 1022]!
}

/** Natural logarithm of a number above 0, to about 15 digits. */
export function log(x: number): number {
  let power = 0
  let mantissa = x
  while (mantissa > 1.5) {
    mantissa /= 2
    power++
  }
  while (mantissa < 0.75) {
    mantissa *= 2
    power--
  }
  // 2 artanh((m − 1) / (m + 1))
  const ratio = (mantissa - 1) / (mantissa + 1)
  const square = ratio * ratio
  let sum = 0
  for (let n = 29; n > 0; n -= 2) sum = 1 / n + square * sum
  return 2 * ratio * sum + power * ln2
}

/** Converts scores into probabilities, in place. */
export function softmax(scores: Float64Array): void {
  let highest = Number.NEGATIVE_INFINITY
  for (const score of scores) if (score > highest) highest = score
  let sum = 0
  for (let i = 0; i < scores.length; i++) {
    const value = exp(scores[i]! - highest)
    scores[i] = value
    sum += value
  }
  for (let i = 0; i < scores.length; i++) scores[i]! /= sum
}

/** Hyperbolic tangent, the same to the last bit on every machine. */
export function tanh(x: number): number {
  if (x < 0) return -tanh(-x)
  const squared = exp(-2 * x)
  return (1 - squared) / (1 + squared)
}
