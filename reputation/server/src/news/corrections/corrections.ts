/**
 * Corrections: what people of a company say about judgements of articles, which holds in its figures in place of what the models
 * said (`domain: mentions/correction.ts`). Kept with who and when, taken back at any time, and given out as labels.
 */
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { makeCorrectArticle, makeRevertCorrection } from './correct-article.ts'
import type { CorrectionDeps } from './corrections.routes.ts'
import { makeListCorrections, makeListLabels } from './list-corrections.ts'

export { correctionRedactor } from './correction-redactor.ts'
export { type CorrectionDeps, correctionRoutes } from './corrections.routes.ts'

export const makeCorrections = (deps: { db: Database; now: () => Date; newId: NewId }): CorrectionDeps => ({
  correctArticle: makeCorrectArticle(deps),
  revertCorrection: makeRevertCorrection(deps),
  listCorrections: makeListCorrections(deps),
  listLabels: makeListLabels(deps),
})
