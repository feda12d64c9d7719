/** Response schemas of registrations, deliveries and attempts. */
import Type, { type TSchema } from 'typebox'
import { described } from '../../http/http.ts'
import { Instant } from '../../http/model/instant.ts'
import { nullable } from '../../http/model/nullable.ts'
import { openEnum, stringEnum } from '../../http/model/string-enum.ts'
import type { EventCatalogue } from './event.ts'

/** Kinds and choices differ from service to service; everything else is the same. */
export type ResponseSchemas = ReturnType<typeof responseSchemas>

const webhookId = Type.String({ examples: ['whk_01kd3f9n8x4s6t2v7w0y5z1a3b'] })
const deliveryId = Type.String({
  description: 'The same on every attempt: receivers recognise repetitions by it.',
  examples: ['dlv_01kd3f9n8x4s6t2v7w0y5z1a3b'],
})
const eventId = Type.String({ examples: ['evt_01kd3f9n8x4s6t2v7w0y5z1a3b'] })

export const DeliveryState = stringEnum(['pending', 'held', 'succeeded', 'failed'], {
  title: 'DeliveryState',
  description:
    '`held`: the first attempt waits, because the receiver is failing or busy. `failed`: after four attempts, or for `reason`.',
})

export const AttemptOutcome = stringEnum(['succeeded', 'failed'], {
  title: 'AttemptOutcome',
  description: 'Only a status of 2xx is success.',
})

const Attempt = Type.Object(
  {
    deliveryId,
    attempt: Type.Integer({ description: '`X-Service-Attempt` of the request; counts from 1.' }),
    at: Instant('When it was made.'),
    durationMs: Type.Integer({ description: 'Until the response was read, or the attempt was given up.' }),
    outcome: AttemptOutcome,
    status: nullable(Type.Integer({ description: 'The HTTP status; null without a response.' })),
    error: nullable(
      Type.String({
        description:
          'Why there was no response: `address-refused`, `host-unresolved`, `unreachable`, `tls-failed`, `timed-out`, `invalid-answer` or `connection-closed`; `not-sent` if the service failed. New values may be added.',
        examples: ['timed-out'],
      }),
    ),
    answer: nullable(
      Type.String({
        description: 'The first 4 kB of the response, read as UTF-8; null if there was none or it was erased.',
      }),
    ),
    redactedAt: nullable(Instant('When personal data was erased from the response.')),
  },
  { title: 'Attempt' },
)

/** A request that was made while the caller waited, and what came of it. */
const ReceiverCheck = Type.Object(
  {
    at: Instant('When it was made.'),
    durationMs: Type.Integer({ description: 'Until the response was read, or the request was given up.' }),
    status: Attempt.properties.status,
    error: Attempt.properties.error,
    answer: nullable(
      Type.String({ description: 'The first 4 kB of the response, read as UTF-8; null if there was none.' }),
    ),
  },
  { title: 'ReceiverCheck' },
)

export const ReceiverProof = Type.Object(
  {
    verdict: openEnum(['proved', 'refuses-right', 'accepts-wrong', 'no-response'], {
      description:
        '`proved`: it accepted the right signature and refused the wrong one. `no-response`: one of the requests got none.',
    }),
    message: Type.String({ description: 'What that means and what to do, for a person.' }),
    right: described(ReceiverCheck, 'Signed with the secret of the webhook.'),
    wrong: described(ReceiverCheck, 'Signed with another secret.'),
  },
  { title: 'ReceiverProof' },
)

export const WebhookHealth = Type.Object(
  {
    stepSeconds: Type.Integer({ description: 'The length of a step.' }),
    steps: Type.Array(
      Type.Object(
        {
          at: Instant('When the step begins.'),
          succeeded: Type.Integer({ description: 'Attempts that succeeded.' }),
          failed: Type.Integer({ description: 'Attempts that failed.' }),
          slowestMs: nullable(Type.Integer({ description: 'The longest attempt; null without any.' })),
        },
        { title: 'WebhookHealthStep' },
      ),
      { description: 'The oldest first; the last is not over yet.' },
    ),
  },
  { title: 'WebhookHealth' },
)

type EventSchema = ReturnType<typeof openEnum>

/** `alerts` becomes `AlertsChoice`. */
const titleOf = (choice: string) => `${choice.slice(0, 1).toUpperCase()}${choice.slice(1)}Choice`

export function responseSchemas(catalogue: EventCatalogue) {
  const kinds = Object.keys(catalogue.kinds)
  /** As it is given: one of the kinds that there are. */
  const givenEvent = stringEnum(kinds, { title: 'EventKind', description: 'A kind of event.' })
  const event = openEnum(kinds, { title: 'ReportedEventKind', description: 'The kind of event.' })
  const choices: Record<string, TSchema> = Object.fromEntries(
    Object.entries(catalogue.choices).map(([name, { summary, skips }]) => [
      name,
      stringEnum(Object.keys(skips), { title: titleOf(name), description: summary }),
    ]),
  )
  return { event, givenEvent, choices, ...webhookSchemas(event, choices), ...deliverySchemas(event), Attempt }
}

function webhookSchemas(event: EventSchema, choices: Record<string, TSchema>) {
  const Webhook = Type.Object(
    {
      webhookId,
      url: Type.String({
        format: 'uri',
        description: 'Where events are sent.',
        examples: ['https://example.com/hook'],
      }),
      events: Type.Union([Type.Array(event), Type.Null()], {
        description: 'The kinds that are sent; null for all, future ones included.',
      }),
      ...choices,
      description: Type.String(),
      enabled: Type.Boolean(),
      disabled: Type.Union(
        [
          Type.Object(
            {
              reason: openEnum(['by-hand', 'gone', 'failing'], {
                description:
                  '`by-hand`: by your company. `gone`: the receiver responded 410. `failing`: no attempt succeeded for too long.',
              }),
              at: Instant('Since when.'),
              message: Type.String({ description: 'What happened and what to do, for a person.' }),
            },
            { title: 'WebhookDisabling' },
          ),
          Type.Null(),
        ],
        { description: 'Why nothing is sent; null while it is enabled.' },
      ),
      hasSecret: Type.Boolean({
        description: 'Whether deliveries are signed. The secret itself is never shown again.',
      }),
      previousSecretUntil: nullable(
        Instant(
          'Until when the secret replaced by the last rotation signs together with the new one; null if there was none.',
        ),
      ),
      health: Type.Object(
        {
          failuresInARow: Type.Integer({ description: 'Attempts that failed since the last success.' }),
          failingSince: nullable(Instant('When the first of them failed.')),
          held: Type.Boolean({
            description: 'Whether first attempts are held back until a probe succeeds.',
          }),
        },
        { title: 'ReceiverHealth' },
      ),
      createdAt: Instant('When it was created.'),
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
  return { Webhook, WebhookWithSecret }
}

function deliverySchemas(event: EventSchema) {
  const delivery = {
    deliveryId,
    eventId,
    event,
    state: DeliveryState,
    madeAt: Instant('The time in the body: the same on every attempt.'),
    attempts: Type.Integer({ description: 'Attempts made so far.' }),
    nextAttemptAt: nullable(
      Instant('When it is attempted next; null while an attempt is running, and after the last.'),
    ),
    endedAt: nullable(Instant('When it succeeded or failed for good.')),
    reason: Type.Union(
      [
        openEnum(['registration-disabled', 'registration-deleted', 'held-too-long', 'content-erased'], {
          description: 'The reason.',
        }),
        Type.Null(),
      ],
      { description: 'Why it failed, if not because of its attempts.' },
    ),
    lastAttempt: Type.Union(
      [
        Type.Object(
          {
            at: Instant('When it was made.'),
            status: nullable(Type.Integer({ description: 'The HTTP status; null without a response.' })),
            error: nullable(Type.String({ description: 'Why there was no response.', examples: ['timed-out'] })),
          },
          { title: 'LastAttempt' },
        ),
        Type.Null(),
      ],
      { description: 'The newest attempt; null before the first.' },
    ),
    redactedAt: nullable(Instant('When personal data was erased from it.')),
  }
  const Delivery = Type.Object(delivery, { title: 'Delivery' })
  const DeliveryWithBody = Type.Object(
    {
      ...delivery,
      body: nullable(
        Type.String({
          description: 'The body of its requests, byte for byte; null once personal data was erased from it.',
        }),
      ),
    },
    { title: 'DeliveryWithBody' },
  )
  return { Delivery, DeliveryWithBody }
}
