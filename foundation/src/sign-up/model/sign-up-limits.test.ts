import { expect, test } from 'vitest'
import { signUpLimits, wideRangeOf } from './sign-up-limits.ts'

test.each([
  ['192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', '192.0.2'],
  ['2001:db8:7:1::1', '2001:db8:7'],
  ['2001:0DB8::1', '2001:db8:0'],
  ['2001:db8:7:ffff:1:2:3:4', '2001:db8:7'],
  ['::1', '0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0'],
])('%s belongs to the range %s', (address, range) => {
  expect(wideRangeOf(address)).toBe(range)
})

test('what is counted by names no address', () => {
  const subjects = signUpLimits('192.0.2.7').map(({ subject }) => subject)
  expect(subjects).toEqual(signUpLimits('192.0.2.8').map(({ subject }) => subject))
  expect(subjects.join()).not.toContain('192')
})
