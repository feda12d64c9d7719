import type { LogLine } from '@service/compute-engines/engine.ts'
import { expect, test } from 'vitest'
import { placeLines, positionText, readPosition } from './log-position.ts'

const lineAt = (ms: number, text: string): LogLine => ({ at: new Date(ms), stream: 'stdout', text })
const written = [lineAt(1, 'a'), lineAt(1, 'b'), lineAt(1, 'c'), lineAt(2, 'd'), lineAt(2, 'e')]

async function read(after?: string): Promise<{ text: string; id: string }[]> {
  const lines: { text: string; id: string }[] = []
  async function* from() {
    yield* written
  }
  for await (const { text, position } of placeLines(from(), 1, after === undefined ? undefined : readPosition(after))) {
    lines.push({ text, id: positionText(position) })
  }
  return lines
}

test('resuming after any line misses none and repeats none', async () => {
  const all = await read()
  expect(all.map(({ text }) => text).join('')).toBe('abcde')
  for (const [index, { id }] of all.entries()) expect(await read(id)).toEqual(all.slice(index + 1))
})

test('an invalid position is refused', () => {
  for (const text of ['', '1', '1-2', '1-2-x', 'a-1-1', '1-2-3-4', '9'.repeat(40)])
    expect(readPosition(text)).toBeUndefined()
})
