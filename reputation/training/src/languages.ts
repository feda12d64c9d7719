/**
 * Takes the table of letter groups that tells languages apart from the package ELD: of its languages those that
 * are written in Latin letters, with groups as hashes. The package is installed where it is needed, in `languages/`.
 *
 * Index bounds: entries are counted before they are packed.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { entryOf, latinLanguages } from '@service/reputation-domain/languages/detect-language.ts'
import { hashGroup } from '@service/reputation-domain/languages/letter-groups.ts'
import { versioned } from './versioned.ts'

/** How typical each group is of which languages, by their numbers. */
export type GroupData = { languages: Record<string, string>; ngrams: Record<string, Record<string, number>> }

const source = join(import.meta.dirname, '..', 'languages', 'node_modules', 'eld', 'src')

/** Throws where the package is not installed. */
export async function readGroups(): Promise<{ data: GroupData; byteOf: ReadonlyMap<string, number> }> {
  const load = (file: string) => import(pathToFileURL(join(source, file)).href)
  const { ngramsData } = (await load('ngrams/large.js')) as { ngramsData: GroupData }
  const { dictionary } = (await load('dictionary.js')) as { dictionary: string[] }
  // Bytes beyond ASCII stand for characters of the package's own choice.
  const beyond = dictionary.flatMap((letter, byte) => (byte < 0x80 ? [] : [[letter, byte] as const]))
  return { data: ngramsData, byteOf: new Map(beyond) }
}

export function languageTable(
  { languages, ngrams }: GroupData,
  byteOf: ReadonlyMap<string, number>,
  say: (line: string) => void,
): Uint8Array {
  const numbers = new Map(
    Object.entries(languages).flatMap(([number, language]) => {
      const ours = latinLanguages.indexOf(language)
      return ours < 0 ? [] : [[number, ours] as const]
    }),
  )
  const groups = Object.entries(ngrams)
    .map(([group, scores]) => ({
      key: keyOf(group, byteOf),
      entries: Object.entries(scores).flatMap(([number, score]) => {
        const language = numbers.get(number)
        return language === undefined ? [] : [entryOf(language, score)]
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => a.key - b.key)
  const entries = groups.flatMap((group) => group.entries)
  const packed = Uint32Array.from(
    { length: Math.ceil(entries.length / 2) },
    (_, i) => entries[2 * i]! | ((entries[2 * i + 1] ?? 0) << 16),
  )
  say(`languages: ${latinLanguages.length} languages, ${groups.length} groups, ${entries.length} entries`)
  return versioned({
    tables: {
      groups: {
        keys: Uint32Array.from(groups, ({ key }) => key),
        weights: Int8Array.from(groups, ({ entries }) => entries.length),
        width: 1,
        scale: 1,
      },
      entries: { keys: packed, weights: new Int8Array(0), width: 0, scale: 1 },
    },
    numbers: {},
  })
}

function keyOf(group: string, byteOf: ReadonlyMap<string, number>): number {
  const inside = group.slice(group.startsWith(' ') ? 1 : 0, group.endsWith(' ') ? -1 : undefined)
  const bytes = Uint8Array.from(inside, (letter) => byteOf.get(letter) ?? letter.charCodeAt(0))
  return hashGroup(bytes, 0, bytes.length, group.startsWith(' '), group.endsWith(' '))
}
