import type { Metering } from '../metering/metering.ts'

/** What the reconciler tells the meter, in the transaction that changes allocations. */
export type Meter = Pick<Metering, 'report'>
