import { fileURLToPath } from 'node:url'
import type { ApiDescription } from '@service/foundation/http/api-document.ts'
import { readApiExamples } from '@service/foundation/http/api-examples.ts'
import { selfServiceTags } from '@service/foundation/self-service/self-service.ts'
import { sessionCookieOf, signInTags } from '@service/foundation/sign-in/sign-in.ts'
import { documentEvents, eventsTag } from '@service/foundation/webhooks/webhooks.ts'
import { eventCatalogue } from './events/events.ts'
import { serviceName } from './service-name.ts'

/** The version of the API, as the contract states it. */
export const apiVersion = '1.4.2'

export const examplesFolder = fileURLToPath(new URL('../api-examples', import.meta.url))

/** What the OpenAPI document says of the service as a whole. */
export const apiDescription = (baseUrl: string): ApiDescription => ({
  title: 'Compute Deployment Platform API',
  version: apiVersion,
  description:
    'Runs container images on GPU hubs: in the requested regions, under the requested data residency, and where and ' +
    'when the grid is cleanest if requested. Errors are a `Problem` with the reason phrase of the status as `error`. ' +
    'Responses may gain fields, and values where a description says so: clients should ignore what they do not know.',
  baseUrl,
  sessionCookie: sessionCookieOf(serviceName),
  tags: {
    Deployments: 'Deployments: planning, starting, following and stopping them.',
    Domains: 'Names of a company’s own that lead to its deployments.',
    Registries: 'Logins for the registries of private images.',
    Hubs: 'The hubs with their free GPUs, prices and grids.',
    Regions: 'The regions that a deployment may be restricted to.',
    Pricing: 'The prices of GPUs.',
    Carbon: 'The carbon intensity of electricity, now and as a forecast.',
    Usage: 'GPU-hours, costs and emissions by month.',
    Monitoring: 'Metrics of the company and of its deployments.',
    Webhooks: 'Webhooks, their deliveries and attempts.',
    ...signInTags,
    ...selfServiceTags,
    [eventsTag]: 'The requests that the service makes to webhooks.',
  },
  webhooks: documentEvents(eventCatalogue),
  examples: () => readApiExamples(examplesFolder),
})
