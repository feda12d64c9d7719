import { foreignWords } from '../tables/organisation-words.ts'
import { wordStem } from '../text/word-stem.ts'
import { toWords } from '../text/words.ts'
import type { Translation } from './learn-translations.ts'

/** As sure as what all of three subjects confirm, so that a word weighs no more than its translation. */
const sure = { strength: 0.9, support: 3 }

/** The translations of the table of common words, each stem once. */
export function knownTranslations(): Translation[] {
  const known = new Map<string, Translation>()
  for (const { word, english } of foreignWords) {
    const from = toWords(word).at(-1)
    if (from === undefined) continue
    const to = wordStem(english)
    if (wordStem(from) !== to) known.set(`${wordStem(from)} ${to}`, { from: wordStem(from), to, ...sure })
  }
  return [...known.values()]
}
