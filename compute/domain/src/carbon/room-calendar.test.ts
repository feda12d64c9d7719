import { expect, test } from 'vitest'
import { RoomCalendar } from './room-calendar.ts'

const now = new Date('2026-11-20T10:20:00.000Z')
const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
const stay = (hour: number, durationHours = 1, gpus = 1) => ({ gpus, from: at(hour), durationHours })

function aCalendar(free: number): RoomCalendar {
  const calendar = new RoomCalendar(now, 48)
  calendar.setFree('pool', free)
  return calendar
}

test('what is free now stays free until it is booked', () => {
  const calendar = aCalendar(2)
  expect(calendar.hasRoom('pool', { gpus: 2, from: now, durationHours: 100 })).toBe(true)
  expect(calendar.hasRoom('pool', { gpus: 3, from: now, durationHours: 1 })).toBe(false)
  expect(calendar.hasRoom('elsewhere', stay(11))).toBe(false)
})

test('a booking takes only its own hours, and a new booking of the same run replaces it', () => {
  const calendar = aCalendar(1)
  calendar.book('run', 'pool', stay(12, 2))
  expect([11, 12, 13, 14].map((hour) => calendar.hasRoom('pool', stay(hour)))).toEqual([true, false, false, true])
  expect(calendar.hasRoom('pool', stay(11, 1.5))).toBe(false)
  calendar.book('run', 'pool', stay(20))
  expect([12, 13, 20].map((hour) => calendar.hasRoom('pool', stay(hour)))).toEqual([true, true, false])
  calendar.unbook('run')
  calendar.unbook('run')
  expect(calendar.hasRoom('pool', stay(20))).toBe(true)
})

test('a run gives its GPUs back in the hour after its end', () => {
  const calendar = aCalendar(0)
  calendar.expectBack('pool', 1, new Date('2026-11-20T12:30:00.000Z'))
  expect([11, 12, 13].map((hour) => calendar.hasRoom('pool', stay(hour)))).toEqual([false, false, true])
})

test('a run that is overdue is expected to end within an hour', () => {
  const calendar = aCalendar(0)
  calendar.expectBack('pool', 1, new Date('2026-11-20T03:00:00.000Z'))
  expect([10, 11].map((hour) => calendar.hasRoom('pool', stay(hour)))).toEqual([false, true])
})
