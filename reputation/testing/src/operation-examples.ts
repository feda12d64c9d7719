/**
 * One request that succeeds for each operation of the API, by `operationId`: the walk over the document needs it to
 * tell what credentials and companies change. An operation without an example here fails the walk.
 */
import { randomBytes } from 'node:crypto'
import type { OperationExample, Owner } from '@service/foundation-testing/walk-operations.ts'
import { sql } from 'kysely'
import { clientOf } from './client.ts'
import { follow, newSubject, settled } from './news.ts'
import type { RunningService } from './running-service.ts'

/** Stands on the excerpt of the OFAC list. */
const listed = { name: 'Ismail Abdul Salah Haniya', entityId: 'OFAC:9639' }

const aCompletion = {
  sector: 'widgets',
  provider: 'example',
  model: 'small',
  prompt: 'Which makers of widgets are trusted most?',
  answer: 'Example Ltd.',
  askedAt: '2026-11-20T09:30:00Z',
}

/** Nobody listens there. */
const receiverUrl = 'http://127.0.0.1:61999/hook'

export const operationExamples: Record<string, OperationExample<RunningService>> = {
  getHealth: {},
  getReadiness: {},
  listAlerts: {},
  getReputation: { path: aScore },
  getSentiment: { query: { days: '7' } },
  importArticles: { body: { articles: [anArticle('Example Ltd recalls widgets')] } },
  importCompletions: { body: { answers: [aCompletion] } },
  listArticleImports: {},
  getArticleImport: { path: anImport },
  screenName: { query: { name: 'Jane Doe' } },
  screenBatch: { body: { names: ['Jane Doe', { name: 'John Doe', dateOfBirth: '1990' }] } },
  listScreenings: {},
  getScreening: { path: aScreening },
  replayScreening: { path: aScreening },
  holdScreening: { path: aScreening, body: { held: false } },
  giveVerdict: { path: aScreening, body: { entityId: listed.entityId, verdict: 'false-match' } },
  listScreeningVerdicts: { path: aScreening },
  listVerdicts: {},
  createWebhook: { body: { url: receiverUrl, events: ['screening.match'], alerts: 'risks', generateSecret: true } },
  listWebhooks: {},
  getWebhook: { path: aWebhook },
  changeWebhook: { path: aWebhook, body: { description: 'Ours' } },
  deleteWebhook: { path: aWebhook },
  rotateWebhookSecret: { path: aWebhook, body: { gracePeriodSeconds: 60 } },
  testWebhook: { path: aWebhook, body: { event: 'screening.match' } },
  listDeliveries: { path: aWebhook },
  getDelivery: { path: aDelivery },
  resendDelivery: { path: aDelivery },
  resendFailedDeliveries: { path: aWebhook, body: { since: '2026-11-01T00:00:00Z', preview: true } },
  listAttempts: { path: aWebhook },
}

async function aWebhook(service: RunningService, owner: Owner): Promise<{ webhookId: string }> {
  const { secret } = await service.newKey(owner, { scopes: ['webhooks:manage'] })
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
  const at = `${service.baseUrl}/api/v1/webhooks`
  const response = await fetch(at, { method: 'POST', headers, body: JSON.stringify({ url: receiverUrl }) })
  const { webhookId } = (await response.json()) as { webhookId: string }
  // The walk makes more of them than a company may have, and needs none but the newest.
  await sql`
    update webhooks set deleted_at = now()
     where company_id = ${owner.companyId} and id <> ${webhookId} and deleted_at is null`.execute(
    service.administration.db.connection,
  )
  return { webhookId }
}

/** One that has failed. */
async function aDelivery(service: RunningService, owner: Owner): Promise<{ webhookId: string; deliveryId: string }> {
  const { webhookId } = await aWebhook(service, owner)
  const { connection } = service.administration.db
  const eventId = `evt_01kd3f9n8x${randomBytes(8).toString('hex')}`
  await sql`
    insert into events (id, company_id, kind, data, at)
    values (${eventId}, ${owner.companyId}, 'screening.match', '{}', now())`.execute(connection)
  const { rows } = await sql<{ deliveryId: string }>`
    insert into webhook_deliveries (id, company_id, webhook_id, event_id, made_at, state, ended_at)
    values (webhook_delivery_id(${eventId}, ${webhookId}), ${owner.companyId}, ${webhookId}, ${eventId}, now(), 'failed',
            now())
    returning id as delivery_id`.execute(connection)
  return { webhookId, deliveryId: rows[0]!.deliveryId }
}

function anArticle(title: string) {
  return {
    url: `https://example.org/${encodeURIComponent(title)}`,
    title,
    publishedAt: new Date(Date.now() - 60_000).toISOString(),
  }
}

/** Companies that have a score: every request of the walk asks for one. */
const scored = new Map<string, Promise<void>>()

async function aScore(service: RunningService, owner: Owner): Promise<Record<string, string>> {
  const making = scored.get(owner.companyId) ?? makeScore(service, owner)
  scored.set(owner.companyId, making)
  await making
  return {}
}

async function makeScore(service: RunningService, owner: Owner): Promise<void> {
  const { id, name } = await newSubject(service)
  await follow(service, owner.companyId, id, 'own')
  const { secret } = await service.newKey(owner, { scopes: ['articles:write'] })
  await clientOf(service.baseUrl, secret).send('POST', '/api/v1/articles', { articles: [anArticle(`${name} opens`)] })
  await settled(service)
}

async function anImport(service: RunningService, owner: Owner): Promise<Record<string, string>> {
  const { secret } = await service.newKey(owner, { scopes: ['articles:write'] })
  const client = clientOf(service.baseUrl, secret)
  const { body } = await client.send('POST', '/api/v1/articles', { articles: [anArticle('Example Ltd opens')] })
  return { importId: String(body.importId) }
}

async function aScreening(service: RunningService, owner: Owner): Promise<Record<string, string>> {
  const { secret } = await service.newKey(owner)
  const response = await fetch(`${service.baseUrl}/api/v1/screen?${new URLSearchParams({ name: listed.name })}`, {
    headers: { Authorization: `Bearer ${secret}` },
  })
  return { screeningId: ((await response.json()) as { screeningId: string }).screeningId }
}
