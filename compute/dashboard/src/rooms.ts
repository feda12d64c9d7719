/** The rooms of the interface. To add one: its import and its name here (docs/how-to/adding-a-screen.md). */
import { audit } from '@service/ui/audit/audit.ts'
import { settings } from '@service/ui/settings/settings.ts'
import { webhooks } from '@service/ui/webhooks/webhooks.ts'
import { carbon } from './carbon/carbon.ts'
import { deploy } from './deploy/deploy.ts'
import { deployments } from './deployments/deployments.ts'
import { operator } from './operator/operator.ts'
import { overview } from './overview/overview.ts'
import { places } from './places/places.ts'
import { quota } from './quota/quota.ts'
import { usage } from './usage/usage.ts'

export const rooms = [
  overview,
  deploy,
  deployments,
  usage,
  places,
  carbon,
  webhooks,
  operator,
  settings,
  quota,
  audit,
] as const
