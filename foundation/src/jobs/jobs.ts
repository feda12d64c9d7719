/**
 * Work that requests do not wait for: jobs that one process runs when they are due (`scheduled-job.ts`), loops that do
 * what is due whenever something wakes them (`wake-loop.ts`), queues in tables (`listening-loop.ts`), and rows that one
 * process at a time works on (`lease.ts`).
 */
export { all as allScheduledJobs, type JobState } from './job-store.ts'
export { keepLease, type Lease, LeasedRows, newLease } from './lease.ts'
export { type ListeningLoop, startListeningLoop, startQueue } from './listening-loop.ts'
export { type JobDeps, runIfDue, type ScheduledJob, startScheduledJob } from './scheduled-job.ts'
export { WakeLoop, type WakeLoopOptions } from './wake-loop.ts'
