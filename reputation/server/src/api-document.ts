import { type ApiDocument, documentOf } from '@service/foundation/http/api-document.ts'
import { apiDescription } from './api-description.ts'
import { apiRoutes, type RouteDeps } from './routes.ts'

/** The OpenAPI document as committed: made from the routes alone, with nothing behind them and no request ever made. */
export const makeApiDocument = (): Promise<ApiDocument> =>
  documentOf(apiDescription('http://127.0.0.1:4000'), (app) => apiRoutes(app, nothing as RouteDeps))

/** Routes are handed what they need when they are registered; a use of it outside a request is a fault. */
const nothing: unknown = new Proxy(
  {},
  {
    get: (_target, name) => () => Promise.reject(new Error(`${String(name)} was called while documenting the routes`)),
  },
)
