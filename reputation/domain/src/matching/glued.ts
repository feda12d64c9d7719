/**
 * How near words must be, of which one side writes together what the other writes apart. There are many ways to put words
 * together, so it is more than for words that stand alone; syllables are the same or they are not.
 */
const latin = 0.94
const consonantal = 0.95
const syllabic = 0.5

/** The least similarity for a word with the given mark (see `markOf`). */
export const leastGlued = (mark: number): number =>
  mark === 37 ? consonantal : mark === 94 || mark === 126 ? syllabic : latin

/**
 * Where a word is written apart with a slip, one of its parts must stand at an end of it untouched and have this many
 * letters: a slip in every part and no space at all is beyond what may be called the same.
 */
export const longPart = 4
