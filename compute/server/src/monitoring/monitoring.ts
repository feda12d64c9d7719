/**
 * Figures: those that customers read of their own deployments (`read-metrics.ts`), and those that the operator's monitoring
 * scrapes of the service (`service-metrics.ts`). What runs is sampled every minute (`sample-usage.ts`).
 */
export { countReadyHubs } from './count-store.ts'
export { samplePruner } from './privacy.ts'
export { makeReadCompanyMetrics, makeReadDeploymentMetrics } from './read-metrics.ts'
export { type MonitoringDeps, monitoringRoutes } from './routes.ts'
export { startSampling } from './sample-usage.ts'
export { measured, watchService } from './service-metrics.ts'
export { historyOf } from './usage-history.ts'
