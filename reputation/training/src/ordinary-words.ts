import { pairKey } from '@service/reputation-domain/subjects/name-model.ts'
import type { WeightTable } from '@service/reputation-domain/text-model/model-file.ts'
import { tokenise } from '@service/reputation-domain/text-model/tokens.ts'
import { wordHash } from '@service/reputation-domain/text-model/word-hash.ts'

/** How often each word is written in small letters: powers of two, from 2 times up. */
export function ordinaryWords(texts: readonly string[]): WeightTable {
  const counts = new Map<number, number>()
  const count = (key: number) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const text of texts) {
    const tokens = tokenise(text)
    for (const [i, { word, isCapital, start, end }] of tokens.entries()) {
      // eBay begins small and is no ordinary word.
      if (isCapital || !/^\p{Ll}{2,}$/u.test(text.slice(start, end))) continue
      count(wordHash(word))
      const [left, right] = [tokens[i - 1]?.word ?? '', tokens[i + 1]?.word ?? '']
      // A pair is counted once for each of its words in small letters.
      if (tellsMuch(left)) count(pairKey(left, word))
      if (tellsMuch(right)) count(pairKey(word, right))
    }
  }
  const steps = [...counts].flatMap(([key, n]) => (n >= 2 ? [[key, stepsOf(n)] as const] : []))
  steps.sort((a, b) => a[0] - b[0])
  return {
    keys: Uint32Array.from(steps, ([key]) => key),
    weights: Int8Array.from(steps, ([, value]) => value),
    width: 1,
    scale: 1,
  }
}

/** Signs, numbers and the edge of the text make no pair that means anything. */
const tellsMuch = (word: string): boolean => /^\p{L}/u.test(word)

function stepsOf(count: number): number {
  let [steps, rest] = [0, count]
  while (rest >= 2 && steps < 7) {
    rest /= 2
    steps++
  }
  return steps
}
