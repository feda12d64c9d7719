/** What assistants and programs call: tokens, their end, their own registration, and keys that are handed over. In the forms of the standards, which are not those of the API. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type App, setRawHeader } from '../../http/http.ts'
import { TokenBuckets } from '../../rate-limit/rate-limit.ts'
import { rangeOf } from '../model/attempt-delays.ts'
import type { Exchange, Form } from './exchange.ts'
import type { BaseUrlOf } from './metadata.routes.ts'
import { type DeviceGrant, deviceGrantType } from './model/device-grant.ts'
import { OAuthFailure } from './model/oauth-failure.ts'
import type { RegisterClient } from './register-client.ts'

type Deps = {
  exchange: Exchange
  registerClient: RegisterClient
  deviceGrant: DeviceGrant
  baseUrlOf: BaseUrlOf
  uptimeMs: () => number
}

/** Of one range of addresses and process: the maker of an assistant asks for all its customers from one. */
const requestsPerMinute = 600
const largestForm = 8 * 1024

const body = { hide: true, body: Type.Object({}) } as const
const config = { public: true } as const

export function tokenRoutes(app: App, { exchange, registerClient, deviceGrant, baseUrlOf, uptimeMs }: Deps): void {
  const buckets = new TokenBuckets({ nowMs: uptimeMs, maxBuckets: 20_000 })
  const responding =
    (work: (request: FastifyRequest, reply: FastifyReply) => Promise<object>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      setRawHeader(reply, 'Cache-Control', 'no-store')
      try {
        const { allowed, retryAfterSeconds } = buckets.take(rangeOf(request.ip), requestsPerMinute)
        if (!allowed) {
          setRawHeader(reply, 'Retry-After', String(retryAfterSeconds))
          throw new OAuthFailure('temporarily_unavailable', 'Too many requests from this address.', 429)
        }
        return await work(request, reply)
      } catch (error) {
        if (!(error instanceof OAuthFailure)) throw error
        return reply.code(error.status).send({ error: error.error, error_description: error.message })
      }
    }

  void app.register((forms, _options, done) => {
    forms.removeContentTypeParser('application/json')
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestForm },
      (_request, text, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(text as string))),
    )
    forms.post(
      '/oauth/token',
      { schema: body, config },
      responding(async (request) => {
        const form = request.body as Form
        if (form.grant_type === deviceGrantType) return deviceGrant.token(form, request.id)
        const tokens = await exchange.token(form, request.id)
        return {
          access_token: tokens.accessToken,
          token_type: 'Bearer',
          expires_in: tokens.expiresInSeconds,
          refresh_token: tokens.refreshToken,
          scope: tokens.scopes.join(' '),
        }
      }),
    )
    forms.post(
      '/oauth/revoke',
      { schema: body, config },
      responding(async (request) => {
        await exchange.revoke(request.body as Form, request.id)
        return {}
      }),
    )
    forms.post(
      '/oauth/device_authorization',
      { schema: body, config },
      responding((request) =>
        deviceGrant.ask(request.body as Form, { address: request.ip, baseUrl: baseUrlOf(request) }),
      ),
    )
    done()
  })

  app.post(
    '/oauth/register',
    { schema: body, config, bodyLimit: largestForm },
    responding(async (request, reply) => {
      const { id, name, redirectUris, createdAt } = await registerClient(
        request.body as Record<string, unknown>,
        request.ip,
      )
      reply.code(201)
      return {
        client_id: id,
        client_id_issued_at: Math.floor(createdAt.getTime() / 1_000),
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      }
    }),
  )
}
