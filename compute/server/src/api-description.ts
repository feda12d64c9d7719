import type { ApiDescription } from '@service/foundation/http/api-document.ts'

/** Of the API: the contract's. */
const apiVersion = '1.4.2'

/** What the OpenAPI document says of the service as a whole. */
export const apiDescription = (baseUrl: string): ApiDescription => ({
  title: 'Compute Deployment Platform API',
  version: apiVersion,
  description:
    'Runs container images on GPU hubs: in the regions asked for, under the data residency asked for, and where and ' +
    'when the grid is cleanest if asked. Errors are `{error, message, code?, details?}` with the reason phrase of the ' +
    'status as `error`.',
  baseUrl,
})
