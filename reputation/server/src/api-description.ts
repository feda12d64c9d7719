import type { ApiDescription } from '@service/foundation/http/api-document.ts'
import { documentEvents } from '@service/foundation/webhooks/webhooks.ts'
import { eventCatalogue } from './events/catalogue.ts'

export const serviceVersion = '0.1.0'

/** What the OpenAPI document says of the service as a whole. */
export const apiDescription = (baseUrl: string): ApiDescription => ({
  title: 'Reputation Intelligence REST API',
  version: serviceVersion,
  description:
    'Reputation of the company that owns the API key, and screening of names against the OFAC, EU and UN sanctions lists. ' +
    'Errors are `{error, message, code?, details?}` with the reason phrase of the status as `error`.',
  baseUrl,
  webhooks: documentEvents(eventCatalogue),
})
