/**
 * Makes the demo's sample of the lists from a folder of downloaded list files:
 *
 *     node reputation/server/sample/make-sample.ts <folder of list files>
 *
 * OFAC and EU are taken whole, as their licences allow; of the UN list only a short extract, as its terms do not.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { serializeEntries } from '@service/reputation-domain/lists/canonical.ts'
import type { ListEntry, ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { packText, unpackEntries } from '@service/reputation-server/lists/tasks/content.ts'
import { readList } from '@service/reputation-server/lists/tasks/read-list.ts'
import type { SampleList } from '../src/lists/sample.ts'

const unEntries = 20
const bestQuality = 11

const folder = process.argv[2]
if (!folder) throw new Error('Usage: make-sample.ts <folder of list files>')

/** The newest dated folder of a list: `ofac/rebuilt-2026-07-11`. */
function newest(list: string): { path: string; date: string } {
  const [name] = readdirSync(join(folder!, list))
    .filter((name) => /\d{4}-\d\d-\d\d$/.test(name))
    .sort()
    .reverse()
  if (!name) throw new Error(`${join(folder!, list)} has no dated folder`)
  return { path: join(list, name), date: name.slice(-10) }
}

const ofac = newest('ofac')
const eu = newest('eu')

const ofacSample = make({
  list: 'OFAC',
  paths: [
    join(ofac.path, 'SDN.CSV'),
    join(ofac.path, 'ALT.CSV'),
    'ofac/official/ADD.CSV',
    'ofac/official/SDN_COMMENTS.CSV',
    'ofac/official/consolidated.xml',
  ],
  date: ofac.date,
  source: 'US Department of the Treasury, OFAC: Specially Designated Nationals and Consolidated lists',
})
const euSample = make({
  list: 'EU',
  paths: [join(eu.path, 'xmlFullSanctionsList_1_1.xml.gz')],
  date: eu.date,
  source: 'European Commission: consolidated list of persons, groups and entities subject to EU financial sanctions',
})
const unSample = make({
  list: 'UN',
  paths: ['un/official/consolidated.xml'],
  source: 'United Nations Security Council: Consolidated List (extract)',
  extract: (entries) => {
    const step = entries.length / unEntries
    return Array.from({ length: unEntries }, (_, index) => entries[Math.floor(index * step)] ?? []).flat()
  },
})

const manifest = `${JSON.stringify([ofacSample, euSample, unSample], null, 2)}\n`
writeFileSync(new URL('manifest.json', import.meta.url), manifest)

function make(options: {
  list: ListId
  paths: string[]
  date?: string
  source: string
  extract?: (entries: ListEntry[]) => ListEntry[]
}): SampleList {
  const { list, paths, date, source, extract = (entries) => entries } = options
  const read = readList({ list, files: paths.map(readListFile) })
  if (read.kind !== 'new') throw new Error(`${list} came without content`)
  const publishedAt = date ? `${date}T00:00:00.000Z` : read.publishedAt
  if (!publishedAt) throw new Error(`${list} has no date`)
  const entries = extract(unpackEntries(read.content))
  const text = serializeEntries(entries)
  const file = `${list.toLowerCase()}.jsonl.br`
  writeFileSync(new URL(file, import.meta.url), packText(text, bestQuality))
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { list, file, sha256, entries: entries.length, publishedAt, source }
}

function readListFile(path: string): Uint8Array {
  const bytes = readFileSync(join(folder!, path))
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}
