import { expect, test } from 'vitest'
import { codeAt, otpauthUri, stepAt, stepOf, toBase32 } from './totp.ts'

/** RFC 6238, appendix B, of its eight digits the last six. */
const secret = Buffer.from('12345678901234567890')
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i s the code is %s', (seconds, code) => {
  expect(codeAt(secret, stepAt(new Date(seconds * 1_000)))).toBe(code)
})

test('a code holds a step early and late, and never twice', () => {
  const now = new Date(1_234_567_890_000)
  const step = stepAt(now)
  for (const near of [step - 1, step, step + 1]) expect(stepOf(secret, codeAt(secret, near), now, 0)).toBe(near)
  for (const far of [step - 2, step + 2]) expect(stepOf(secret, codeAt(secret, far), now, 0)).toBeUndefined()
  expect(stepOf(secret, codeAt(secret, step), now, step)).toBeUndefined()
  for (const bad of ['', '12345', '1234567', '12345a', '００５９２４'])
    expect(stepOf(secret, bad, now, 0)).toBeUndefined()
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" is %s in base 32', (text, written) => {
  expect(toBase32(Buffer.from(text))).toBe(written)
})

test('names in the link are escaped', () => {
  expect(otpauthUri('ABC', { issuer: 'A & B', account: 'a+b@x.example' })).toBe(
    'otpauth://totp/A%20%26%20B:a%2Bb%40x.example?secret=ABC&issuer=A%20%26%20B',
  )
})
