/**
 * The bundled sample: dated extracts of the lists in the form that is stored, so that the demo answers with no network.
 * It is put in use where a list has no version at all, and the refresh stays due: the official list replaces it.
 */
import { readFile } from 'node:fs/promises'
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { adoptSample, type ListState } from './store.ts'

/** `reputation/server/sample/manifest.json`, one for each list. */
export type SampleList = {
  list: ListId
  file: string
  sha256: string
  entries: number
  publishedAt: string
  source: string
}

export const sampleFolder = new URL('../../sample/', import.meta.url)

export async function readManifest(): Promise<SampleList[]> {
  return JSON.parse(await readFile(new URL('manifest.json', sampleFolder), 'utf8')) as SampleList[]
}

/** True when any list has got its sample. */
export async function useSample(
  { db, newId, now }: { db: Database; newId: NewId; now: () => Date },
  states: readonly ListState[],
): Promise<boolean> {
  const missing = new Set(states.filter(({ current }) => !current).map(({ list }) => list))
  if (missing.size === 0) return false
  const samples = (await readManifest()).filter(({ list }) => missing.has(list))
  for (const { file, publishedAt, ...sample } of samples) {
    const content = await readFile(new URL(file, sampleFolder))
    const version = {
      ...sample,
      id: newId('lsv'),
      publishedAt,
      fetchedAt: publishedAt,
      sample: true,
      content,
      changes: [],
    }
    await db.transaction((tx) => adoptSample(tx, version, now()))
  }
  return samples.length > 0
}
