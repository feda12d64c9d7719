/** Legal forms within the words of an organisation's name, misspelt ones included. */
import { type LegalFamily, legalBeginnings, legalPhrases, longLegalWords } from '../tables/legal-forms.ts'
import { withinOneEdit } from '../text/one-edit.ts'

/** The longest legal form that begins at the word `start`: its family and its number of words. */
export function legalFormAt(
  words: readonly string[],
  start: number,
): { family: LegalFamily; words: number } | undefined {
  let phrase = ''
  let found: { family: LegalFamily; words: number } | undefined
  for (let at = start, word = words[at]; word !== undefined; word = words[++at]) {
    phrase += (at > start ? ' ' : '') + (word.length >= 6 && !legalPhrases.has(word) ? correctLegalWord(word) : word)
    if (!legalBeginnings.has(phrase)) break
    const family = legalPhrases.get(phrase)
    if (family !== undefined) found = { family, words: at + 1 - start }
  }
  return found
}

const corrected = new Map<string, string>()

/** The long word of legal forms that `word` misspells by one letter, else `word` itself. */
function correctLegalWord(word: string): string {
  const known = corrected.get(word)
  if (known !== undefined) return known
  const alike = longLegalWords.get(word.charCodeAt(0)) ?? []
  const correct = alike.includes(word)
    ? word
    : (alike.find((legal) => Math.abs(legal.length - word.length) <= 1 && withinOneEdit(word, legal)) ?? word)
  if (corrected.size > 20_000) corrected.clear()
  corrected.set(word, correct)
  return correct
}
