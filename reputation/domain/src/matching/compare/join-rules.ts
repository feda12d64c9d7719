import { withoutCode } from '../scripts/han.ts'
import { isSyllable, markOf, unmarked, wordMark } from '../scripts/word-mark.ts'

/**
 * How near words must be, of which one side writes together what the other writes apart. There are many ways to put words
 * together, so it is more than for words that stand alone; syllables are the same or they are not.
 */
const latin = 0.94
/** A word that the script writes whole and the list apart; one that the script divides and the list writes whole. */
const consonantal = { whole: 0.95, divided: 0.9 }
const syllabic = 0.5

/** The similarity from which a word with the given mark counts as joined; `divided` if it was put together of query words. */
export function minJoinedSimilarity(mark: number, divided: boolean): number {
  if (mark === wordMark.consonantal) return divided ? consonantal.divided : consonantal.whole
  return isSyllable(mark) ? syllabic : latin
}

const isConsonantal = (word: string): boolean => markOf(word) === wordMark.consonantal

/** Consonants that take the sound of the article before them: al-din is spoken ad-din. */
const sunLetters = 'tTdZrzsSDln'

/**
 * Surfaces as one word: marks inside it are dropped, and the article inside a word of Arabic script sounds as it is
 * spoken, for that is how Latin spellings write it (Nasir al-Din, Nasiruddin).
 */
export function joinSurfaces(surfaces: readonly string[]): string {
  const [first = '', second = ''] = surfaces
  if (surfaces.length === 2 && markOf(second) === wordMark.none && markOf(first) !== wordMark.chinese)
    return first + second
  let joined = withoutCode(first)
  for (let i = 1; i < surfaces.length; i++) {
    const surface = surfaces[i] ?? ''
    const next = surfaces[i + 1] ?? ''
    const spoken =
      surface === 'al' && isConsonantal(joined) && isConsonantal(next) && sunLetters.includes(next.charAt(1))
    joined += spoken ? 'a' : unmarked(withoutCode(surface))
  }
  return joined
}

/**
 * Where a word is written apart with a slip, one of its parts must stand at an end of it untouched and have this many
 * letters: a slip in every part and no space at all is beyond what may be called the same.
 */
export const minPartLength = 4
