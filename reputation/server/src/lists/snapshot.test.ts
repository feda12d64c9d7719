import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, assert, beforeEach, expect, test } from 'vitest'
import { loadSnapshot, removeOtherSnapshots, saveSnapshot, snapshotName } from './snapshot.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapshots-'))
})
afterEach(() => rm(folder, { recursive: true }))

const bytes = Buffer.from('an index of some length')
const anIndex = { bytes, sha256: createHash('sha256').update(bytes).digest() }
const name = snapshotName('e1', ['lsv_b', 'lsv_a'])

test('a name stands for an engine and a set of versions', () => {
  expect(name).toBe(snapshotName('e1', ['lsv_a', 'lsv_b']))
  expect(name).not.toBe(snapshotName('e2', ['lsv_a', 'lsv_b']))
  expect(name).not.toBe(snapshotName('e1', ['lsv_a', 'lsv_c']))
})

test('what is saved is loaded, at an offset that typed arrays can start from', async () => {
  expect(await loadSnapshot(join(folder, 'new'), name)).toEqual({ kind: 'absent' })
  await saveSnapshot(join(folder, 'new'), name, anIndex)
  const snapshot = await loadSnapshot(join(folder, 'new'), name)
  assert(snapshot.kind === 'loaded')
  expect(Buffer.from(snapshot.bytes)).toEqual(bytes)
  expect(snapshot.bytes.byteOffset % 8).toBe(0)
  expect(await readdir(join(folder, 'new'))).toEqual([name])
})

test('a file that is cut, changed anywhere, or something else is damaged', async () => {
  await saveSnapshot(folder, name, anIndex)
  const intact = await readFile(join(folder, name))
  const flipped = (at: number) => intact.map((byte, index) => (index === at ? byte ^ 1 : byte))
  for (const damaged of [
    Buffer.alloc(0),
    intact.subarray(0, 64),
    intact.subarray(0, -1),
    flipped(0),
    flipped(8),
    flipped(intact.length - 1),
    Buffer.from('<html></html>'),
  ]) {
    await writeFile(join(folder, name), damaged)
    expect(await loadSnapshot(folder, name)).toEqual({ kind: 'damaged' })
  }
})

test('a snapshot that cannot be written leaves nothing behind', async () => {
  const failing = () => {
    throw new Error('disk full')
  }
  await expect(saveSnapshot(folder, name, anIndex, failing)).rejects.toThrow(/disk full/)
  expect(await readdir(folder)).toEqual([])
})

test('older snapshots and abandoned drafts are removed, the rest stays', async () => {
  const now = new Date('2026-11-20T12:00:00Z')
  for (const file of [name, 'e0-1.index', 'old.partial', 'young.partial', 'notes.txt']) {
    await writeFile(join(folder, file), '')
    await utimes(join(folder, file), now, now)
  }
  const earlier = new Date('2026-11-20T11:00:00Z')
  await utimes(join(folder, 'old.partial'), earlier, earlier)
  await removeOtherSnapshots(folder, name, now)
  expect((await readdir(folder)).sort()).toEqual([name, 'notes.txt', 'young.partial'].sort())
})
