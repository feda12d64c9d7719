import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signDistance } from './sign-distance.ts'
import { toSigns } from './signs.ts'
import { minDistance, soundsOf } from './sounds.ts'

const signsOf = (word: string): Uint8Array => {
  const signs = new Uint8Array(64)
  return signs.slice(0, toSigns(word, 0, signs))
}
const distance = (one: Uint8Array, other: Uint8Array, limit: number): number =>
  signDistance(one, one.length, other, 0, other.length, limit)

const word = fc
  .array(fc.constantFrom(...'aeiouhyjkgtdszcvfbplrmn'), { minLength: 1, maxLength: 14 })
  .map((letters) => signsOf(letters.join('')))

test('the sounds of two words give a lower bound of their distance', () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      const least = minDistance(soundsOf(one, 0, one.length), soundsOf(other, 0, other.length))
      expect(least).toBeLessThanOrEqual(distance(one, other, 100))
    }),
  )
})

test('a distance within the limit does not depend on the limit', () => {
  fc.assert(
    fc.property(word, word, fc.double({ min: 0, max: 4, noNaN: true }), (one, other, limit) => {
      const whole = distance(one, other, 100)
      if (whole <= limit) expect(distance(one, other, limit)).toBe(whole)
      else expect(distance(one, other, limit)).toBeGreaterThan(limit)
    }),
  )
})

test.each([
  ['amr', 'arm'],
  ['kral', 'rkal'],
])('%s and %s differ by one transposition, at any limit that allows it', (one, other) => {
  expect(distance(signsOf(one), signsOf(other), 0.7)).toBe(0.7)
})
