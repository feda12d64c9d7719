/** The rooms of the interface. To add one: its import and its name here (docs/how-to/adding-a-screen.md). */
import { audit } from './audit/audit.ts'
import { overview } from './overview/overview.ts'
import { settings } from './settings/settings.ts'
import { webhooks } from './webhooks/webhooks.ts'

export const rooms = [overview, webhooks, settings, audit] as const
