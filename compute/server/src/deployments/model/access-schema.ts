import { endpointAccesses } from '@service/compute-domain/deployments/endpoint-access.ts'
import { openEnum, stringEnum } from '@service/foundation/http/model/string-enum.ts'

export const EndpointAccessInput = stringEnum(endpointAccesses, {
  minLength: 1, // clients may leave out an empty text
  default: 'public',
  description:
    'Who may reach the endpoint: `public` is anyone, `key` who sends an API key of the company with the scope `endpoints:use` ' +
    'in `X-Service-Key`, `company` people of the company, signed in.',
  examples: ['key'],
})

export const EndpointAccessShown = openEnum(endpointAccesses, { description: 'Who may reach the endpoint.' })
