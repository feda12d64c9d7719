import { expect, test } from 'vitest'

// The type checker of the tests does not know the pages.
const model: string = '../src/deployments/model/attempts.ts'
const { attemptsIn } = (await import(model)) as { attemptsIn: (events: object[]) => object[] }

const event = (at: string, attempt: number | null, more: object = {}) => ({
  at,
  attempt,
  hub: null,
  status: null,
  reason: null,
  message: null,
  ...more,
})

test('each attempt has its hub, its time and what ended it', () => {
  const events = [
    event('5', 2, { status: 'stopped', reason: 'user' }),
    event('4', 2, { hub: 'fr-north-1', status: 'running' }),
    event('3', 2, { hub: 'fr-north-1', status: 'failing_over' }),
    event('2', 1, { hub: 'se-north-1', status: 'failing_over', reason: 'hub_lost', message: 'Its hub fell silent.' }),
    event('1', 1, { hub: 'se-north-1', status: 'running' }),
    event('0', null, { status: 'scheduled' }),
  ]
  expect(attemptsIn(events)).toEqual([
    { attempt: 1, hub: 'se-north-1', from: '1', to: '3', why: 'Its hub fell silent.' },
    { attempt: 2, hub: 'fr-north-1', from: '3', to: '5', why: 'user' },
  ])
  expect(attemptsIn(events.slice(1))).toMatchObject([{}, { to: null, why: null }])
  expect(attemptsIn([])).toEqual([])
})
