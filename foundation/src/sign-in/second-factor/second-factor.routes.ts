/** A person's own second factor. */
import Type from 'typebox'
import { type App, callerOf, problems } from '../../http/http.ts'
import { nullable } from '../../http/model/nullable.ts'
import type { Account } from '../read-account.ts'
import { Instant } from '../session-responses.ts'
import type { SecondFactor } from './second-factor.ts'

export type SecondFactorDeps = {
  secondFactor: SecondFactor
  readAccount: (sessionId: string) => Promise<Account | undefined>
}

const tags = ['People']
const path = '/auth/second-factor'
const session = { session: true } as const

const Code = Type.String({ minLength: 1, maxLength: 40, description: 'Six digits of the app.', examples: ['123456'] })

const Codes = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String(), {
      description: 'Each replaces one code of the app, once. Shown only once.',
      examples: [['k3jx-5q2a-m7wz-o4bn']],
    }),
  },
  { title: 'RecoveryCodes' },
)

export function secondFactorRoutes(app: App, deps: SecondFactorDeps): void {
  const { secondFactor } = deps
  app.get(
    path,
    {
      schema: {
        operationId: 'getSecondFactor',
        tags,
        summary: 'See your second factor',
        description: 'Whether a code is asked for beside your password, and how many recovery codes are left.',
        response: {
          200: Type.Object(
            {
              isOn: Type.Boolean(),
              since: nullable(Instant('Since when it is asked for.')),
              recoveryCodesLeft: Type.Integer({ minimum: 0 }),
            },
            { title: 'SecondFactor' },
          ),
        },
      },
      config: session,
    },
    async (request) => {
      const { since, ...state } = await secondFactor.read(callerOf(request))
      return { ...state, since: since?.toISOString() ?? null }
    },
  )

  app.post(
    path,
    {
      schema: {
        operationId: 'beginSecondFactor',
        tags,
        summary: 'Begin to use a second factor',
        description:
          'Shows a secret for an app (TOTP), only once. Nothing is asked for until a code of it is confirmed.',
        response: {
          200: Type.Object(
            {
              secret: Type.String({ description: 'In base 32, to be typed into the app.' }),
              uri: Type.String({ description: 'The same as a link that apps open.' }),
            },
            { title: 'NewSecondFactor' },
          ),
          ...problems('conflict'),
        },
      },
      config: { ...session, showsSecret: true },
    },
    async (request) => {
      const by = { ...callerOf(request), requestId: request.id }
      const account = await deps.readAccount(by.session?.id ?? '')
      return secondFactor.begin(by, account?.email ?? by.actor.id)
    },
  )

  app.post(
    `${path}/confirm`,
    {
      schema: {
        operationId: 'confirmSecondFactor',
        tags,
        summary: 'Confirm the second factor',
        description:
          'With a code of the app. From then on one is asked for at sign-in. Shows ten recovery codes, only once.',
        body: Type.Object({ code: Code }, { title: 'SecondFactorCode', additionalProperties: false }),
        response: { 200: Codes, ...problems('conflict', 'rate-limited') },
      },
      config: { ...session, showsSecret: true },
    },
    async (request) => ({
      recoveryCodes: await secondFactor.confirm({ ...callerOf(request), requestId: request.id }, request.body.code),
    }),
  )

  app.post(
    `${path}/recovery-codes`,
    {
      schema: {
        operationId: 'renewRecoveryCodes',
        tags,
        summary: 'Create new recovery codes',
        description: 'The previous codes no longer work.',
        response: { 200: Codes, ...problems('conflict') },
      },
      config: { ...session, showsSecret: true },
    },
    async (request) => ({
      recoveryCodes: await secondFactor.renewCodes({ ...callerOf(request), requestId: request.id }),
    }),
  )

  app.delete(
    path,
    {
      schema: {
        operationId: 'removeSecondFactor',
        tags,
        summary: 'Remove your second factor',
        description: 'The password alone is asked for again. Recovery codes go with it.',
        response: { 204: Type.Null() },
      },
      config: { ...session, stepUp: true },
    },
    async (request, reply) => {
      await secondFactor.remove({ ...callerOf(request), requestId: request.id })
      return reply.code(204).send(null)
    },
  )
}
