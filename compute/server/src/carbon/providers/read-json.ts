import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { ProviderFailure } from './provider.ts'

const timeoutMs = 15_000
const maxBytes = 2 * 1024 * 1024

/** Reads JSON of the expected form from an address. Throws `ProviderFailure`. */
export async function readJson<Schema extends TSchema>(
  outbound: Pick<Outbound, 'get'>,
  { who, url, headers, schema }: { who: string; url: string; headers?: Record<string, string>; schema: Schema },
): Promise<Static<Schema>> {
  const response = await outbound.get({
    url,
    headers: { accept: 'application/json', ...headers },
    timeoutMs,
    maxBytes,
    maxInflatedBytes: maxBytes,
  })
  if (response.kind === 'failed') throw new ProviderFailure(`${who} could not be reached: ${response.error}`)
  const { status, body } = response
  if (status !== 200) throw new ProviderFailure(`${who} responded with ${status}`, { status })
  const value = parsed(Buffer.from(body).toString('utf8'))
  if (!Check(schema, value)) throw new ProviderFailure(`${who} responded in another form than documented`)
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // which matches no schema
  }
}
