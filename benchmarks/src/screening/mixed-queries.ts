/** The mix of queries that speed and completeness are measured on, in equal parts, the same in every run. */

import { sampleOf } from '@service/foundation/seeded-random.ts'
import { entryTypes } from '@service/reputation-domain/lists/model/entry.ts'
import type { DataFolder } from './data-folder.ts'
import { readCrossScriptPairs, readGoldNames, readInnocents } from './labelled-files.ts'
import type { Lists } from './matcher.ts'

export type MixedQuery = { kind: string; name: string }

/** `size` queries in random order: a quarter each of mangled UN names, innocents, other scripts and list entries. */
export function mixedQueries(data: DataFolder, lists: Lists, size: number): MixedQuery[] {
  const quarter = Math.ceil(size / 4)
  const innocents = [...readInnocents(data, 'global'), ...readInnocents(data, 'us')]
  const listed = entryTypes.flatMap((type) =>
    pick(
      lists.entries.filter((entry) => entry.type === type).flatMap(({ names }) => names.map(({ name }) => name)),
      Math.ceil(quarter / entryTypes.length),
    ).map((name) => ({ kind: `listed ${type}`, name })),
  )
  const parts: MixedQuery[] = [
    ...pick(readGoldNames(data), quarter).map(({ mangled }) => ({ kind: 'mangled UN name', name: mangled })),
    ...pick(innocents, quarter).map(({ name }) => ({ kind: 'innocent', name })),
    ...pick(readCrossScriptPairs(data), quarter).map(({ query }) => ({ kind: 'other script', name: query })),
    ...listed,
  ]
  return sampleOf(parts, parts.length, 5)
}

/** Small sets are taken again from the start, so that every part keeps its share. */
function pick<T>(items: readonly T[], size: number): T[] {
  const chosen = sampleOf(items, size, 11)
  return chosen.length === 0 ? [] : Array.from({ length: size }, (_, index) => chosen[index % chosen.length] as T)
}
