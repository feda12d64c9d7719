/** How a webhook fares, in a word, and its address as lists show it. */
import type { StateKind } from '../../state.tsx'
import type { WebhookOutput } from '../webhook-calls.ts'

export type Webhook = WebhookOutput<'getWebhook'>

export function webhookState(webhook: Webhook): { kind: StateKind; word: string } {
  const { enabled, health } = webhook
  if (isDisabledByService(webhook)) return { kind: 'bad', word: 'disabled by the service' }
  if (!enabled) return { kind: 'off', word: 'disabled' }
  if (health.held) return { kind: 'bad', word: 'failing, held back' }
  if (health.failuresInARow > 0) return { kind: 'warn', word: 'failing' }
  return { kind: 'good', word: 'delivers' }
}

export const isDisabledByService = ({ enabled, disabled }: Webhook): boolean =>
  !enabled && disabled?.reason !== 'by-hand'

/** The host and path, without what is often a token. */
export function shortUrl(url: string): string {
  const { host, pathname, search } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}${search === '' ? '' : '?…'}`
}
