/** The whole vocabulary, ready to be searched for. */
import { compilePhrases, type Phrase, PhraseIndex } from '../phrase.ts'
import { crossCuttingCues } from './cross-cutting.ts'
import type { Cue } from './cue.ts'
import { environmentCues } from './environment.ts'
import { governanceCues } from './governance.ts'
import { socialCues } from './social.ts'

export type CompiledCue = Cue & { blockers: readonly Phrase[] }

export const cues: readonly Cue[] = [...environmentCues, ...socialCues, ...governanceCues, ...crossCuttingCues]

export const vocabulary = new PhraseIndex<CompiledCue>()
for (const cue of cues) {
  const compiled: CompiledCue = { ...cue, blockers: compilePhrases(cue.unless ?? '') }
  for (const phrase of compilePhrases(cue.words)) vocabulary.add(phrase, compiled)
}
