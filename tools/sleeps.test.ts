import { expect, test } from 'vitest'
import { bareSleeps } from './sleeps.ts'

const found = (text: string, path = 'foundation/src/a.test.ts') => bareSleeps([{ path, text }])

test.each([
  ['a sleep', '  await sleep(100)'],
  ['a timer in a promise', 'await new Promise((resolve) => setTimeout(resolve, 20))'],
  ['a timer that goes off later', 'setTimeout(() => socket.destroy(), 50)'],
  ['a sleep in a loop', 'while (!done) await sleep(10)'],
  ['a sleep next to an address, which is no comment', "await sleep(10); get('http://127.0.0.1')"],
  ['a sleep two lines below a comment', '// begins\nbegin()\nawait sleep(10)'],
])('%s without a reason is refused', (_what, text) => {
  expect(found(text)).toHaveLength(1)
})

test('the place is named', () => {
  expect(found('begin()\n\nawait sleep(10)')).toEqual([
    'foundation/src/a.test.ts:3: wait for a condition, or say in a comment why time has to pass',
  ])
})

test.each([
  ['on its line', 'await sleep(800) // longer than two leases'],
  ['on the line above', '// longer than two leases\nawait sleep(800)'],
  ['at the end of a block above', '/* longer than\n two leases */\nawait sleep(800)'],
])('a reason may stand %s', (_where, text) => {
  expect(found(text)).toEqual([])
})

test.each([
  ['a sleep in SQL', 'sql`select pg_sleep(0.1), sleep(1)`'],
  ['an import', "import { setTimeout as sleep } from 'node:timers/promises'"],
  ['an interval', 'setInterval(() => {}, 50)'],
])('%s is no sleep', (_what, text) => {
  expect(found(text)).toEqual([])
})

test('a loop of a testing package may sleep in its header; product code is not concerned', () => {
  const text = 'while (!(await isReady())) await sleep(20)'
  expect(found(text, 'foundation/testing/src/a.ts')).toEqual([])
  expect(found('await sleep(20)', 'foundation/testing/src/a.ts')).toHaveLength(1)
  expect(found('await sleep(20)', 'foundation/src/a.ts')).toEqual([])
})
