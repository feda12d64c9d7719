import type { Metering } from '../metering/metering.ts'

/** What the reconciler tells the meter, in the transaction that changes the allocation. */
export type Meter = Pick<Metering, 'begin' | 'end' | 'release'>
