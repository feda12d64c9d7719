/**
 * AI visibility: how often, and in what tone, language models name a company.
 *
 * **Questions** (`prompts.ts`) about a sector are put to the models that the operator names, once a day (`ask-models.ts`);
 * **completions** can also be imported, by the operator or by a company for itself. Each is stored whole. To make a
 * company's figures, those of its sector are read for it (`asked-about.ts`, `read-completions.ts`), and the domain makes the
 * pillar of them. Storing completions has the figures made again that rest on them (`keep-completions.ts`).
 */
import type { Database } from '@service/foundation/database/database.ts'
import { type JobDeps, startScheduledJob } from '@service/foundation/jobs/jobs.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { AskSettings } from './ask-models.ts'
import { makeImportCompletions } from './import-completions.ts'
import type { VisibilityDeps } from './routes.ts'
import { makeSendCompletions } from './send-completions.ts'

export { type VisibilityDeps, visibilityRoutes } from './routes.ts'
export { completionCommands } from './visibility-commands.ts'

type Deps = { db: Database; now: () => Date; newId: NewId }

export const makeVisibility = ({ db, now, newId }: Deps): VisibilityDeps => ({
  sendCompletions: makeSendCompletions({ db, now, importCompletions: makeImportCompletions({ db, now, newId }) }),
})

/** Begins to ask the models, where there are any. `stop` resolves when a question under way has been given up. */
export async function startAsking(deps: JobDeps, settings: AskSettings): Promise<{ stop(): Promise<void> }> {
  if (settings.models.length === 0) return { stop: async () => {} }
  const { askModelsJob } = await import('./ask-models.job.ts') // most installations ask nobody
  return startScheduledJob(deps, askModelsJob(deps, settings))
}
