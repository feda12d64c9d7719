import { legalBeginnings, legalPhrases } from '../tables/legal-forms.ts'

/**
 * Single letters in a row are an abbreviation that somebody dotted or spaced: A.B.C. is ABC, V L.P. is V and LP. The letters of
 * a legal form are one only where the name ends or the form goes on: I.R.I.S.L. Investment is IRISL, X S.A. de C.V. is X.
 */
export function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = []
  let letters: string[] = []
  const endLetters = (next?: string) => {
    const run = letters.join('')
    const ending = letters.length < 2 || legalPhrases.has(run) ? 0 : legalEndingOf(run)
    const form = next === undefined || legalBeginnings.has(`${run.slice(ending)} ${next}`) ? ending : 0
    if (form > 0) joined.push(run.slice(0, form), run.slice(form))
    else if (run !== '') joined.push(run)
    letters = []
  }
  for (const word of words) {
    if (word.length === 1) {
      letters.push(word)
      continue
    }
    endLetters(word)
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

const letterRun = /^[a-z](?:[. ]+[a-z]){2,}[. ]*$/i

/** A name of single letters whose end would be read as a legal form, as one word: P.D.V.S.A. may be PDVSA. */
export function wholeAbbreviation(name: string): string | undefined {
  const text = name.trim()
  if (!letterRun.test(text)) return undefined
  const letters = text.replace(/[. ]/g, '')
  return legalEndingOf(letters.toLowerCase()) > 0 ? letters : undefined
}
