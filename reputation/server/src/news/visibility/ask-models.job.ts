import { hourMs } from '@service/foundation/duration.ts'
import type { JobDeps, ScheduledJob } from '@service/foundation/jobs/scheduled-job.ts'
import { makeAskModel } from '../../language-models/language-models.ts'
import { type AskSettings, askModels } from './ask-models.ts'

const timeoutMs = 120_000

/** Runs more often than once a day, for what failed and for sectors that are new; no question is completed twice a day. */
export const askModelsJob = (deps: Omit<JobDeps, 'log'>, settings: AskSettings): ScheduledJob => ({
  name: 'ask-language-models',
  everyMs: 6 * hourMs,
  run: (stop) => askModels({ ...deps, ask: makeAskModel({ timeoutMs, stop }) }, settings, stop),
})
