import { type GivenWay, givingWay } from '@service/foundation/threads/giving-way.ts'
import type { TaskContext } from '@service/foundation/threads/thread-task.ts'
import { readModels } from '../analysis/models.ts'
import type { Figures } from '../model/figures.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { type AskedAbout, makeReadCompletions, type ReadCompletions } from '../visibility/read-completions.ts'
import { computeFiguresInPieces, type FiguresInput } from './compute-figures.ts'

/** Without `asked`, there are no completions of language models. */
export type FiguresTaskInput = { input: Omit<FiguresInput, 'completions'>; asked?: AskedAbout | undefined }

let readCompletions: ReadCompletions | undefined

/** The slices are the mentions of the company's own subject. */
export function run(
  { input, asked }: FiguresTaskInput,
  { slices, stop }: TaskContext<readonly StoredMention[]>,
): Promise<GivenWay<Figures>> {
  readCompletions ??= makeReadCompletions(readModels())
  const completions = asked && readCompletions(asked)
  return givingWay(computeFiguresInPieces(slices.flat(), { ...input, completions }), stop)
}
