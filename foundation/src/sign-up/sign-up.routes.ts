import Type from 'typebox'
import { type App, problems } from '../http/http.ts'
import { stringEnum } from '../http/model/string-enum.ts'
import type { ListedKey } from '../keys/keys.ts'
import { NewKey, showKey } from '../self-service/self-service.ts'
import { beginSession, browserOf, type PublicStep, SignedInPerson, type SignIn } from '../sign-in/sign-in.ts'
import { type SignUp, signUpClosed } from './make-sign-up.ts'
import { type SignUpMode, signUpModes } from './model/sign-up-mode.ts'

export type SignUpRouteDeps = {
  signIn: Pick<SignIn, 'cookies' | 'readAccount' | 'access'>
  publicStep: PublicStep
  signUp: SignUp
  mode: SignUpMode
  now: () => Date
}

const tags = ['People']

const SignedUp = Type.Object(
  {
    person: SignedInPerson,
    firstKey: NewKey,
  },
  { title: 'SignedUp' },
)

const Body = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 320, examples: ['ada@example.com'] }),
    password: Type.String({
      minLength: 1,
      maxLength: 1_024,
      description: '12 to 256 characters; not one of the commonest, nor your name, address or company.',
    }),
    name: Type.String({ minLength: 1, maxLength: 200, examples: ['Ada Example'] }),
    company: Type.String({ minLength: 1, maxLength: 200, examples: ['Example Ltd'] }),
    timeZone: Type.Optional(
      Type.String({ minLength: 1, maxLength: 60, description: 'For display. UTC when absent.', examples: ['UTC'] }),
    ),
    invitation: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'The part of the link after `#`.' }),
    ),
  },
  { title: 'SignUp', additionalProperties: false },
)

export function signUpRoutes(app: App, deps: SignUpRouteDeps): void {
  const { signIn, signUp, mode, now } = deps
  const open = {
    config: { public: true as const },
    onRequest: ((request, reply) => deps.publicStep(request, reply)) as PublicStep,
  }

  app.get(
    '/auth/sign-up',
    {
      schema: {
        operationId: 'getSignUp',
        tags,
        summary: 'Check whether sign-up is open',
        description: 'For the page on which people sign up.',
        response: {
          200: Type.Object(
            { mode: stringEnum([...signUpModes], { description: 'Anybody, with an invitation, or nobody.' }) },
            { title: 'SignUpMode' },
          ),
          ...problems('forbidden', 'rate-limited'),
        },
      },
      ...open,
    },
    async () => ({ mode }),
  )

  app.post(
    '/auth/sign-up',
    {
      schema: {
        operationId: 'signUp',
        tags,
        summary: 'Create a free account',
        description:
          'Creates a company with you as its owner, signs you in, and shows the first API key, only once. The response says ' +
          'nothing of whether the address has an account elsewhere. 403 `sign-up-closed`: it needs an invitation, or nobody can. ' +
          'From one network, and in all, only so many sign up in a day: 429.',
        body: Body,
        response: {
          201: SignedUp,
          ...problems('unauthenticated', 'forbidden', 'rate-limited', 'unavailable', signUpClosed),
        },
      },
      config: { ...open.config, showsSecret: true },
      onRequest: open.onRequest,
    },
    async (request, reply) => {
      const { signedIn, firstKey } = await signUp(request.body, browserOf(request, signIn.cookies), request.id)
      const person = await beginSession(reply, signIn, signedIn)
      const key: ListedKey = { ...firstKey.key, creatorName: person.user.name, creatorHasLeft: false }
      return reply.code(201).send({ person, firstKey: { key: showKey(key, now()), secret: firstKey.secret } })
    },
  )
}
