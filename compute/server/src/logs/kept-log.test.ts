import type { LogLine } from '@service/compute-engines/engine.ts'
import { expect, test } from 'vitest'
import { lastLines, maxKeptBytes, maxKeptLines, maxLineBytes } from './kept-log.ts'

async function* written(texts: Iterable<string>): AsyncGenerator<LogLine> {
  for (const text of texts) yield { at: new Date(0), stream: 'stdout', text }
}
const numbered = (count: number) => Array.from({ length: count }, (_, number) => `line ${number}`)
const kept = async (texts: Iterable<string>) => {
  const { lines, complete } = await lastLines(written(texts))
  return { texts: lines.map(({ text }) => text), complete }
}

test('all lines are kept where they fit, and the last ones where they do not', async () => {
  expect(await kept(numbered(3))).toEqual({ texts: numbered(3), complete: true })
  const many = numbered(3 * maxKeptLines + 7)
  expect(await kept(many)).toEqual({ texts: many.slice(-maxKeptLines), complete: false })
  expect(await kept([])).toEqual({ texts: [], complete: true })
})

test('long lines are cut between two characters, and as many are kept as fit', async () => {
  const { texts, complete } = await kept(Array.from({ length: 100 }, () => 'é'.repeat(maxLineBytes)))
  const bytes = texts.map((text) => Buffer.byteLength(text))
  expect(complete).toBe(false)
  expect(Math.max(...bytes)).toBeLessThanOrEqual(maxLineBytes)
  expect(texts.length).toBeGreaterThan(10)
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(maxKeptBytes)
  expect(texts.every((text) => /^é+$/.test(text))).toBe(true)
})

test('what no database can store is replaced', async () => {
  expect((await kept(['a\0b', '\ud800'])).texts).toEqual(['a\ufffdb', '\ufffd'])
})
