/** Every route of the service, in the order of the documentation. */
import { fileURLToPath } from 'node:url'
import type { App } from '@service/foundation/http/app.ts'
import { pageRoutes } from '@service/foundation/pages/pages.ts'
import { type SelfServiceDeps, selfServiceRoutes } from '@service/foundation/self-service/self-service.ts'
import { type MemberRouteDeps, type SignIn, signInRoutes } from '@service/foundation/sign-in/sign-in.ts'
import { type WebhookAdministration, webhookRoutes } from '@service/foundation/webhooks/webhooks.ts'
import { eventCatalogue } from './events/events.ts'
import { type ListDeps, listRoutes } from './lists/lists.ts'
import { requiredLists, withLists } from './lists/model/sanctions-list.ts'
import { type MessageDeps, messageRoutes } from './messages/messages.ts'
import { type News, newsImportRoutes, newsRoutes, newsSetUpRoutes } from './news/news.ts'
import { pagesPath } from './pages-path.ts'
import { type ReportDeps, reportRoutes } from './reports/reports.ts'
import { type Screenings, screeningRoutes } from './screening/screening.ts'

export type RouteDeps = News &
  Screenings &
  ListDeps &
  ReportDeps &
  MessageDeps &
  WebhookAdministration &
  SelfServiceDeps & { signIn: SignIn; members: MemberRouteDeps['members'] }

/** Where the pages for people are, and the folder of their build. */
const pages = { path: pagesPath, folder: fileURLToPath(new URL('../../admin/dist', import.meta.url)) }

/** `lists` are those that are screened against: what schemas say of them holds for this installation. */
export function apiRoutes(app: App, deps: RouteDeps, lists = requiredLists): void {
  app.addHook('onRoute', (route) => {
    if (route.schema) route.schema = withLists(route.schema, lists)
  })
  newsRoutes(app, deps)
  screeningRoutes(app, deps)
  listRoutes(app, deps)
  reportRoutes(app, deps)
  newsSetUpRoutes(app, deps)
  newsImportRoutes(app, deps)
  webhookRoutes(app, '/api/v1/webhooks', eventCatalogue, deps)
  messageRoutes(app, deps)
  signInRoutes(app, deps.signIn, deps)
  selfServiceRoutes(app, deps)
  pageRoutes(app, pages)
}
