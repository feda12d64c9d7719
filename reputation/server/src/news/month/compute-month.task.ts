import { type GivenWay, givingWay } from '@service/foundation/threads/giving-way.ts'
import type { TaskContext } from '@service/foundation/threads/thread-task.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { type ComputedMonth, computeMonth, type MonthInput } from './compute-month.ts'

/** The slices are the mentions of the company's own subject. */
export const run = (
  input: MonthInput,
  { slices, stop }: TaskContext<readonly StoredMention[]>,
): Promise<GivenWay<ComputedMonth>> => givingWay(computeMonth(slices.flat(), input), stop)
