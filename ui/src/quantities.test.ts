import { expect, test } from 'vitest'
import { formatBytes } from './numbers.ts'
import {
  digits,
  formatDuration,
  formatEnergy,
  formatGpuHours,
  formatGrams,
  formatPue,
  formatUsd,
} from './quantities.ts'

test('quantities have their unit and no digit that says nothing', () => {
  expect([0, 0.00003, 0.0035, 0.01, 2.15, 1234.5].map(formatUsd)).toEqual([
    '$0.00',
    '<$0.0001',
    '$0.0035',
    '$0.01',
    '$2.15',
    '$1,234.50',
  ])
  expect([0, 0.154, 9.21, 402.4, -1_240, 56_700].map(formatGrams)).toEqual([
    '0 g',
    '0.15 g',
    '9.2 g',
    '402 g',
    '−1.2 kg',
    '57 kg',
  ])
  expect([0.0163, 7.5, 12.34].map(formatGpuHours)).toEqual(['0.016 GPU-h', '7.5 GPU-h', '12.3 GPU-h'])
  expect([0, 0.034, 1.25].map(formatEnergy)).toEqual(['0 kWh', '34 Wh', '1.3 kWh'])
  expect([99.96, 100].map(digits)).toEqual(['100', '100'])
  expect([-5, 59_000, 3_600_000, 12_000_000, 200_000_000].map(formatDuration)).toEqual([
    '0 s',
    '59 s',
    '1 h',
    '3 h 20 min',
    '2 days',
  ])
})

test('a PUE has at most two decimals', () => {
  expect([1, 1.1500000000000001, 1.4].map(formatPue)).toEqual(['1', '1.15', '1.4'])
})

test('sizes are in the unit in which they are read most easily', () => {
  expect([0, 999, 1_000, 999_960, 2_400_000_000, 3e12, 4e15].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '1.0 MB',
    '2.4 GB',
    '3.0 TB',
    '4000.0 TB',
  ])
})
