/** What GPUs cost, by type and hub. */
export { pricingRoutes } from './routes.ts'
