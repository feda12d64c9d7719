import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { ProviderFailure } from './provider.ts'

const timeoutMs = 15_000
const maxBytes = 2 * 1024 * 1024

/** What stands at an address, if it is JSON of the expected form. Throws `ProviderFailure`. */
export async function readJson<Schema extends TSchema>(
  outbound: Pick<Outbound, 'get'>,
  { who, url, headers, schema }: { who: string; url: string; headers?: Record<string, string>; schema: Schema },
): Promise<Static<Schema>> {
  const answer = await outbound.get({
    url,
    headers: { accept: 'application/json', ...headers },
    timeoutMs,
    maxBytes,
    maxInflatedBytes: maxBytes,
  })
  if (answer.kind === 'failed') throw new ProviderFailure(`${who} did not answer: ${answer.error}`)
  const { status, body } = answer
  if (status !== 200) throw new ProviderFailure(`${who} answered ${status}`, { status })
  const value = parsed(Buffer.from(body).toString('utf8'))
  if (!Check(schema, value)) throw new ProviderFailure(`${who} answered in another form than documented`)
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // which is of no form
  }
}
