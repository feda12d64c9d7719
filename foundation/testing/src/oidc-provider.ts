/** A real provider of OpenID Connect on this machine, at which people are signed in as soon as they come. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type TestPerson = { sub: string; email: string; email_verified?: boolean; name?: string; groups?: string[] }

export type TestProvider = {
  issuer: string
  clientId: string
  secret: string
  person: TestPerson
  /** Who comes next. */
  expect(person: TestPerson): void
  /** Signs with another key from now on, and shows the old one no more. */
  changeKeys(): void
  /** What a browser is led back with, after it was sent to this address. */
  visit(address: string): Promise<URL>
  close(): Promise<void>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export async function startProvider(redirectUris: string[]): Promise<TestProvider> {
  let handle: Handler = (_request, response) => response.writeHead(503).end()
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, secret] = ['service', 'a secret of the provider']
  const running: TestProvider = {
    ...{ issuer, clientId, secret },
    person: { sub: 'nobody', email: 'nobody@example.com' },
    expect(person) {
      running.person = person
    },
    changeKeys() {
      handle = handlerOf(running, redirectUris)
    },
    visit: (address) => visit(address, redirectUris),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
  running.changeKeys()
  return running
}

function handlerOf(running: TestProvider, redirectUris: string[]): Handler {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'ES256' }
  const provider = new Provider(running.issuer, {
    clients: [
      {
        client_id: running.clientId,
        client_secret: running.secret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [key] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: async (_context: unknown, accountId: string) => ({
      accountId,
      claims: async () => ({ ...running.person, sub: accountId }),
    }),
    async loadExistingGrant(context: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
      const { session, client } = context.oidc
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  return (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    const login = { accountId: running.person.sub }
    provider.interactionFinished(request, response, { login }).catch((error: Error) => {
      response.writeHead(500).end(error.message)
    })
  }
}

async function visit(address: string, redirectUris: readonly string[]): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = address
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: cookie === '' ? {} : { Cookie: cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider responded ${response.status}: ${await response.text()}`)
    const next = new URL(location, at)
    if (redirectUris.some((uri) => next.href.startsWith(`${uri}?`))) return next
    at = next.href
  }
  throw new Error('the provider leads in circles')
}
