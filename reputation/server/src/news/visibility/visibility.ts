/**
 * AI visibility: how companies stand in what language models completion.
 *
 * **Questions** (`prompts.ts`) about a sector are put to the models that the operator names, once a day (`ask-models.ts`);
 * completions can also be imported, by the operator or by a company for itself. Each **completion** is stored whole. Whoever
 * makes a company's figures reads those of its sector anew for it (`asked-about.ts`, `read-completions.ts`), and the
 * domain makes the pillar of them. What is stored has the figures made anew that rest on it (`keep-completions.ts`).
 */
import { type JobDeps, startScheduledJob } from '@service/foundation/jobs/scheduled-job.ts'
import { askModelsJob } from './ask-models.job.ts'
import type { AskSettings } from './ask-models.ts'

/** Begins to ask the models, where there are any. `stop` resolves when a question under way has been given up. */
export function startAsking(deps: JobDeps, settings: AskSettings): { stop(): Promise<void> } {
  if (settings.models.length === 0) return { stop: async () => {} }
  return startScheduledJob(deps, askModelsJob(deps, settings))
}
