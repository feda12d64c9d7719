import type { Queryable } from '@service/foundation/database/database.ts'
import * as batches from './batches/batches.ts'
import * as screenings from './store.ts'
import * as undecided from './undecided/undecided-store.ts'
import * as verdicts from './verdict-store.ts'

const batch = 1_000

/** A verdict goes before the screening it was given on, whose legal hold it shares. */
export const screeningPruners = [
  {
    name: 'verdicts',
    prune: (tx: Queryable, before: Date, limit = batch) => verdicts.deleteBefore(tx, before, limit),
  },
  {
    name: 'screenings',
    prune: (tx: Queryable, before: Date, limit = batch) => screenings.deleteBefore(tx, before, limit),
  },
  {
    name: 'screening batches',
    prune: (tx: Queryable, before: Date, limit = batch) => batches.deleteBefore(tx, before, limit),
  },
  {
    name: 'undecided matches',
    prune: (tx: Queryable, before: Date, limit = batch) => undecided.deleteBefore(tx, before, limit),
  },
]
