import { expect, test } from 'vitest'
import { observedWindow } from './observed-window.ts'

const observed = [1, 2, 3, 10, 11, 12]

test('the window holds the last days with news, and their age counts such days alone', () => {
  expect(observedWindow(11, observed, 3)).toEqual([
    { day: 3, age: 2 },
    { day: 10, age: 1 },
    { day: 11, age: 0 },
  ])
})

test('while the intake is down, the window stands still', () => {
  expect(observedWindow(9, observed, 3)).toEqual(observedWindow(3, observed, 3))
})

test('before the first day with news there is no window', () => {
  expect(observedWindow(0, observed, 3)).toEqual([])
})
