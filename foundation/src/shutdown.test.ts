import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { makeLogger } from './log/logger.ts'
import { makeClosing, type SignalSource, shutDownOnSignals } from './shutdown.ts'

const uptimeMs = () => performance.now()
const silent = makeLogger({ level: 'silent', form: 'json' })

function aProcess() {
  const exits: number[] = []
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) })
  return { source: source as typeof source & SignalSource, exits }
}

test('parts close in reverse order, each after the one before, and a failure stops none', async () => {
  const order: string[] = []
  const closing = makeClosing(silent)
  closing.add('database', () => void order.push('database'))
  closing.add('jobs', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    order.push('jobs')
  })
  closing.add('broken', () => {
    throw new Error('cannot')
  })
  closing.add('listener', () => void order.push('listener'))
  await Promise.all([closing.close(), closing.close()])
  expect(order).toEqual(['listener', 'jobs', 'database'])
})

test('a signal announces at once, closes everything and exits 0', async () => {
  const { source, exits } = aProcess()
  const order: string[] = []
  const closing = makeClosing(silent)
  closing.add('listener', () => void order.push('closed'))
  const announce = () => void order.push('announced')
  shutDownOnSignals(source, { closing, log: silent, announce, drainMs: 0, graceMs: 1_000, uptimeMs })
  source.emit('SIGTERM', 'SIGTERM')
  expect(order).toEqual(['announced'])
  await expect.poll(() => exits).toEqual([0])
  expect(order).toEqual(['announced', 'closed'])
})

test('a second signal exits at once; the same one delivered twice, or the loss of the parent, is no second one', () => {
  let ms = 0
  const { source, exits } = aProcess()
  const closing = makeClosing(silent)
  closing.add('stuck', () => new Promise(() => {}))
  shutDownOnSignals(source, {
    closing,
    log: silent,
    announce: () => {},
    drainMs: 0,
    graceMs: 60_000,
    uptimeMs: () => ms,
  })
  source.emit('SIGTERM', 'SIGTERM')
  ms = 20
  source.emit('SIGTERM', 'SIGTERM')
  source.emit('disconnect')
  expect(exits).toEqual([])
  ms = 600
  source.emit('SIGINT', 'SIGINT')
  expect(exits).toEqual([1])
})

test('what does not close within the grace period is named and left behind', async () => {
  const { source, exits } = aProcess()
  const lines: string[] = []
  const log = makeLogger({ level: 'error', form: 'json', to: { write: (line: string) => void lines.push(line) } })
  const closing = makeClosing(log)
  closing.add('database', () => {})
  closing.add('stuck', () => new Promise(() => {}))
  closing.add('listener', () => {})
  shutDownOnSignals(source, { closing, log, announce: () => {}, drainMs: 0, graceMs: 20, uptimeMs })
  source.emit('disconnect')
  await expect.poll(() => exits).toEqual([1])
  expect(JSON.parse(lines.join(''))).toMatchObject({ open: ['database', 'stuck'] })
})
