import type { Database } from '../../database/database.ts'
import type { Webhook } from '../model/webhook.ts'
import { requireWebhook } from './change-webhook.ts'
import * as webhooks from './webhook-store.ts'

/** Up to `limit` registrations of a company, newest first. */
export type ListWebhooks = (companyId: string, beforeId: string | undefined, limit: number) => Promise<Webhook[]>

export const makeListWebhooks =
  ({ db }: { db: Database }): ListWebhooks =>
  (companyId, beforeId, limit) =>
    webhooks.list(db.connection, companyId, beforeId, limit)

export type ReadWebhook = (companyId: string, webhookId: string) => Promise<Webhook>

export const makeReadWebhook =
  ({ db }: { db: Database }): ReadWebhook =>
  (companyId, webhookId) =>
    requireWebhook(db.connection, companyId, webhookId)
