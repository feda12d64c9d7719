import { type ApiDocument, documentOf } from '@service/foundation/http/api-document.ts'
import { apiDescription } from './api-description.ts'
import { operatorRoutes } from './operator/operator.ts'
import { apiRoutes } from './routes.ts'

/** The document of the operator's view, which tenants do not see. */
export const makeOperatorDocument = (): Promise<ApiDocument> =>
  documentOf(
    { ...apiDescription('http://127.0.0.1:4100'), tags: { Operator: 'The installation as a whole.' } },
    operatorRoutes,
  )

export const makeApiDocument = (): Promise<ApiDocument> =>
  documentOf(apiDescription('http://127.0.0.1:4100'), apiRoutes)
