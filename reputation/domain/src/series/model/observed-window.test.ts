import { expect, test } from 'vitest'
import { lastDependent, observedWindow } from './observed-window.ts'

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

test('a day matters until so many days with news have followed it', () => {
  expect(lastDependent(2, observed, 3)).toBe(10)
  expect(observedWindow(10, observed, 3).map(({ day }) => day)).toContain(2)
  expect(observedWindow(11, observed, 3).map(({ day }) => day)).not.toContain(2)
})

test('a day matters without end as long as too few have followed it', () => {
  expect(lastDependent(12, observed, 3)).toBe(Number.POSITIVE_INFINITY)
})
