import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateKey, keyLength, parseKey } from './key-format.ts'

test('a key is the brand, 43 characters of secret and 6 of checksum', () => {
  expect(generateKey(randomBytes)).toMatch(/^svc_[0-9A-Za-z]{49}$/)
})

test('the smallest and the largest secret have the same length', () => {
  expect(generateKey((count) => new Uint8Array(count))).toHaveLength(keyLength)
  expect(generateKey((count) => new Uint8Array(count).fill(255))).toHaveLength(keyLength)
})

test('the key for a known secret never changes', () => {
  expect(generateKey((count) => new Uint8Array(count))).toBe('svc_00000000000000000000000000000000000000000000JB6dd')
  expect(generateKey((count) => new Uint8Array(count).fill(7))).toBe(
    'svc_1fJjkkpe9PiTw9KSulA8Ghct30vZz4HpdQ5c5b9cPF14YIjKc',
  )
})

test('every generated key parses to its hash, prefix and last four characters', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (secret) => {
      const key = generateKey(() => secret)
      expect(parseKey(key)).toEqual({
        sha256: createHash('sha256').update(key).digest(),
        prefix: key.slice(0, 8),
        lastFour: key.slice(-4),
      })
    }),
  )
})

test('changing any one character makes a key unreadable', () => {
  const key = generateKey(randomBytes)
  for (let i = 0; i < key.length; i++) {
    const other = key[i] === 'x' ? 'y' : 'x'
    expect(parseKey(key.slice(0, i) + other + key.slice(i + 1))).toBeUndefined()
  }
})

const good = generateKey(randomBytes)
test.each([
  ['nothing', ''],
  ['the brand alone', 'svc_'],
  ['a key cut short', good.slice(0, -1)],
  ['a key with more behind it', `${good}0`],
  ['a key with a space before it', ` ${good}`],
  ['another brand', `sk__${good.slice(4)}`],
  ['upper-case brand', `SVC_${good.slice(4)}`],
  ['64 hex digits, as a stored hash looks', createHash('sha256').update(good).digest('hex')],
  ['the brand and 64 hex digits', `svc_${createHash('sha256').update(good).digest('hex')}`],
  ['a key-long run of hex digits', createHash('sha256').update(good).digest('hex').slice(0, keyLength)],
  ['base64 characters', `svc_${'+'.repeat(keyLength - 4)}`],
  ['a NUL inside', `${good.slice(0, 20)}\0${good.slice(21)}`],
  ['full-width digits', `svc_${'０'.repeat(keyLength - 4)}`],
  ['a megabyte', 'svc_'.repeat(262_144)],
])('%s is not a key', (_what, text) => {
  expect(parseKey(text)).toBeUndefined()
})

test('too little randomness is refused', () => {
  expect(() => generateKey(() => new Uint8Array(16))).toThrow(RangeError)
})
