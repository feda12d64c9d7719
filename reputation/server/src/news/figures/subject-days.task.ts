import { type GivenWay, givingWay } from '@service/foundation/threads/giving-way.ts'
import type { TaskContext } from '@service/foundation/threads/thread-task.ts'
import type { DaySums } from '@service/reputation-domain/score/day-sums.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { computeSubjectDaysInPieces } from './compute-subject-days.ts'

/** The slices are the mentions, as a viewer sees them. */
export const run = (
  fromDay: number,
  { slices, stop }: TaskContext<readonly StoredMention[]>,
): Promise<GivenWay<DaySums[]>> => givingWay(computeSubjectDaysInPieces(slices.flat(), fromDay), stop)
