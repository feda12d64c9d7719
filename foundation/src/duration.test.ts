import { expect, test } from 'vitest'
import { parseDurationMs } from './duration.ts'

test.each([
  ['0s', 0],
  ['250ms', 250],
  ['30s', 30_000],
  ['15m', 900_000],
  ['1.5h', 5_400_000],
  ['90d', 7_776_000_000],
])('%s is %i ms', (text, ms) => {
  expect(parseDurationMs(text)).toBe(ms)
})

test.each(['', '15', 'm', '-1s', '1 s', '1S', '1w', '1h30m', '1e3s', '٣s', '9999999999s'])(
  '"%s" is not a duration',
  (text) => {
    expect(parseDurationMs(text)).toBeUndefined()
  },
)
