import type { TaskContext } from '@service/foundation/threads/thread-task.ts'
import type { DaySums } from '@service/reputation-domain/score/day-sums.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { computeSubjectDays } from './compute-subject-days.ts'

/** The slices are the mentions, as a viewer sees them. */
export const run = (fromDay: number, { slices }: TaskContext<readonly StoredMention[]>): DaySums[] =>
  computeSubjectDays(slices.flat(), fromDay)
