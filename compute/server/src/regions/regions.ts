/** The regions that a deployment can be asked for, with what their hubs and grids are like now. */
export { regionRoutes } from './routes.ts'
