import { expect, test } from 'vitest'
import type { ClaimedDelivery } from '../model/delivery.ts'
import { Lanes } from './lanes.ts'

let count = 0
const deliveries = (webhookId: string, howMany: number, companyId = 'co_1'): ClaimedDelivery[] =>
  Array.from({ length: howMany }, () => ({
    id: `dlv_${++count}`,
    companyId,
    webhookId,
    lease: 'lease_1',
    attempt: 1,
    failures: 0,
    kind: 'test.happened',
    madeAt: new Date(0),
    data: '{}',
    url: 'http://localhost/',
    secretSealed: null,
    previousSecretSealed: null,
  }))

const usual = { startByMs: Number.POSITIVE_INFINITY, probe: false }
const quick = { succeeded: true, durationMs: 5 }
function startAll(lanes: Lanes): ClaimedDelivery[] {
  const started: ClaimedDelivery[] = []
  for (let next = lanes.next(); next; next = lanes.next()) started.push(next)
  return started
}
const counted = (started: readonly ClaimedDelivery[]) =>
  Object.fromEntries([...Map.groupBy(started, ({ webhookId }) => webhookId)].map(([id, all]) => [id, all.length]))

test('no lane has more under way than one receiver may have, and lanes are served round-robin', () => {
  const lanes = new Lanes({ perReceiver: 4, inFlight: 100 })
  lanes.add(deliveries('a', 50), usual)
  lanes.add(deliveries('b', 3), usual)
  const started = startAll(lanes)
  expect(started.slice(0, 6).map(({ webhookId }) => webhookId)).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  expect(counted(started)).toEqual({ a: 4, b: 3 })
  lanes.responded(started[0]!)
  expect(counted(startAll(lanes))).toEqual({ a: 1 })
})

test('lanes that have not succeeded lately leave half of the slots to the others', () => {
  const lanes = new Lanes({ perReceiver: 10, inFlight: 20 })
  lanes.learn('good', quick)
  for (const id of ['new-1', 'new-2', 'new-3']) lanes.add(deliveries(id, 10, `co_${id}`), usual)
  const untrusted = startAll(lanes)
  expect(untrusted).toHaveLength(10)
  lanes.add(deliveries('good', 30), usual)
  expect(counted(startAll(lanes))).toEqual({ good: 10 })
  lanes.responded(untrusted[0]!)
  lanes.settled()
  expect(startAll(lanes)).toHaveLength(1)
})

test('dead receivers of one company leave half of those slots to another company', () => {
  const lanes = new Lanes({ perReceiver: 10, inFlight: 20 })
  for (const id of ['dead-1', 'dead-2', 'dead-3']) lanes.add(deliveries(id, 10, 'co_1'), usual)
  expect(startAll(lanes)).toHaveLength(5)
  lanes.add(deliveries('new', 1, 'co_2'), usual)
  expect(counted(startAll(lanes))).toEqual({ new: 1 })
})

test('attempts that wait to be recorded delay others only when they fill all slots', () => {
  const lanes = new Lanes({ perReceiver: 4, inFlight: 4 })
  lanes.learn('a', quick)
  lanes.add(deliveries('a', 20), usual)
  const respondAll = () => startAll(lanes).map((delivery) => lanes.responded(delivery)).length
  expect([respondAll(), respondAll(), lanes.inFlight, respondAll()]).toEqual([4, 4, 8, 0])
  lanes.settled()
  expect(startAll(lanes)).toHaveLength(1)
})

test('behind an open breaker only a probe starts; the rest is given back', () => {
  const lanes = new Lanes({ perReceiver: 4, inFlight: 100 })
  lanes.add(deliveries('a', 3), usual)
  lanes.know('a', { failing: true, open: true })
  lanes.hasMore('a')
  expect([startAll(lanes), lanes.rooms(), lanes.wantsMore]).toEqual([[], [], false])
  lanes.add(deliveries('a', 1), { ...usual, probe: true })
  expect(startAll(lanes)).toHaveLength(1)
  expect(lanes.withdraw(0)).toHaveLength(3)
})

test('a delivery that waits too long for a slot is given back', () => {
  const lanes = new Lanes({ perReceiver: 1, inFlight: 100 })
  lanes.add(deliveries('a', 3), { startByMs: 1_000, probe: false })
  expect(startAll(lanes)).toHaveLength(1)
  expect(lanes.withdraw(999)).toEqual([])
  expect(lanes.withdraw(1_000)).toHaveLength(2)
  expect(lanes.rooms()).toEqual([])
})

test('a lane claims ahead what a quick receiver will take soon, and nothing ahead for a slow or failing one', () => {
  const room = (durationMs: number, succeeded = true) => {
    const lanes = new Lanes({ perReceiver: 10, inFlight: 100 })
    lanes.learn('a', { succeeded: true, durationMs })
    lanes.learn('a', { succeeded, durationMs })
    lanes.hasMore('a')
    return lanes.rooms()
  }
  expect(room(5)).toEqual([{ webhookId: 'a', free: 40 }])
  expect(room(500)).toEqual([{ webhookId: 'a', free: 20 }])
  expect(room(5_000)).toEqual([{ webhookId: 'a', free: 10 }])
  expect(room(5, false)).toEqual([{ webhookId: 'a', free: 10 }])
})

test('a claim that gives less than there was room for has emptied the lane', () => {
  const lanes = new Lanes({ perReceiver: 10, inFlight: 100 })
  lanes.hasMore('a')
  lanes.hasMore('b')
  const rooms = lanes.rooms()
  lanes.claimed(rooms, [...deliveries('a', 10), ...deliveries('b', 3)])
  expect(lanes.rooms().map(({ webhookId }) => webhookId)).toEqual(['a'])
})
