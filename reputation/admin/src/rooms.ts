/** The rooms of the interface. To add one: its import and its name here (docs/how-to/adding-a-screen.md). */
import { audit } from '@service/ui/audit/audit.ts'
import { settings } from '@service/ui/settings/settings.ts'
import { overview } from './overview/overview.ts'
import { quota } from './quota/quota.ts'
import { webhooks } from './webhooks/webhooks.ts'

export const rooms = [overview, webhooks, settings, quota, audit] as const
