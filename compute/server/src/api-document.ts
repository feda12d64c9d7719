import { type ApiDocument, documentOf } from '@service/foundation/http/api-document.ts'
import { apiDescription } from './api-description.ts'
import { apiRoutes } from './routes.ts'

export const makeApiDocument = (): Promise<ApiDocument> =>
  documentOf(apiDescription('http://127.0.0.1:4100'), apiRoutes)
