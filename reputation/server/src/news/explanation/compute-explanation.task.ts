import { type GivenWay, givingWay } from '@service/foundation/threads/giving-way.ts'
import type { TaskContext } from '@service/foundation/threads/thread-task.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { type ComputedExplanation, type ExplanationInput, explainScore } from './compute-explanation.ts'

/** The slices are the mentions of the company's own subject. */
export const run = (
  input: ExplanationInput,
  { slices, stop }: TaskContext<readonly StoredMention[]>,
): Promise<GivenWay<ComputedExplanation | undefined>> => givingWay(explainScore(slices.flat(), input), stop)
