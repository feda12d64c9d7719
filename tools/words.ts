/**
 * Words that the glossary has retired, found in the sources. `docs/glossary.md` lists them in a table of its own: what not
 * to say, what to say instead, and where it is looked for:
 *
 * - `names`: identifiers and file names, by the words they are made of (`nextItem`, `next-item.ts`);
 * - `prefix`: identifiers that begin with the word and go on (`mostGpus`, not `most`);
 * - `comments`: comments, whole words in any case;
 * - `everywhere`: names and comments.
 *
 * Strings are left alone: they hold SQL, wire names, headlines and other people's words.
 */

import type { SourceFile } from './source-paths.ts'
import { codeOnly, commentsOf } from './source-text.ts'

export type RetiredWord = { word: string; say: string; where: 'names' | 'prefix' | 'comments' | 'everywhere' }

const row = /^\| (`[^|]+`) \| ([^|]+) \| (names|prefix|comments|everywhere) \|$/gm

/** The rows of the glossary's table, one entry for each word in backticks. */
export function retiredWords(glossary: string): RetiredWord[] {
  return [...glossary.matchAll(row)].flatMap(([, words = '', say = '', where]) =>
    [...words.matchAll(/`([a-z]+)`/g)].map(([, word = '']) => ({ word, say, where: where as RetiredWord['where'] })),
  )
}

/**
 * Names that are stored or go over the wire, and so outlive a word, by the beginning of the paths where they may stand:
 *
 * - `answer`, a column of webhook attempts and a field of them in the API;
 * - `answer` and `answers`, a column, and the fields in which completions of language models are imported;
 * - `REPUTATION_ANSWER_PROVIDERS`, a setting;
 * - `sightings`, in the stored state of a feed;
 * - the name of a table in the files of models.
 */
const keptNames = new Map<string, readonly string[]>([
  ['foundation/src/webhooks/', ['answer']],
  ['ui/src/webhooks/', ['answer']],
  ['foundation/testing/src/webhooks/', ['answer']],
  ['reputation/server/test/webhook-log.test.ts', ['answer']],
  ['reputation/server/src/news/visibility/', ['answer', 'answers']],
  ['reputation/admin/src/api/operations.ts', ['answer', 'answers']],
  ['reputation/server/test/visibility.test.ts', ['answer', 'answers', 'REPUTATION_ANSWER_PROVIDERS']],
  ['reputation/testing/src/operation-examples.ts', ['answer', 'answers']],
  ['reputation/server/src/config', ['REPUTATION_ANSWER_PROVIDERS']],
  ['reputation/server/src/news/feeds/next-poll', ['sightings']],
  ['reputation/training/src/names.ts', ['surroundings']],
])

const keptIn = (path: string): Set<string> =>
  new Set([...keptNames].flatMap(([prefix, names]) => (path.startsWith(prefix) ? names : [])))

/** One line for each retired word of a file, with the first place where it stands. */
export function oldWords(files: readonly SourceFile[], retired: readonly RetiredWord[]): string[] {
  const inNames = wordsFor(retired, 'names')
  const inPrefixes = wordsFor(retired, 'prefix')
  const inComments = wordsFor(retired, 'comments')
  return files.flatMap(({ path, text }) => {
    const found = new Map<string, string>()
    const note = (retired: RetiredWord | undefined, seen: string) => {
      if (retired && !found.has(retired.word)) found.set(retired.word, `${path}: "${seen}": say ${retired.say}`)
    }
    const kept = keptIn(path)
    const names = codeOnly(text).match(/[A-Za-z_$][\w$]*/g) ?? []
    for (const name of [path.split('/').at(-1) ?? '', ...names]) {
      if (kept.has(name)) continue
      const words = partsOf(name)
      for (const word of words) note(inNames.get(word), name)
      if (words.length > 1) note(inPrefixes.get(words[0] ?? ''), name)
    }
    for (const word of commentsOf(text).match(/[A-Za-z]+/g) ?? []) note(inComments.get(word.toLowerCase()), word)
    return [...found.values()]
  })
}

function wordsFor(retired: readonly RetiredWord[], where: RetiredWord['where']): Map<string, RetiredWord> {
  const all = where === 'names' || where === 'comments'
  return new Map(
    retired.filter((one) => one.where === where || (all && one.where === 'everywhere')).map((one) => [one.word, one]),
  )
}

/** `nextItemMs`, `next-item.ts` and `NEXT_ITEM` are made of next, item and more. */
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .split(/[^A-Za-z]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
