import type { PaletteItem } from '../palette.tsx'
import { useMay } from '../session/session.ts'
import { webhookCalls } from './webhook-calls.ts'

type Open = (to: string, params?: Record<string, string>) => void

/** The webhooks of the company, for Ctrl+K. */
export function useWebhookItems(isAsked: boolean, open: Open): { items: PaletteItem[]; busy: boolean } {
  const enabled = useMay()('webhooks:manage') && isAsked
  const { data, isFetching } = webhookCalls.useList(
    'listWebhooks',
    { query: { limit: 200 } },
    (page) => page.webhooks,
    {
      enabled,
    },
  )
  const items = (data ?? []).map(({ webhookId, url, description }) => ({
    key: webhookId,
    group: 'Webhooks',
    label: url,
    note: description || webhookId,
    icon: 'send' as const,
    onChoose: () => open('/webhooks/$webhookId/deliveries/{-$deliveryId}', { webhookId }),
  }))
  return { items, busy: data === undefined && isFetching }
}
