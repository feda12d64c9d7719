/** How the text of a headline is read for phrases: for risks here, and for the themes of a score. */
export { readHeadline } from './headline.ts'
export { compilePhrases, PhraseIndex } from './phrase.ts'
