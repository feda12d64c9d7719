import { brotliCompressSync } from 'node:zlib'
import { canonicalEntries, serializeEntries } from '@service/reputation-domain/lists/canonical.ts'
import { anEntry } from '@service/reputation-testing/lists/an-entry.ts'
import { expect, test } from 'vitest'
import { findEntries } from './find-entries.ts'

test('entries are found wherever the pieces of a large version are split, and no others', async () => {
  const remarks = 'größe 雪 \u2028 "list":'.repeat(100)
  const entries = Array.from({ length: 500 }, (_, i) => anEntry({ entityId: `UN:${i}","list":é`, remarks }))
  const canonical = canonicalEntries(entries)
  const content = brotliCompressSync(serializeEntries(canonical))
  const wanted = new Set([canonical[0]!, canonical[249]!, canonical[499]!].map(({ entityId }) => entityId))
  const found = []
  for await (const entry of findEntries(content, new Set([...wanted, 'UN:1', 'UN:none']))) found.push(entry)
  expect(found).toEqual(canonical.filter(({ entityId }) => wanted.has(entityId)))
})
