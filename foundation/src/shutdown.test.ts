import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { makeDisposer } from './disposer.ts'
import { makeLogger } from './log/logger.ts'
import { type SignalSource, shutDownOnSignals } from './shutdown.ts'

const uptimeMs = () => performance.now()
const silent = makeLogger({ level: 'silent', form: 'json' })

function aProcess() {
  const exits: number[] = []
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) })
  return { source: source as typeof source & SignalSource, exits }
}

test('parts close in reverse order, each after the one before, and a failure stops none', async () => {
  const order: string[] = []
  const disposer = makeDisposer(silent)
  disposer.add('database', () => void order.push('database'))
  disposer.add('jobs', async () => {
    await new Promise(setImmediate)
    order.push('jobs')
  })
  disposer.add('broken', () => {
    throw new Error('cannot')
  })
  disposer.add('listener', () => void order.push('listener'))
  await Promise.all([disposer.close(), disposer.close()])
  expect(order).toEqual(['listener', 'jobs', 'database'])
})

test('a signal announces at once, closes everything and exits 0', async () => {
  const { source, exits } = aProcess()
  const order: string[] = []
  const disposer = makeDisposer(silent)
  disposer.add('listener', () => void order.push('closed'))
  const announce = () => void order.push('announced')
  shutDownOnSignals(source, { disposer, log: silent, announce, drainMs: 0, graceMs: 1_000, uptimeMs })
  source.emit('SIGTERM', 'SIGTERM')
  expect(order).toEqual(['announced'])
  await expect.poll(() => exits).toEqual([0])
  expect(order).toEqual(['announced', 'closed'])
})

test('a second signal exits at once; the same one delivered twice, or the loss of the parent, is no second one', () => {
  let ms = 0
  const { source, exits } = aProcess()
  const disposer = makeDisposer(silent)
  disposer.add('stuck', () => new Promise(() => {}))
  shutDownOnSignals(source, {
    disposer,
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
  const disposer = makeDisposer(log)
  disposer.add('database', () => {})
  disposer.add('stuck', () => new Promise(() => {}))
  disposer.add('listener', () => {})
  shutDownOnSignals(source, { disposer, log, announce: () => {}, drainMs: 0, graceMs: 20, uptimeMs })
  source.emit('disconnect')
  await expect.poll(() => exits).toEqual([1])
  expect(JSON.parse(lines.join(''))).toMatchObject({ open: ['database', 'stuck'] })
})
