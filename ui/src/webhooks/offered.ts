import { type OfferedWebhooks, thisApp } from '../app/app.ts'

let loaded: OfferedWebhooks | undefined

/** Loads what the service offers, with the first screen of webhooks. */
export async function loadOffered(): Promise<void> {
  loaded ??= (await thisApp().webhooks.offered()).offeredWebhooks
}

/** What the webhooks of the service carry. */
export function offered(): OfferedWebhooks {
  if (!loaded) throw new Error('What the service offers is loaded with the screens of webhooks.')
  return loaded
}
