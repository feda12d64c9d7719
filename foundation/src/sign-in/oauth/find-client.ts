/** A client by its id: one that has registered, or a metadata document that its maker serves at the address that is its id. */
import type { Database } from '../../database/database.ts'
import { LruMap } from '../../lru-map.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import * as grants from './grant-store.ts'
import { type Client, clientName, maxRedirectUris, redirectFault } from './model/client.ts'
import { OAuthFailure } from './model/oauth-failure.ts'

export type FindClient = (id: string) => Promise<Client>

type Deps = { db: Database; now: () => Date; outbound: Pick<Outbound, 'get'> }

const keptMs = 10 * 60_000
const maxBytes = 16 * 1024

export function makeFindClient({ db, now, outbound }: Deps): FindClient {
  const known = new LruMap<string, { client: Client; until: number }>(200)
  return async (id) => {
    if (!id.startsWith('https://')) {
      const client = await grants.findClient(db.connection, id)
      if (!client)
        throw new OAuthFailure('invalid_client', 'This client is not registered here, or was not used for long.')
      return client
    }
    const kept = known.get(id)
    if (kept && kept.until > now().getTime()) return kept.client
    const client = readDocument(id, await fetchDocument(outbound, id))
    known.set(id, { client, until: now().getTime() + keptMs })
    return client
  }
}

async function fetchDocument(outbound: Pick<Outbound, 'get'>, url: string): Promise<unknown> {
  const { pathname, search } = URL.canParse(url) ? new URL(url) : { pathname: '/', search: '' }
  if (url.length > 300 || pathname === '/' || search !== '')
    throw new OAuthFailure('invalid_client', 'The id of a client is the address of its metadata document, with a path.')
  const limits = { timeoutMs: 5_000, maxBytes, maxInflatedBytes: maxBytes }
  const found = await outbound.get({ url, headers: { accept: 'application/json' }, ...limits })
  if (found.kind !== 'answered' || found.status !== 200)
    throw new OAuthFailure('invalid_client', 'The metadata document of this client could not be read.')
  try {
    return JSON.parse(Buffer.from(found.body).toString()) as unknown
  } catch {
    throw new OAuthFailure('invalid_client', 'The metadata document of this client is no JSON.')
  }
}

function readDocument(url: string, document: unknown): Client {
  const { client_id, client_name, redirect_uris } = (document ?? {}) as Record<string, unknown>
  if (client_id !== url)
    throw new OAuthFailure('invalid_client', 'The metadata document names another client than its own address.')
  // Its maker is who serves the address: a name that it gives itself stands beside that.
  return { id: url, name: clientName(client_name) ?? new URL(url).host, redirectUris: readRedirects(redirect_uris) }
}

export function readRedirects(given: unknown): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > maxRedirectUris)
    throw new OAuthFailure('invalid_redirect_uri', `redirect_uris must name 1 to ${maxRedirectUris} addresses.`)
  return given.map((uri) => {
    const fault = typeof uri === 'string' ? redirectFault(uri) : 'must be a text'
    if (fault !== undefined) throw new OAuthFailure('invalid_redirect_uri', `An address of redirect_uris ${fault}.`)
    return uri as string
  })
}
