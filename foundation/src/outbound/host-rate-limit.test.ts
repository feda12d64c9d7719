import { expect, test } from 'vitest'
import { makeHostRateLimit } from './host-rate-limit.ts'

test('requests to one host run one at a time with a pause between, without delaying other hosts', async () => {
  const hosts = makeHostRateLimit({ pauseMs: 30 })
  const log: string[] = []
  const ends: number[] = []
  const starts: number[] = []
  const visit = (host: string, name: string, failing = false) =>
    hosts.run(host, async () => {
      starts.push(performance.now())
      log.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 20)) // long enough to overlap with another
      log.push(`${name} ends`)
      ends.push(performance.now())
      if (failing) throw new Error('no')
    })
  await Promise.all([
    visit('a.example', 'first', true).catch(() => undefined),
    visit('a.example', 'second'),
    visit('b.example', 'other'),
  ])
  expect(log.filter((line) => !line.startsWith('other'))).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
  ])
  expect(log.indexOf('other begins')).toBeLessThan(log.indexOf('second begins'))
  expect(starts.at(-1)! - Math.min(...ends)).toBeGreaterThanOrEqual(25)
})
