/** What recipients decide, by the links in their mails, and the request that is sent again. */
import { actOf, callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { setRawHeader } from '@service/foundation/http/raw-header.ts'
import { guardPage } from '@service/foundation/pages/pages.ts'
import { Problem } from '@service/foundation/problem.ts'
import { TokenBuckets } from '@service/foundation/rate-limit/rate-limit.ts'
import { rangeOf } from '@service/foundation/sign-in/model/attempt-delays.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type Recipient, recipientStates } from '../model/recipient.ts'
import { type Decisions, mailLinkPath } from './mail-links.ts'
import { mailPage, unknownLinkPage } from './mail-page.ts'
import type { RequestAgain } from './recipient-acts.ts'

export const MessageRecipient = Type.Object(
  {
    recipientId: Type.String({ examples: ['mrc_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    address: Type.String({ examples: ['press@example.com'] }),
    state: stringEnum(recipientStates, {
      title: 'RecipientState',
      description: 'Mail is sent to those alone who have confirmed the address. Who stopped the mails can resume them.',
    }),
    requestedAt: nullable(Instant('When the address was last asked to confirm.')),
    requestDueAt: nullable(Instant('When the next request is sent; null where none is.')),
    error: nullable(Type.String({ description: 'Why the last request could not be sent.' })),
  },
  { title: 'MessageRecipient' },
)

export const showRecipient = ({ id, address, state, requestedAt, dueAt, error }: Recipient) => ({
  recipientId: id,
  address,
  state,
  requestedAt: requestedAt?.toISOString() ?? null,
  requestDueAt: dueAt?.toISOString() ?? null,
  error,
})

export function requestAgainRoute(app: App, requestAgain: RequestAgain): void {
  app.post(
    '/api/v1/message-recipients/:recipientId/confirmation',
    {
      schema: {
        operationId: 'requestConfirmation',
        tags: ['Messages'],
        summary: 'Ask a recipient again',
        description: 'Sends the request to confirm once more: at most three in 30 days, an hour apart.',
        params: Type.Object({
          recipientId: Type.String({
            description: 'The `recipientId` of a recipient.',
            examples: ['mrc_01kd3f9n8x4s6t2v7w0y5z1a3b'],
          }),
        }),
        response: { 200: MessageRecipient, ...problems('not-found', 'conflict') },
      },
      config: { scope: 'messages:manage' },
    },
    async (request) => {
      const { recipientId } = request.params
      if (!/^mrc_[0-9a-z]{26}$/.test(recipientId)) throw new Problem('not-found', 'Recipient not found.')
      return showRecipient(await requestAgain(actOf(request), callerOf(request).companyId, recipientId))
    },
  )
}

/** Of one range of addresses and process: a link changes its own recipient alone, and each change is audited. */
const requestsPerMinute = 60
const largestForm = 4 * 1024

const schema = { hide: true, params: Type.Object({ token: Type.String({ maxLength: 100 }) }) } as const
const page = { public: true, page: true } as const

export function mailLinkRoutes(
  app: App,
  { decisions, title, uptimeMs }: { decisions: Decisions; title: string; uptimeMs: () => number },
): void {
  const buckets = new TokenBuckets({ nowMs: uptimeMs, maxBuckets: 20_000 })
  const responding =
    (work: (token: string, request: FastifyRequest) => ReturnType<Decisions['read']>) =>
    async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      const { allowed, retryAfterSeconds } = buckets.take(rangeOf(request.ip), requestsPerMinute)
      if (!allowed) throw new Problem('rate-limited', 'Too many requests from this address.', { retryAfterSeconds })
      const linked = await work(request.params.token, request)
      guardPage(reply).header('content-type', 'text/html; charset=utf-8')
      setRawHeader(reply, 'Cache-Control', 'no-store')
      return reply.code(linked ? 200 : 404).send(linked ? mailPage(title, linked) : unknownLinkPage(title))
    }

  app.get(
    `${mailLinkPath}/:token`,
    { schema, config: page },
    responding((token) => decisions.read(token)),
  )

  void app.register((forms, _options, done) => {
    forms.removeContentTypeParser('application/json')
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      forms.addContentTypeParser(type, { parseAs: 'string', bodyLimit: largestForm }, (_request, text, parsed) =>
        parsed(null, { text: String(text) }),
      )
    }
    forms.post(
      `${mailLinkPath}/:token`,
      { schema: { ...schema, body: Type.Object({ text: Type.String() }) }, config: page },
      responding((token, request) => {
        const { text } = request.body as { text: string }
        // Mail programs stop mails by a form of their own, in either encoding (RFC 8058).
        const isOneClick = /List-Unsubscribe"?\s*[=\n\r]+\s*One-Click/i.test(text)
        const act = isOneClick ? 'stop' : new URLSearchParams(text).get('act')
        if (act !== 'confirm' && act !== 'stop') throw new Problem('invalid-request', 'The form says nothing to do.')
        return decisions.decide(token, act === 'confirm' ? 'confirmed' : 'stopped', request.id)
      }),
    )
    done()
  })
}
