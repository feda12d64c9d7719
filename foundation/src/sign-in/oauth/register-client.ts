/** A client registers itself (RFC 7591), for assistants that have no metadata document. It gets no secret, for it could keep none. */
import type { Database } from '../../database/database.ts'
import type { NewId } from '../../new-id.ts'
import { Problem } from '../../problem.ts'
import { makeLimitAttempts } from '../limit-attempts.ts'
import { registerSubjectsOf } from '../model/attempt-delays.ts'
import { readRedirects } from './find-client.ts'
import * as grants from './grant-store.ts'
import { type Client, clientName } from './model/client.ts'
import { OAuthFailure } from './model/oauth-failure.ts'

export type RegisterClient = (
  metadata: Readonly<Record<string, unknown>>,
  address: string,
) => Promise<Client & { createdAt: Date }>

/**
 * Anybody may register: those that nobody uses are forgotten after a week, and so many a day are enough. One range of addresses
 * waits sooner (`model/attempt-delays.ts`), so that it does not use up what is for all.
 */
const maxADay = 1_000
const dayMs = 24 * 3_600_000

export function makeRegisterClient({
  db,
  now,
  newId,
}: {
  db: Database
  now: () => Date
  newId: NewId
}): RegisterClient {
  const limitAttempts = makeLimitAttempts({ db, now })
  return async (metadata, address) => {
    const redirectUris = readRedirects(metadata.redirect_uris)
    const method = metadata.token_endpoint_auth_method ?? 'none'
    if (method !== 'none')
      throw new OAuthFailure(
        'invalid_client_metadata',
        'token_endpoint_auth_method must be none: clients are public here.',
      )
    const at = now()
    if ((await grants.countClients(db.connection, new Date(at.getTime() - dayMs))) >= maxADay)
      throw new OAuthFailure('temporarily_unavailable', 'Too many clients registered today.', 429)
    await limitAttempts(registerSubjectsOf(address)).catch(tooMany)
    const client = { id: newId('cli'), name: clientName(metadata.client_name) ?? 'An assistant', redirectUris }
    await grants.insertClient(db.connection, client, at)
    return { ...client, createdAt: at }
  }
}

function tooMany(error: unknown): never {
  if (error instanceof Problem && error.code === 'rate-limited')
    throw new OAuthFailure('temporarily_unavailable', 'Too many clients registered from this address.', 429)
  throw error
}
