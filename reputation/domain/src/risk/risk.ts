/** What is said against a company in a headline (`tagRisks`), and how its text is read for phrases, for the themes of a score too. */
export { readHeadline } from './headline.ts'
export { compilePhrases, PhraseIndex } from './phrase.ts'
export { type TaggedText, tagRisks } from './tag-risks.ts'
