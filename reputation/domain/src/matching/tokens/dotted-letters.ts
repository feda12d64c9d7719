import { legalPhrases } from '../tables/legal-forms.ts'

/** Single letters in a row are an abbreviation that somebody dotted or spaced: A.B.C. is ABC, V L.P. is V and LP. */
export function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = []
  let letters: string[] = []
  const endLetters = () => {
    const run = letters.join('')
    const form = letters.length < 2 || legalPhrases.has(run) ? 0 : legalEndingOf(run)
    if (form > 0) joined.push(run.slice(0, form), run.slice(form))
    else if (run !== '') joined.push(run)
    letters = []
  }
  for (const word of words) {
    if (word.length === 1) {
      letters.push(word)
      continue
    }
    endLetters()
    joined.push(word)
  }
  endLetters()
  return joined
}

/** Where an abbreviated legal form begins at the end of run-together letters, or 0. */
function legalEndingOf(letters: string): number {
  for (let start = 1; start <= letters.length - 2; start++) if (legalPhrases.has(letters.slice(start))) return start
  return 0
}
