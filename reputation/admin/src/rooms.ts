/** The rooms of the interface. To add one: its import and its name here (docs/how-to/adding-a-screen.md). */
import { audit } from '@service/ui/audit/audit.ts'
import { settings } from '@service/ui/settings/settings.ts'
import { webhooks } from '@service/ui/webhooks/webhooks.ts'
import { alerts } from './alerts/alerts.ts'
import { articles } from './articles/articles.ts'
import { begin } from './begin/begin.ts'
import { feeds } from './feeds/feeds.ts'
import { imports } from './imports/imports.ts'
import { lists } from './lists/lists.ts'
import { messages } from './messages/messages.ts'
import { overview } from './overview/overview.ts'
import { quota } from './quota/quota.ts'
import { reports } from './reports/reports.ts'
import { score } from './score/score.ts'
import { screening } from './screening/screening.ts'
import { sentiment } from './sentiment/sentiment.ts'
import { subjects } from './subjects/subjects.ts'

export const rooms = [
  // A line each, in the order of the navigation within a group.
  overview,
  score,
  sentiment,
  articles,
  alerts,
  screening,
  reports,
  lists,
  webhooks,
  begin,
  messages,
  subjects,
  feeds,
  imports,
  settings,
  quota,
  audit,
] as const
