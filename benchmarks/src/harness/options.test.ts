import { expect, test } from 'vitest'
import { readOptions, sampleSize, UsageError } from './options.ts'

test('options are read in any order, with and without their optional values', () => {
  const options = readOptions(['--errors', '--only', 'pairs,un', '--json', '--data', 'some/folder'], {})
  expect(options).toMatchObject({
    errors: { group: undefined },
    only: ['pairs', 'un'],
    json: true,
    data: 'some/folder',
  })
  expect(readOptions(['--errors', 'STRONG', '--full'], {})).toMatchObject({ errors: { group: 'STRONG' }, full: true })
})

test.each([
  [['--data']],
  [['--only', '--json']],
  [['--what']],
  [['--save', '--only', 'pairs']],
  [['--save', '--sample', '10']],
  [['--sample', 'few']],
])('%j is refused', (args) => {
  expect(() => readOptions(args, {})).toThrow(UsageError)
})

test('a sample has its default size, its full one, or the one asked for', () => {
  const sizes = { byDefault: 10, full: 1_000 }
  expect(sampleSize(readOptions([], {}), sizes)).toBe(10)
  expect(sampleSize(readOptions(['--full'], {}), sizes)).toBe(1_000)
  expect(sampleSize(readOptions(['--full', '--sample', '7'], {}), sizes)).toBe(7)
})
