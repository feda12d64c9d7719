import { makeCalls, type OutputOf, snakeSpelling } from '../api/api.ts'
import { thisApp } from '../app/app.ts'
import { addresses, type Operations } from './webhook-operations.ts'

/** The operations on webhooks, which every service has, below its own path. */
export const webhookCalls = makeCalls<Operations>(addresses, {
  spelling: () => (thisApp().spelling === 'snake' ? snakeSpelling : undefined),
  base: () => thisApp().webhooks.base,
})

export type WebhookOutput<Id extends keyof Operations> = OutputOf<Operations[Id]>
