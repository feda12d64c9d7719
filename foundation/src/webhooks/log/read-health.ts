import type { Database } from '../../database/database.ts'
import { requireWebhook } from '../registrations/change-webhook.ts'
import { countSteps, type HealthStep } from './health-store.ts'

const hourMs = 3_600_000

/** How far back, and in which steps. */
export const healthSpans = {
  day: { steps: 24, stepMs: hourMs },
  week: { steps: 28, stepMs: 6 * hourMs },
  month: { steps: 30, stepMs: 24 * hourMs },
} as const
export type HealthSpan = keyof typeof healthSpans

export type WebhookHealth = { stepMs: number; steps: readonly HealthStep[] }

export type ReadHealth = (companyId: string, webhookId: string, span: HealthSpan) => Promise<WebhookHealth>

/** How a receiver has fared, the oldest step first; the last one is not over yet. */
export const makeReadHealth =
  ({ db, now }: { db: Database; now: () => Date }): ReadHealth =>
  async (companyId, webhookId, span) => {
    const webhook = await requireWebhook(db.connection, companyId, webhookId)
    const { steps: count, stepMs } = healthSpans[span]
    const until = new Date(Math.floor(now().getTime() / stepMs + 1) * stepMs)
    const from = new Date(until.getTime() - count * stepMs)
    const counted = await countSteps(db.connection, webhook, { from, until, stepMs })
    const steps = Array.from({ length: count }, (_, step) => ({
      at: new Date(from.getTime() + step * stepMs),
      ...(counted.get(step) ?? { succeeded: 0, failed: 0, slowestMs: null }),
    }))
    return { stepMs, steps }
  }

export const showHealth = ({ stepMs, steps }: WebhookHealth) => ({
  stepSeconds: stepMs / 1_000,
  steps: steps.map(({ at, ...counts }) => ({ ...counts, at: at.toISOString() })),
})
