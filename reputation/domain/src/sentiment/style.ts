/**
 * How a text is written. A political sentence, a market headline and a company headline say the same thing in other
 * words, and the same word in them means another thing ("gains", "target", "shares"). The model has weights for all and
 * weights for each style, and how much each of them speaks is judged from the text alone.
 */
import { itemAt } from '../item-at/item-at.ts'
import { type Features, mix, type Reading, wordHash } from '../text-model/text-model.ts'

export const styles = ['sentence', 'market headline', 'company headline'] as const

const shape = wordHash('style shape')
const wordOfStyle = wordHash('style word')

/** Fills `into` with what tells the style; the target itself says nothing. */
export function collectStyleFeatures({ tokens, target, isTitleCase }: Reading, into: Features): void {
  into.size = 0
  const add = (what: number, value: number) => into.add(mix(mix(shape, what), value), target, target)
  add(1, isTitleCase ? 1 : 0)
  add(2, Math.min(12, tokens.length >> 2))
  add(3, wordHash(tokens.at(-1)!.word))
  add(4, tokens.some(({ word }) => word === ':') ? 1 : 0)
  add(5, itemAt(tokens, 0).isCapital ? 1 : 0)
  for (let i = 0; i < tokens.length; i++) if (i !== target) into.add(mix(wordOfStyle, itemAt(tokens, i).hash), i, i)
}
