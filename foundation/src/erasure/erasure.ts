/** Erasure and ageing of personal data; `model/eraser.ts` has the contract that each feature's redactors and pruners meet. */
export { auditRedactor } from './audit-redactor.ts'
export { type ErasePerson, type ErasureReport, makeErasePerson } from './erase-person.ts'
export { pruneJob } from './prune.job.ts'
export type { PruneReport } from './prune-data.ts'
export { makePrunePast, type PrunePast } from './prune-past.ts'
