/** Registrations: where a company's events go, and with which secret. */
import Type from 'typebox'
import { type App, actOf, callerOf, NextCursor, PageParameters, problems, readPage, toPage } from '../../http/http.ts'
import { nullable } from '../../http/model/nullable.ts'
import type { EventCatalogue } from '../model/event.ts'
import { ReceiverProof, type ResponseSchemas, responseSchemas } from '../model/responses.ts'
import { maxSecretLength } from '../model/webhook-secret.ts'
import type { ChangeWebhook } from './change-webhook.ts'
import type { CheckAddress } from './check-address.ts'
import { type CreateWebhook, maxWebhooks } from './create-webhook.ts'
import type { DeleteWebhook } from './delete-webhook.ts'
import type { EndPreviousSecret } from './end-previous-secret.ts'
import type { ListWebhooks, ReadWebhook } from './list-webhooks.ts'
import type { ProveReceiver } from './prove-receiver.ts'
import { maxGraceMs, type RotateSecret } from './rotate-secret.ts'
import type { SendTestEvent } from './send-test-event.ts'
import { showCreated, showProof, showWebhook } from './show-webhook.ts'
import { listWebhooksTool, testWebhookTool } from './tools.ts'
import { WebhookPath, webhookIdOf } from './webhook-path.ts'

export type RegistrationDeps = {
  createWebhook: CreateWebhook
  listWebhooks: ListWebhooks
  readWebhook: ReadWebhook
  changeWebhook: ChangeWebhook
  deleteWebhook: DeleteWebhook
  rotateSecret: RotateSecret
  endPreviousSecret: EndPreviousSecret
  sendTestEvent: SendTestEvent
  checkAddress: CheckAddress
  proveReceiver: ProveReceiver
}

const tags = ['Webhooks']
const config = { scope: 'webhooks:manage' as const }
const defaultGraceSeconds = 86_400

const secret = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: maxSecretLength,
    description:
      'A secret of your own, without control characters. One that begins with `whsec_` must go on in base64: its bytes key the Standard Webhooks signature.',
  }),
)

/** Fields of a registration, with the kinds and choices of the service. */
function inputSchemas(catalogue: EventCatalogue) {
  const { givenEvent, choices } = responseSchemas(catalogue)
  const optionalChoices = Object.fromEntries(
    Object.entries(choices).map(([name, schema]) => [
      name,
      Type.Optional(Type.Unsafe<string>({ ...schema, default: catalogue.choices[name]?.default })),
    ]),
  )
  return {
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description:
        'An https address on the public internet, without user name, password or fragment. What its host resolves to is judged now and at every delivery.',
      examples: ['https://example.com/hook'],
    }),
    events: Type.Optional(
      Type.Union(
        [
          Type.Array(givenEvent, { minItems: 1, maxItems: Object.keys(catalogue.kinds).length, uniqueItems: true }),
          Type.Null(),
        ],
        {
          description: 'The kinds to send; all, future ones included, when absent or null.',
        },
      ),
    ),
    ...optionalChoices,
    description: Type.Optional(Type.String({ maxLength: 500, description: 'For your own use.' })),
    enabled: Type.Optional(Type.Boolean({ description: 'Nothing is sent to a disabled registration.' })),
  }
}

/** From the body's fields to what the use cases take. */
const inputReader =
  (catalogue: EventCatalogue) =>
  <Body extends { events?: string[] | null }>({ events, ...fields }: Body) => ({
    ...fields,
    ...(events !== undefined && { kinds: events }),
    choices: Object.fromEntries(
      Object.keys(catalogue.choices).map((name) => [name, (fields as Record<string, unknown>)[name] as string]),
    ),
  })

type Part = { app: App; path: string; catalogue: EventCatalogue; schemas: ResponseSchemas; deps: RegistrationDeps }

export function registrationRoutes(app: App, path: string, catalogue: EventCatalogue, deps: RegistrationDeps): void {
  const part: Part = { app, path, catalogue, schemas: responseSchemas(catalogue), deps }
  createRoute(part)
  readRoutes(part)
  changeRoutes(part)
  rotateSecretRoute(part)
  endPreviousSecretRoute(part)
  testRoute(part)
  addressRoute(part)
  proofRoute(part)
}

function createRoute({ app, path, catalogue, schemas: { WebhookWithSecret }, deps }: Part): void {
  const { url, ...optional } = inputSchemas(catalogue)
  const inputOf = inputReader(catalogue)

  app.post(
    path,
    {
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Register a webhook',
        description: `Events are sent to its address. Without a secret, deliveries are not signed. A company may have ${maxWebhooks} webhooks.`,
        body: Type.Object(
          {
            url,
            ...optional,
            secret,
            generateSecret: Type.Optional(
              Type.Boolean({ description: 'If true, a secret is generated. The response shows it, once.' }),
            ),
          },
          {
            title: 'NewWebhook',
            additionalProperties: false,
          },
        ),
        response: { 201: WebhookWithSecret, ...problems('conflict') },
      },
      config: { ...config, showsSecret: true },
    },
    async (request, reply) => {
      const created = await deps.createWebhook(actOf(request), callerOf(request).companyId, inputOf(request.body))
      return reply.code(201).send(showCreated(created))
    },
  )
}

function readRoutes({ app, path, schemas: { Webhook }, deps }: Part): void {
  app.get(
    path,
    {
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List webhooks',
        description: 'Newest first.',
        querystring: Type.Object(PageParameters),
        response: {
          200: Type.Object({ webhooks: Type.Array(Webhook), nextCursor: NextCursor }, { title: 'WebhookPage' }),
        },
      },
      config: { ...config, tool: listWebhooksTool },
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['string'])
      const found = await deps.listWebhooks(callerOf(request).companyId, after?.[0] as string | undefined, limit + 1)
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
      return { webhooks: items.map(showWebhook), nextCursor }
    },
  )

  app.get(
    `${path}/:webhookId`,
    {
      schema: {
        operationId: 'getWebhook',
        tags,
        summary: 'Get a webhook',
        description: 'With the health of its receiver.',
        params: WebhookPath,
        response: { 200: Webhook, ...problems('not-found') },
      },
      config,
    },
    async (request) => showWebhook(await deps.readWebhook(callerOf(request).companyId, webhookIdOf(request.params))),
  )
}

function changeRoutes({ app, path, catalogue, schemas: { Webhook }, deps }: Part): void {
  const { url, ...optional } = inputSchemas(catalogue)
  const inputOf = inputReader(catalogue)

  app.patch(
    `${path}/:webhookId`,
    {
      schema: {
        operationId: 'changeWebhook',
        tags,
        summary: 'Change a webhook',
        description:
          'Fields that are absent stay as they are. Pending deliveries go to the new address. Enabling, or a new address, clears the record of failures. Disabling ends pending deliveries; they can be sent again.',
        params: WebhookPath,
        body: Type.Object(
          { url: Type.Optional(url), ...optional },
          { title: 'WebhookChanges', additionalProperties: false },
        ),
        response: { 200: Webhook, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const id = webhookIdOf(request.params)
      return showWebhook(await deps.changeWebhook(actOf(request), companyId, id, inputOf(request.body)))
    },
  )

  app.delete(
    `${path}/:webhookId`,
    {
      schema: {
        operationId: 'deleteWebhook',
        tags,
        summary: 'Delete a webhook',
        description: 'Pending deliveries end, and its deliveries can no longer be read.',
        params: WebhookPath,
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config,
    },
    async (request, reply) => {
      await deps.deleteWebhook(actOf(request), callerOf(request).companyId, webhookIdOf(request.params))
      return reply.code(204).send(null)
    },
  )
}

function rotateSecretRoute({ app, path, schemas: { WebhookWithSecret }, deps }: Part): void {
  app.post(
    `${path}/:webhookId/rotate-secret`,
    {
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Rotate the secret of a webhook',
        description:
          'Without `secret` one is generated, and shown once. During the grace period `webhook-signature` carries the signatures of both secrets; `X-Service-Signature` uses the new one from now on.',
        params: WebhookPath,
        body: Type.Object(
          {
            secret,
            gracePeriodSeconds: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: maxGraceMs / 1000,
                default: defaultGraceSeconds,
                description: 'How long the old secret also signs.',
              }),
            ),
          },
          { title: 'SecretRotation', additionalProperties: false },
        ),
        response: { 200: WebhookWithSecret, ...problems('not-found') },
      },
      config: { ...config, showsSecret: true },
    },
    async (request) => {
      const { secret, gracePeriodSeconds = defaultGraceSeconds } = request.body
      const id = webhookIdOf(request.params)
      const options = { secret, graceMs: gracePeriodSeconds * 1000 }
      return showCreated(await deps.rotateSecret(actOf(request), callerOf(request).companyId, id, options))
    },
  )
}

function endPreviousSecretRoute({ app, path, schemas: { Webhook }, deps }: Part): void {
  app.delete(
    `${path}/:webhookId/previous-secret`,
    {
      schema: {
        operationId: 'endPreviousWebhookSecret',
        tags,
        summary: 'End the previous secret of a webhook',
        description: 'Ends the grace period of a rotation at once. Nothing changes where there is none.',
        params: WebhookPath,
        response: { 200: Webhook, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const { companyId } = callerOf(request)
      return showWebhook(await deps.endPreviousSecret(actOf(request), companyId, webhookIdOf(request.params)))
    },
  )
}

function testRoute({ app, path, schemas: { event, givenEvent }, deps }: Part): void {
  app.post(
    `${path}/:webhookId/test`,
    {
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a test event to a webhook',
        description:
          'An example of the kind is sent like any event, whichever kinds the webhook asked for. The list of deliveries shows what became of it by `eventId`.',
        params: WebhookPath,
        body: Type.Object({ event: givenEvent }, { title: 'TestEventRequest', additionalProperties: false }),
        response: {
          202: Type.Object(
            { eventId: Type.String({ examples: ['evt_01kd3f9n8x4s6t2v7w0y5z1a3b'] }), event },
            { title: 'TestEvent' },
          ),
          ...problems('not-found', 'conflict'),
        },
      },
      config: { ...config, tool: testWebhookTool },
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      const id = webhookIdOf(request.params)
      const sent = await deps.sendTestEvent(actOf(request), companyId, id, request.body.event)
      return reply.code(202).send({ eventId: sent.id, event: sent.kind })
    },
  )
}

function addressRoute({ app, path, catalogue, deps }: Part): void {
  const { url } = inputSchemas(catalogue)
  app.post(
    `${path}/check-address`,
    {
      schema: {
        operationId: 'checkWebhookAddress',
        tags,
        summary: 'Check an address for a webhook',
        description: 'Judges it as creating a webhook would, and changes nothing.',
        body: Type.Object({ url }, { title: 'WebhookAddress', additionalProperties: false }),
        response: {
          200: Type.Object(
            {
              url: nullable(
                Type.String({ description: 'The address as it would be kept; null if it would be refused.' }),
              ),
              fault: nullable(Type.String({ description: 'Why it would be refused; null if it would not.' })),
            },
            { title: 'CheckedAddress' },
          ),
        },
      },
      config,
    },
    async (request) => {
      const { url, fault } = await deps.checkAddress(request.body.url)
      return { url: url ?? null, fault: fault ?? null }
    },
  )
}

function proofRoute({ app, path, schemas: { givenEvent }, deps }: Part): void {
  app.post(
    `${path}/:webhookId/prove`,
    {
      schema: {
        operationId: 'proveWebhook',
        tags,
        summary: 'Prove that a receiver verifies signatures',
        description:
          'Sends an example of the kind twice, signed with the secret and then with another one, and waits for both responses. A good receiver accepts the first and refuses the second. Neither is in the log of deliveries.',
        params: WebhookPath,
        body: Type.Object({ event: givenEvent }, { title: 'ProofRequest', additionalProperties: false }),
        response: { 200: ReceiverProof, ...problems('not-found', 'conflict') },
      },
      config,
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const id = webhookIdOf(request.params)
      return showProof(await deps.proveReceiver(actOf(request), companyId, id, request.body.event))
    },
  )
}
