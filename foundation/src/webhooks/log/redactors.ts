/**
 * Erasure in what webhooks keep: the data of events, the responses of receivers, the descriptions of registrations.
 * Every row is read, for only our own code knows when two spellings are one name.
 */
import { createHash } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { type ErasureRequest, mentionsIn, type Redactor } from '../../erasure/model/eraser.ts'
import { redactText } from '../../erasure/model/redact-text.ts'
import * as webhooks from '../registrations/webhook-store.ts'
import * as erasable from './erasable-store.ts'

const pageSize = 1_000

/** Whether one of the texts names the person. */
export type Names = (texts: readonly string[], mentions: readonly string[]) => boolean

const namesAsWritten: Names = (texts, mentions) => texts.some((text) => redactText(text, mentions) !== text)

/**
 * `names`: a service may know one person by more spellings. All is read before a delivery or a registration is held, for
 * deliverers wait for those until the erasure has committed.
 */
export const webhookRedactors = (names: Names = namesAsWritten): readonly Redactor[] => [
  { name: 'webhook answers', redact: (tx, request) => redactResponses(tx, request, names) },
  { name: 'events', redact: (tx, request) => redactEvents(tx, request, names) },
  { name: 'webhooks', redact: redactDescriptions },
]

/** Of an event stay id, time, kind and a hash; of its deliveries, that and how they went. */
async function redactEvents(tx: Queryable, request: ErasureRequest, names: Names) {
  const hashed: { id: string; originalSha256: Uint8Array }[] = []
  let page: erasable.ErasableEvent[] = []
  do {
    page = await erasable.listEvents(tx, request.companyId, page.at(-1)?.id ?? '', pageSize)
    const found = page.filter(({ companyId, data }) => names(textsOf(JSON.parse(data)), mentionsIn(request, companyId)))
    hashed.push(...found.map(({ id, kind, data }) => ({ id, originalSha256: sha256([id, kind, data]) })))
  } while (page.length === pageSize)
  for (let first = 0; first < hashed.length; first += pageSize) {
    await erasable.redactEvents(tx, hashed.slice(first, first + pageSize), request.at)
  }
  return { redacted: hashed.length, held: 0 }
}

async function redactResponses(tx: Queryable, request: ErasureRequest, names: Names) {
  let redacted = 0
  let page: erasable.ErasableResponse[] = []
  do {
    page = await erasable.listResponses(tx, request.companyId, page.at(-1), pageSize)
    for (const one of page) {
      if (!names(textsOfResponse(one.answer), mentionsIn(request, one.companyId))) continue
      await erasable.redactResponse(tx, one, request.at)
      redacted += 1
    }
  } while (page.length === pageSize)
  return { redacted, held: 0 }
}

async function redactDescriptions(tx: Queryable, request: ErasureRequest) {
  let redacted = 0
  for (const { id, companyId, description } of await webhooks.lockDescribed(tx, request.companyId)) {
    const left = redactText(description, mentionsIn(request, companyId)).slice(0, 500)
    if (left === description) continue
    await webhooks.describe(tx, id, left)
    redacted += 1
  }
  return { redacted, held: 0 }
}

/** The response as it came, and where it is JSON, the texts in it: escapes must hide nobody. */
function textsOfResponse(body: Uint8Array): string[] {
  const text = Buffer.from(body).toString()
  try {
    return [text, ...textsOf(JSON.parse(text))]
  } catch {
    return [
      text,
      text.replaceAll(/\\u([0-9a-f]{4})/gi, (_whole, code) => String.fromCharCode(Number.parseInt(code, 16))),
    ]
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(textsOf)
}

const sha256 = (parts: readonly string[]): Uint8Array => createHash('sha256').update(JSON.stringify(parts)).digest()
