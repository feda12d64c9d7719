/** How a webhook fares, in a word, and its address as lists show it. */
import type { StateKind } from '../../state.tsx'
import type { WebhookOutput } from '../webhook-calls.ts'

export type Webhook = WebhookOutput<'getWebhook'>

export function webhookState({ enabled, disabled, health }: Webhook): { kind: StateKind; word: string } {
  if (!enabled)
    return disabled?.reason === 'by-hand'
      ? { kind: 'off', word: 'disabled' }
      : { kind: 'bad', word: 'disabled by the service' }
  if (health.held) return { kind: 'bad', word: 'failing, held back' }
  if (health.failuresInARow > 0) return { kind: 'warn', word: 'failing' }
  return { kind: 'good', word: 'delivers' }
}

/** The host and path, without what is often a token. */
export function shortUrl(url: string): string {
  const { host, pathname, search } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}${search === '' ? '' : '?…'}`
}
