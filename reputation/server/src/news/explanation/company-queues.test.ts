import { expect, test } from 'vitest'
import { CompanyQueues } from './company-queues.ts'

/** One thread, which does what comes first. */
function aThread() {
  const [order, queue]: [string[], (() => void)[]] = [[], []]
  const work = (name: string) => () => {
    order.push(name)
    return new Promise<string>((resolve) => queue.push(() => resolve(name)))
  }
  const finishOne = async () => {
    queue.shift()!()
    await new Promise(setImmediate)
  }
  return { order, work, finishOne }
}

test('who asks for much holds up others by one piece', async () => {
  const { order, work, finishOne } = aThread()
  const queues = new CompanyQueues()
  const busy = ['a1', 'a2', 'a3'].map((name) => queues.run('a', work(name)))
  const other = queues.run('b', work('b1'))
  await new Promise(setImmediate)
  expect(order).toEqual(['a1', 'b1'])
  for (let i = 0; i < 4; i += 1) await finishOne()
  expect(await Promise.all([...busy, other])).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('what fails holds up nothing, and so many of one owner wait', async () => {
  const { work, finishOne } = aThread()
  const queues = new CompanyQueues()
  const failing = queues.run('a', () => Promise.reject(new Error('out of order')))
  const next = queues.run('a', work('next'))
  await expect(failing).rejects.toThrow('out of order')
  await finishOne()
  expect(await next).toBe('next')
  const many = Array.from({ length: 21 }, (_, i) => queues.run('a', work(`${i}`)))
  await expect(many.at(-1)).rejects.toThrow('Too many explanations')
  await new Promise(setImmediate)
  for (let i = 0; i < 20; i += 1) await finishOne()
  expect(await Promise.all(many.slice(0, 20))).toHaveLength(20)
})
