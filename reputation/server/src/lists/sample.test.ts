import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { canonicalEntries, serializeEntries } from '@service/reputation-domain/lists/canonical.ts'
import { expect, test } from 'vitest'
import { requiredLists } from './model/sanctions-list.ts'
import { readManifest, sampleFolder } from './sample.ts'
import { unpackEntries, unpackText } from './tasks/content.ts'

test('the sample is what its manifest says, in canonical form', async () => {
  const samples = await readManifest()
  expect(samples.map(({ list }) => list)).toEqual(requiredLists)
  for (const { list, file, sha256, entries } of samples) {
    const content = await readFile(new URL(file, sampleFolder))
    const text = unpackText(content)
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
    const read = unpackEntries(content)
    expect(read.length).toBe(entries)
    expect(read.every((entry) => entry.list === list && entry.names.length > 0)).toBe(true)
    expect(serializeEntries(canonicalEntries(read))).toBe(text)
  }
})

test('it holds only a short extract of the UN list, as its terms ask', async () => {
  const un = (await readManifest()).find(({ list }) => list === 'UN')
  expect(un?.entries).toBeLessThanOrEqual(20)
})
