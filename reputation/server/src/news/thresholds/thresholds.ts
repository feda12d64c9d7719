/** What makes an article an alert, as a company sets it, tried first on what was published. */
import type { Database } from '@service/foundation/database/database.ts'
import { alertThreshold } from '../figures/settings-store.ts'
import type { ThresholdDeps } from './alert-settings.routes.ts'
import { makePreviewThreshold } from './preview-threshold.ts'

export { type ThresholdDeps, thresholdRoutes } from './alert-settings.routes.ts'

export const makeThresholds = (deps: { db: Database; now: () => Date }): Omit<ThresholdDeps, 'administration'> => ({
  readThreshold: (companyId) => alertThreshold(deps.db.connection, companyId),
  previewThreshold: makePreviewThreshold(deps),
})
