/** Where the words that drove a judgement stand in a text. */

export type Mark = { kind: 'for' | 'against' | 'risk'; weight?: number }
export type MarkedPart = { text: string; mark?: Mark }

/** Words of letters and digits, with their place. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu

const folded = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[.'-]+$/, '')

/** Words that are marked, longest first; a driver may be of several. */
export function markWords(
  text: string,
  drivers: readonly { word: string; weight: number }[],
  risks: readonly { because: string }[],
): MarkedPart[] {
  const wanted: { words: string[]; mark: Mark }[] = [
    ...drivers.map(({ word, weight }) => ({
      words: wordsOf(word),
      mark: { kind: weight < 0 ? ('against' as const) : ('for' as const), weight },
    })),
    // Behind a comma stands what weakened or strengthened it.
    ...risks.map(({ because }) => ({ words: wordsOf(because.split(',')[0] ?? ''), mark: { kind: 'risk' as const } })),
  ].filter(({ words }) => words.length > 0)
  const found = [...text.matchAll(wordPattern)].map((match) => ({
    word: folded(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
  const parts: MarkedPart[] = []
  let at = 0
  for (let index = 0; index < found.length; ) {
    const hit = wanted
      .filter(({ words }) => words.every((word, i) => found[index + i]?.word === word))
      .sort((one, other) => other.words.length - one.words.length)[0]
    const [first, last] = [found[index], found[index + (hit?.words.length ?? 1) - 1]]
    index += hit?.words.length ?? 1
    if (!hit || !first || !last) continue
    if (first.start > at) parts.push({ text: text.slice(at, first.start) })
    parts.push({ text: text.slice(first.start, last.end), mark: hit.mark })
    at = last.end
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

const wordsOf = (text: string): string[] => [...text.matchAll(wordPattern)].map(([word]) => folded(word))
