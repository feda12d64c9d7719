import type { Pruner } from '../erasure/model/eraser.ts'
import { pruneDays } from './quota-store.ts'

/** A year and a month: the same month a year ago can be compared. */
const keptMs = 400 * 86_400_000

export const quotaPruner: Pruner = { name: 'quota use by day', keptMs, prune: pruneDays }
