/** The fields of a registration that a customer sets, and how an audit event shows them. */
import { createHash } from 'node:crypto'
import type { Fields } from '../../audit/model/audit-event.ts'
import { InputFaults } from '../../input-faults.ts'
import type { Webhook } from '../model/webhook.ts'

/** Says what is wrong with a receiver's address: whether it may be called, and what its host resolves to. */
export type FaultOf = (url: string) => Promise<string | undefined>

const maxUrlLength = 2_000
const maxDescriptionLength = 500

/** The address as it is kept: as a browser would write it. */
export async function readUrl(given: string, faultOf: FaultOf): Promise<string> {
  const faults = new InputFaults()
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url) faults.add('body.url', 'must be a URL such as https://example.com/hook')
  else if (given.length > maxUrlLength || url.href.length > maxUrlLength) {
    faults.add('body.url', `must have at most ${maxUrlLength} characters`)
  } else {
    const fault = await faultOf(given)
    if (fault !== undefined) faults.add('body.url', fault)
  }
  faults.throwIfAny()
  return url!.href
}

export function readDescription(faults: InputFaults, given: string): string {
  const description = given.trim()
  if (description.length > maxDescriptionLength) {
    faults.add('body.description', `must have at most ${maxDescriptionLength} characters`)
  } else if (/\p{Cc}/u.test(description) || !description.isWellFormed()) {
    faults.add('body.description', 'must not contain control characters')
  }
  return description
}

export const webhookFields = (webhook: Webhook): Fields => ({
  url: withoutQuery(webhook.url),
  description: webhook.description,
  events: webhook.kinds ?? null,
  ...webhook.choices,
  enabled: webhook.enabled,
})

/** A query often holds a token of the receiver, so the audit event shows only enough of its hash to see a change. */
function withoutQuery(text: string): string {
  const url = new URL(text)
  if (url.search === '') return text
  const hash = createHash('sha256').update(url.search).digest('hex').slice(0, 12)
  url.search = ''
  return `${url.href}?sha256=${hash}`
}
