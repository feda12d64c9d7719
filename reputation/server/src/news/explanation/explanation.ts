/** Why a score is what it is: computed when it is asked for, of what the figures were made of (`compute-explanation.ts`). */
export { makeExplainScore } from './explain-score.ts'
export { type ExplanationDeps, explanationRoutes } from './explanation.routes.ts'
