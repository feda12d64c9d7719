/**
 * What the models of texts share: how a text about a company becomes a **reading** (words with their kinds, sides and
 * clauses around the target), how features are numbered and collected, and the file that the weights lie in. The models
 * themselves are `sentiment/own-model.ts` and `subjects/name-model.ts`; `languages/detect-language.ts` has the file alone.
 */
export { exampleScale, Features } from './features.ts'
export { kinds } from './lexicon.ts'
export { KeyIndex, type ModelFile, modelVersion, readModel, tableOf, type WeightTable } from './model-file.ts'
export { type Reading, type ReadToken, read } from './reading.ts'
export type { TargetedText } from './targeted-text.ts'
export { mix, wordHash } from './word-hash.ts'
