/** Channels of messages over HTTP. */
import { actOf, callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'
import { AlertSeverity } from '../events/events.ts'
import type { ChannelActs } from './change-channels.ts'
import type { RecentMessage } from './message-store.ts'
import { type Channel, channelKinds, maxRecipients } from './model/channel.ts'
import { comparable, type Recipient } from './model/recipient.ts'
import {
  type Decisions,
  MessageRecipient,
  mailLinkRoutes,
  type RequestAgain,
  requestAgainRoute,
  showRecipient,
} from './recipients/recipients.ts'

export type MessageDeps = {
  messages: {
    channels: ChannelActs
    listChannels(companyId: string): Promise<Channel[]>
    listRecipients(companyId: string, addresses: readonly string[]): Promise<Recipient[]>
    requestAgain: RequestAgain
    decisions: Decisions
    listRecent(companyId: string): Promise<RecentMessage[]>
    /** Whom mail comes from; undefined where the operator has set up none. */
    mailFrom: string | undefined
    /** What the service calls itself on pages. */
    title: string
    uptimeMs: () => number
  }
}

const path = '/api/v1/message-channels'
const tags = ['Messages']
const config = { scope: 'messages:manage' as const }

const ChannelPath = Type.Object({
  channelId: Type.String({
    description: 'The `channelId` of a channel.',
    examples: ['mch_01kd3f9n8x4s6t2v7w0y5z1a3b'],
  }),
})

/** A malformed id is not found, like an unknown one. */
function channelIdOf({ channelId }: { channelId: string }): string {
  if (!/^mch_[0-9a-z]{26}$/.test(channelId)) throw new Problem('not-found', 'Channel not found.')
  return channelId
}

const recipients = Type.Array(Type.String({ minLength: 3, maxLength: 255 }), {
  maxItems: maxRecipients,
  description: 'For e-mail: the recipients. Each new address is asked to confirm, and gets no message until it has.',
  examples: [['press@example.com']],
})
const severities = Type.Array(AlertSeverity, {
  maxItems: 2,
  uniqueItems: true,
  description: 'Stories of these severities are sent at once; if empty, only the digest is sent.',
})
const digestHour = nullable(
  Type.Integer({
    minimum: 0,
    maximum: 23,
    description: 'At which hour, in the time zone of the company, the digest of the day before is sent; null for none.',
  }),
)
const name = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'What people call it.',
  examples: ['Press team'],
})
const address = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description:
    'For Slack and Teams: the address of the incoming webhook. It is stored encrypted and never shown again.',
  examples: ['https://hooks.slack.example/services/T000/B000/XXXX'],
})

const MessageChannel = Type.Object(
  {
    channelId: Type.String({ examples: ['mch_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    kind: stringEnum(channelKinds, { title: 'ChannelKind', description: 'How messages are sent.' }),
    name,
    recipients,
    recipientStates: Type.Array(MessageRecipient, { description: 'Of e-mail: whether the recipients have confirmed.' }),
    host: nullable(Type.String({ description: 'For Slack and Teams: the host of the address.' })),
    severities,
    digestHour,
    nextDigestAt: nullable(Instant('When the next digest is sent.')),
    enabled: Type.Boolean(),
    createdAt: Instant('When it was made.'),
    lastSentAt: nullable(Instant('When a message last got through.')),
    failingSince: nullable(Instant('Since when every message has failed; null where none fails.')),
    lastError: nullable(Type.String({ description: 'Why the last one failed.' })),
  },
  { title: 'MessageChannel' },
)

const showChannel = (channel: Channel, recipients: readonly Recipient[]) => {
  const addresses = new Set(channel.recipients.map(comparable))
  const {
    id,
    companyId: _,
    addressSealed: _sealed,
    nextDigestAt,
    createdAt,
    lastSentAt,
    failingSince,
    ...rest
  } = channel
  return {
    channelId: id,
    ...rest,
    recipientStates: recipients.filter(({ address }) => addresses.has(comparable(address))).map(showRecipient),
    nextDigestAt: nextDigestAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastSentAt: lastSentAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
  }
}

const RecentMessages = Type.Array(
  Type.Object(
    {
      messageId: Type.String(),
      channelId: Type.String(),
      kind: stringEnum(['alert', 'digest', 'test']),
      state: stringEnum(['due', 'sent', 'failed', 'skipped']),
      madeAt: Instant('When it was made.'),
      tries: Type.Integer(),
      error: nullable(
        Type.String({ description: 'Why it failed or was left out, or what went wrong although it was sent.' }),
      ),
    },
    { title: 'SentMessage' },
  ),
  { description: 'The last messages, newest first.' },
)

export function messageRoutes(app: App, { messages }: MessageDeps): void {
  listRoute(app, messages)
  createRoute(app, messages)
  changeRoutes(app, messages)
  requestAgainRoute(app, messages.requestAgain)
  mailLinkRoutes(app, messages)
}

function listRoute(app: App, { listChannels, listRecipients, listRecent, mailFrom }: MessageDeps['messages']): void {
  app.get(
    path,
    {
      schema: {
        operationId: 'listMessageChannels',
        tags,
        summary: 'List message channels',
        description: 'Where alerts and digests are sent, with the last messages.',
        response: {
          200: Type.Object(
            {
              channels: Type.Array(MessageChannel),
              messages: RecentMessages,
              mailFrom: nullable(Type.String({ description: 'The sender of e-mail; null if e-mail is not set up.' })),
            },
            { title: 'MessageChannels' },
          ),
        },
      },
      config,
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const [channels, recent] = await Promise.all([listChannels(companyId), listRecent(companyId)])
      const recipients = await listRecipients(
        companyId,
        channels.flatMap(({ recipients }) => recipients),
      )
      return {
        channels: channels.map((channel) => showChannel(channel, recipients)),
        messages: recent.map(({ id, madeAt, ...rest }) => ({ messageId: id, ...rest, madeAt: madeAt.toISOString() })),
        mailFrom: mailFrom ?? null,
      }
    },
  )
}

const changeable = {
  name: Type.Optional(name),
  recipients: Type.Optional(recipients),
  address: Type.Optional(address),
  severities: Type.Optional(severities),
  digestHour: Type.Optional(digestHour),
  enabled: Type.Optional(Type.Boolean()),
}

function createRoute(app: App, { channels, listRecipients }: MessageDeps['messages']): void {
  app.post(
    path,
    {
      schema: {
        operationId: 'createMessageChannel',
        tags,
        summary: 'Create a message channel',
        description:
          'E-mail goes through the operator’s server, one mail to each recipient who has confirmed the address. An address of Slack or Teams is judged like that of a webhook.',
        body: Type.Object(
          { kind: stringEnum(channelKinds, { description: 'How messages are sent.' }), ...changeable },
          { title: 'NewMessageChannel', additionalProperties: false },
        ),
        response: { 201: MessageChannel, ...problems('conflict') },
      },
      config,
    },
    async (request, reply) => {
      const { kind, ...fields } = request.body
      const channel = await channels.create(actOf(request), callerOf(request).companyId, kind, fields)
      const recipients = await listRecipients(channel.companyId, channel.recipients)
      return reply.code(201).send(showChannel(channel, recipients))
    },
  )
}

function changeRoutes(app: App, { channels, listRecipients }: MessageDeps['messages']): void {
  app.patch(
    `${path}/:channelId`,
    {
      schema: {
        operationId: 'changeMessageChannel',
        tags,
        summary: 'Change a message channel',
        description: 'Absent fields stay as they are.',
        params: ChannelPath,
        body: Type.Object(changeable, { title: 'MessageChannelChange', additionalProperties: false }),
        response: { 200: MessageChannel, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const channel = await channels.change(actOf(request), companyId, channelIdOf(request.params), request.body)
      return showChannel(channel, await listRecipients(companyId, channel.recipients))
    },
  )

  app.delete(
    `${path}/:channelId`,
    {
      schema: {
        operationId: 'deleteMessageChannel',
        tags,
        summary: 'Delete a message channel',
        description: 'Waiting messages are deleted.',
        params: ChannelPath,
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config,
    },
    async (request, reply) => {
      await channels.remove(actOf(request), callerOf(request).companyId, channelIdOf(request.params))
      return reply.code(204).send(null)
    },
  )

  app.post(
    `${path}/:channelId/test`,
    {
      schema: {
        operationId: 'testMessageChannel',
        tags,
        summary: 'Send a test message',
        description: 'Sent now, once. At most ten an hour.',
        params: ChannelPath,
        response: {
          200: Type.Object(
            {
              sent: Type.Boolean(),
              error: nullable(
                Type.String({ description: 'Why it could not be sent, or what went wrong although it was.' }),
              ),
            },
            { title: 'MessageTest' },
          ),
          ...problems('not-found'),
        },
      },
      config,
    },
    async (request) => {
      const sent = await channels.test(actOf(request), callerOf(request).companyId, channelIdOf(request.params))
      return { sent: sent.kind === 'sent', error: sent.error ?? null }
    },
  )
}
