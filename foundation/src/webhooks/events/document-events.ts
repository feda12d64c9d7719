/** The events of a service in its OpenAPI document: the requests that it makes, and the responses that it expects. */
import Type from 'typebox'
import { Instant } from '../../http/model/instant.ts'
import type { EventCatalogue, EventKind } from '../model/event.ts'

/** The `webhooks` section of the document. */
export const documentEvents = ({ kinds }: EventCatalogue): Record<string, object> =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { post: operationOf(name, kind) }]))

function operationOf(name: string, { summary, data, example }: EventKind): object {
  // Open, as receivers should be: fields may be added to what they know.
  const title = pascalCase(name)
  const body = Type.Object(
    {
      event: Type.Literal(name),
      deliveredAt: Instant('When the delivery was made: the same on every attempt.'),
      data,
    },
    { title: `${title}Event` },
  )
  const sent = { event: name, deliveredAt: '2026-11-20T09:30:00.000Z', data: example(exampleCompany) }
  return {
    operationId: `receive${title}`,
    tags: [eventsTag],
    summary,
    description:
      'Sent to every webhook that asked for it. A delivery may arrive more than once, and deliveries may arrive out of ' +
      'order: `X-Service-Delivery` identifies a delivery.',
    security: [],
    parameters: headersOf(name),
    requestBody: { required: true, content: { 'application/json': { schema: body, example: sent } } },
    responses: {
      '2XX': { description: 'Received. The whole exchange may take 10 seconds.' },
      410: { description: 'Gone: the webhook is disabled.' },
      default: {
        description:
          'Not received, redirects included. The delivery is retried after 2, 4 and 8 seconds; then it has failed and can be sent again by hand.',
      },
    },
  }
}

export const eventsTag = 'Events'

/** `alert.high` becomes `AlertHigh`. */
const pascalCase = (kind: string) =>
  kind.replaceAll(/(?:^|[._])(\w)/g, (_whole, letter: string) => letter.toUpperCase())

const exampleCompany = { id: 'cmp_01kd3f9n8x4s6t2v7w0y5z1a3b', name: 'Example Ltd', slug: 'example' }

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const signatureDescription =
  'HMAC-SHA256 of the body in lowercase hexadecimal, keyed by the UTF-8 bytes of the secret as given. Absent if the webhook has no secret.'
const standardDescription =
  'The signature (Standard Webhooks); two, separated by a space, during the grace period of a rotation. Absent if the webhook has no secret.'

const headersOf = (kind: string) => [
  header('X-Service-Event', 'The kind of event.', kind),
  header('X-Service-Delivery', 'The id of the delivery.', 'dlv_01kd3f9n8x4s6t2v7w0y5z1a3b'),
  header('X-Service-Attempt', 'Which attempt this is, from 1.', '1'),
  {
    ...header(
      'X-Service-Signature',
      signatureDescription,
      '2f7f6b1b0d2c4b7c8a4f0a3c1d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f70',
    ),
    required: false,
  },
  header('webhook-id', 'The id of the delivery (Standard Webhooks).', 'dlv_01kd3f9n8x4s6t2v7w0y5z1a3b'),
  header('webhook-timestamp', 'When the attempt was made, in seconds since 1970 (Standard Webhooks).', '1795166400'),
  {
    ...header('webhook-signature', standardDescription, 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
    required: false,
  },
]
