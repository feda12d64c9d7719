/** Deliveries and attempts: what became of a company's events, and sending them again. */
import Type, { type Static } from 'typebox'
import {
  type App,
  actOf,
  type CursorKey,
  callerOf,
  described,
  LinesFormatParameter,
  NextCursor,
  PageParameters,
  problems,
  type ReadLines,
  readPage,
  sendLines,
  toPage,
  wantsLines,
} from '../../http/http.ts'
import { InstantParameter, readInstant } from '../../http/model/instant.ts'
import { stringEnum } from '../../http/model/string-enum.ts'
import type { EventCatalogue } from '../model/event.ts'
import {
  AttemptOutcome,
  DeliveryState,
  type ResponseSchemas,
  responseSchemas,
  WebhookHealth,
} from '../model/responses.ts'
import { DeliveryPath, deliveryIdOf, WebhookPath, webhookIdOf } from '../registrations/webhook-path.ts'
import type { ListAttempts, ListDeliveries, ReadDelivery } from './list-deliveries.ts'
import { type HealthSpan, healthSpans, type ReadHealth, showHealth } from './read-health.ts'
import type { ResendDelivery } from './resend-delivery.ts'
import type { ResendFailed } from './resend-failed.ts'
import { showAttempt, showDelivery, showWithBody } from './show-delivery.ts'
import { listAttemptsTool, listFailedDeliveriesTool, resendDeliveryTool } from './tools.ts'

export type DeliveryLogDeps = {
  listDeliveries: ListDeliveries
  readDelivery: ReadDelivery
  listAttempts: ListAttempts
  resendDelivery: ResendDelivery
  resendFailed: ResendFailed
  readHealth: ReadHealth
}

const tags = ['Webhooks']
const config = { scope: 'webhooks:manage' as const }

const span = (what: string) => ({
  since: Type.Optional(InstantParameter(`Only ${what} made at this time or later.`)),
  until: Type.Optional(InstantParameter(`Only ${what} made before this time.`)),
})

type Part = { app: App; path: string; schemas: ResponseSchemas; deps: DeliveryLogDeps }

/** `path` is that of one webhook. */
export function deliveryLogRoutes(app: App, path: string, catalogue: EventCatalogue, deps: DeliveryLogDeps): void {
  const part: Part = { app, path, schemas: responseSchemas(catalogue), deps }
  deliveryRoutes(part)
  resendRoutes(part)
  attemptRoutes(part)
  healthRoute(part)
}

function deliveryRoutes({ app, path, schemas, deps }: Part): void {
  const { givenEvent, Delivery, DeliveryWithBody } = schemas

  app.get(
    `${path}/deliveries`,
    {
      schema: {
        operationId: 'listDeliveries',
        tags,
        summary: 'List the deliveries of a webhook',
        description: 'Newest first.',
        params: WebhookPath,
        querystring: Type.Object({
          ...PageParameters,
          state: Type.Optional(described(DeliveryState, 'Only deliveries in this state.')),
          event: Type.Optional(givenEvent),
          eventId: Type.Optional(
            Type.String({ maxLength: 40, pattern: '^evt_[0-9a-z]+$', description: 'Only the delivery of this event.' }),
          ),
          ...span('deliveries'),
          format: LinesFormatParameter,
        }),
        response: {
          200: Type.Object({ deliveries: Type.Array(Delivery), nextCursor: NextCursor }, { title: 'DeliveryPage' }),
          ...problems('not-found'),
        },
      },
      config: { ...config, lines: true, tool: listFailedDeliveriesTool },
    },
    async (request, reply) => {
      const { state, event, eventId, since, until, format: _format, ...asked } = request.query
      const { limit, after } = readPage(asked, ['string'])
      const filter = {
        state,
        eventId,
        kind: event,
        since: readInstant('query.since', since),
        until: readInstant('query.until', until),
      }
      const id = webhookIdOf(request.params)
      const list = (behind: CursorKey | undefined, limit: number) => {
        const which = { ...filter, beforeId: behind?.[0] as string | undefined }
        return deps.listDeliveries(callerOf(request).companyId, id, which, limit)
      }
      if (wantsLines(request)) {
        const read: ReadLines<Static<typeof Delivery>> = async (behind, limit) =>
          (await list(behind, limit)).map((one) => ({ key: [one.id], item: showDelivery(one) }))
        return sendLines(request, reply, { schema: Delivery, after, read })
      }
      const found = await list(after, limit + 1)
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
      return { deliveries: items.map(showDelivery), nextCursor }
    },
  )

  app.get(
    `${path}/deliveries/:deliveryId`,
    {
      schema: {
        operationId: 'getDelivery',
        tags,
        summary: 'Get a delivery',
        description: 'With the body of its requests.',
        params: DeliveryPath,
        response: { 200: DeliveryWithBody, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const id = { companyId, webhookId: webhookIdOf(request.params), deliveryId: deliveryIdOf(request.params) }
      return showWithBody(await deps.readDelivery(id))
    },
  )
}

function resendRoutes({ app, path, schemas: { DeliveryWithBody }, deps }: Part): void {
  app.post(
    `${path}/deliveries/:deliveryId/resend`,
    {
      schema: {
        operationId: 'resendDelivery',
        tags,
        summary: 'Send a delivery again',
        description:
          'One that has succeeded or failed is sent at once, under the same id, with the same body and new retries. The count of attempts continues.',
        params: DeliveryPath,
        response: { 202: DeliveryWithBody, ...problems('not-found', 'conflict') },
      },
      config: { ...config, tool: resendDeliveryTool },
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      const id = { companyId, webhookId: webhookIdOf(request.params), deliveryId: deliveryIdOf(request.params) }
      return reply.code(202).send(showWithBody(await deps.resendDelivery(actOf(request), id)))
    },
  )

  app.post(
    `${path}/resend-failed`,
    {
      schema: {
        operationId: 'resendFailedDeliveries',
        tags,
        summary: 'Send failed deliveries again',
        description: 'All that failed in a time span. With `preview` they are only counted.',
        params: WebhookPath,
        body: Type.Object(
          {
            since: InstantParameter('Only deliveries that failed at this time or later.'),
            until: Type.Optional(InstantParameter('Only deliveries that failed before this time; now when absent.')),
            preview: Type.Optional(Type.Boolean({ description: 'Only count the deliveries.', default: false })),
          },
          { title: 'ResendRequest', additionalProperties: false },
        ),
        response: {
          200: Type.Object(
            {
              count: Type.Integer({ description: 'How many are sent again, or would be.' }),
              preview: Type.Boolean(),
            },
            { title: 'ResendResult' },
          ),
          ...problems('not-found', 'conflict'),
        },
      },
      config,
    },
    async (request) => {
      const { preview = false } = request.body
      const since = readInstant('body.since', request.body.since)
      const until = readInstant('body.until', request.body.until)
      const { companyId } = callerOf(request)
      const id = webhookIdOf(request.params)
      const count = preview
        ? await deps.resendFailed.preview(companyId, id, { since, until })
        : await deps.resendFailed.send(actOf(request), companyId, id, { since, until })
      return { count, preview }
    },
  )
}

function attemptRoutes({ app, path, schemas: { Attempt }, deps }: Part): void {
  app.get(
    `${path}/attempts`,
    {
      schema: {
        operationId: 'listAttempts',
        tags,
        summary: 'List the delivery attempts of a webhook',
        description: 'Newest first.',
        params: WebhookPath,
        querystring: Type.Object({
          ...PageParameters,
          deliveryId: Type.Optional(
            Type.String({
              maxLength: 40,
              pattern: '^dlv_[0-9a-z]+$',
              description: 'Only the attempts of this delivery.',
            }),
          ),
          outcome: Type.Optional(described(AttemptOutcome, 'Only attempts with this outcome.')),
          ...span('attempts'),
        }),
        response: {
          200: Type.Object({ attempts: Type.Array(Attempt), nextCursor: NextCursor }, { title: 'AttemptPage' }),
          ...problems('not-found'),
        },
      },
      config: { ...config, tool: listAttemptsTool },
    },
    async (request) => {
      const { deliveryId, outcome, since, until, ...asked } = request.query
      const { limit, after } = readPage(asked, ['number', 'string', 'number'])
      const [atMs, behindId, number] = (after ?? []) as [number, string, number]
      const filter = {
        deliveryId,
        outcome,
        since: readInstant('query.since', since),
        until: readInstant('query.until', until),
        behind: after && { at: readTime(atMs), deliveryId: behindId, number: readNumber(number) },
      }
      const id = webhookIdOf(request.params)
      const found = await deps.listAttempts(callerOf(request).companyId, id, filter, limit + 1)
      const { items, nextCursor } = toPage(found, limit, ({ at, deliveryId, number }) => [
        at.getTime(),
        deliveryId,
        number,
      ])
      return { attempts: items.map(showAttempt), nextCursor }
    },
  )
}

/** A cursor is the caller's to write: what is outside the database's range is put at its end. */
const readTime = (ms: number) => new Date(Math.min(Math.max(Math.trunc(ms), 0), 253_402_300_799_999)) // the year 9999
const readNumber = (number: number) => Math.min(Math.max(Math.trunc(number), 0), 2_147_483_647)

function healthRoute({ app, path, deps }: Part): void {
  app.get(
    `${path}/health`,
    {
      schema: {
        operationId: 'getWebhookHealth',
        tags,
        summary: 'Get the health of a webhook over time',
        description: 'How many attempts succeeded and failed in each step of the time span.',
        params: WebhookPath,
        querystring: Type.Object({
          span: Type.Optional(
            stringEnum(Object.keys(healthSpans) as HealthSpan[], {
              title: 'HealthSpan',
              description: '24 steps of an hour, 28 of six hours, or 30 of a day.',
              default: 'day',
            }),
          ),
        }),
        response: { 200: WebhookHealth, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const { span = 'day' } = request.query
      const { companyId } = callerOf(request)
      return showHealth(await deps.readHealth(companyId, webhookIdOf(request.params), span))
    },
  )
}
