/**
 * Figures: those that customers read of their own deployments (`read-metrics.ts`), and those that the operator's monitoring
 * scrapes of the service (`service-metrics.ts`).
 */
export { countReadyHubs } from './count-store.ts'
export { makeReadCompanyMetrics, makeReadDeploymentMetrics } from './read-metrics.ts'
export { type MonitoringDeps, monitoringRoutes } from './routes.ts'
export { measured, watchService } from './service-metrics.ts'
