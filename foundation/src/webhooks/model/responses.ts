/** The words of the answers about registrations, deliveries and attempts, as the API document shows them. */
import Type, { type TSchema } from 'typebox'
import { Instant } from '../../http/instant.ts'
import { nullable } from '../../http/nullable.ts'
import { stringEnum } from '../../http/string-enum.ts'
import type { EventCatalogue } from './event.ts'

/** Kinds and choices differ from service to service; everything else is the same. */
export type ResponseSchemas = ReturnType<typeof responseSchemas>

const webhookId = Type.String({ examples: ['whk_01kd3f9n8x4s6t2v7w0y5z1a3b'] })
const deliveryId = Type.String({
  description: 'The same on every attempt; receivers tell repetitions by it.',
  examples: ['dlv_01kd3f9n8x4s6t2v7w0y5z1a3b'],
})
const eventId = Type.String({ examples: ['evt_01kd3f9n8x4s6t2v7w0y5z1a3b'] })

export function responseSchemas(catalogue: EventCatalogue) {
  const event = stringEnum(Object.keys(catalogue.kinds), { description: 'The kind of event.' })
  const choices: Record<string, TSchema> = Object.fromEntries(
    Object.entries(catalogue.choices).map(([name, { summary, skips }]) => [
      name,
      stringEnum(Object.keys(skips), { description: summary }),
    ]),
  )

  const Webhook = Type.Object(
    {
      webhookId,
      url: Type.String({ description: 'Where events are sent to.', examples: ['https://example.com/hook'] }),
      events: Type.Union([Type.Array(event), Type.Null()], {
        description: 'The kinds that are sent; null for all, those to come included.',
      }),
      ...choices,
      description: Type.String(),
      enabled: Type.Boolean(),
      disabled: Type.Union(
        [
          Type.Object({
            reason: stringEnum(['by-hand', 'gone', 'failing'], {
              description:
                '`by-hand`: by your company. `gone`: the receiver answered 410. `failing`: nothing reached it for too long.',
            }),
            at: Instant('Since when.'),
            message: Type.String({ description: 'What happened and what to do, for a person.' }),
          }),
          Type.Null(),
        ],
        { description: 'Why nothing is sent; null while it is enabled.' },
      ),
      hasSecret: Type.Boolean({ description: 'Deliveries are signed. The secret itself is never shown again.' }),
      previousSecretUntil: nullable(
        Instant(
          'Until then the secret that a rotation replaced signs, or signed, beside the new one; null if there was none.',
        ),
      ),
      health: Type.Object({
        failuresInARow: Type.Integer({ description: 'Attempts that have failed since the last that succeeded.' }),
        failingSince: nullable(Instant('When the first of them failed.')),
        held: Type.Boolean({
          description: 'First attempts are held back, but for one now and then, until one succeeds.',
        }),
      }),
      createdAt: Instant('When it was made.'),
      updatedAt: Instant('When it was last changed.'),
    },
    { title: 'Webhook' },
  )

  const WebhookWithSecret = Type.Object(
    {
      ...Webhook.properties,
      secret: Type.Optional(
        Type.String({
          description: 'The generated secret. It is shown here and never again.',
          examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDMdnbkRJYzYg='],
        }),
      ),
    },
    { title: 'WebhookWithSecret' },
  )

  const delivery = {
    deliveryId,
    eventId,
    event,
    state: stringEnum(['pending', 'held', 'succeeded', 'failed'], {
      description:
        '`held`: the first attempt waits, because the receiver has failed or is at too many others. `failed`: after four attempts, or for `reason`.',
    }),
    madeAt: Instant('`deliveredAt` of the body, which is the same on every attempt.'),
    attempts: Type.Integer({ description: 'Attempts made so far.' }),
    nextAttemptAt: nullable(Instant('When it is next attempted; null while one is under way, and after the last.')),
    endedAt: nullable(Instant('When it succeeded or failed for good.')),
    reason: Type.Union(
      [stringEnum(['registration-disabled', 'registration-deleted', 'held-too-long', 'content-erased']), Type.Null()],
      { description: 'Why it failed, where no attempt tells.' },
    ),
    lastAttempt: Type.Union(
      [
        Type.Object({
          at: Instant('When it was made.'),
          status: nullable(Type.Integer({ description: 'The HTTP status; null where no answer came.' })),
          error: nullable(Type.String({ description: 'What came instead of an answer.', examples: ['timed-out'] })),
        }),
        Type.Null(),
      ],
      { description: 'How the newest attempt went.' },
    ),
    redactedAt: nullable(Instant('When a person was erased from what it says.')),
  }
  const Delivery = Type.Object(delivery, { title: 'Delivery' })
  const DeliveryWithBody = Type.Object(
    {
      ...delivery,
      body: nullable(
        Type.String({
          description: 'The body of its requests, to the byte; null once a person has been erased from it.',
        }),
      ),
    },
    { title: 'DeliveryWithBody' },
  )

  const Attempt = Type.Object(
    {
      deliveryId,
      attempt: Type.Integer({ description: '`X-Service-Attempt` of the request; counts from 1.' }),
      at: Instant('When it was made.'),
      durationMs: Type.Integer({ description: 'Until the answer was read, or until it was given up.' }),
      outcome: stringEnum(['succeeded', 'failed'], { description: 'Only a status of 2xx is success.' }),
      status: nullable(Type.Integer({ description: 'The HTTP status; null where no answer came.' })),
      error: nullable(
        Type.String({
          description:
            'What came instead of an answer: `address-refused`, `host-unresolved`, `unreachable`, `tls-failed`, `timed-out`, `invalid-answer` or `connection-closed`; `not-sent` where we could not make the request, which is ours to mend.',
          examples: ['timed-out'],
        }),
      ),
      answer: nullable(
        Type.String({
          description: 'The first 4 kB of the answer, read as UTF-8; null if none came or it was erased.',
        }),
      ),
      redactedAt: nullable(Instant('When a person was erased from the answer.')),
    },
    { title: 'Attempt' },
  )
  return { event, choices, Webhook, WebhookWithSecret, Delivery, DeliveryWithBody, Attempt }
}
