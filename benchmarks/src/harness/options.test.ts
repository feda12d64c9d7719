import { expect, test } from 'vitest'
import { readOptions, UsageError } from './options.ts'

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

test.each([[['--data']], [['--only', '--json']], [['--what']], [['--save', '--only', 'pairs']]])(
  '%j is refused',
  (args) => {
    expect(() => readOptions(args, {})).toThrow(UsageError)
  },
)
