import { administratorOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { installationPermission } from '@service/foundation/identity/model/access.ts'
import Type from 'typebox'
import type { HubActs } from '../reconcile/reconcile.ts'
import type { OperatorViewActs } from './operator-acts.ts'
import {
  CompanyHoursPage,
  DrainedHub,
  HubHealthPage,
  RemovedHub,
  showCompanyHours,
  showHubHealth,
  showWork,
  Work,
} from './responses.ts'

export type OperatorRouteDeps = { operator: OperatorViewActs & Pick<HubActs, 'setHubDraining' | 'removeHub'> }

const tags = ['Operator']
const config = { session: installationPermission }
const HubPath = Type.Object({ hub: Type.String({ description: 'The id of a hub.', maxLength: 100 }) })

export function operatorRoutes(app: App, { operator }: OperatorRouteDeps): void {
  readRoutes(app, operator)
  for (const [verb, isDraining] of [
    ['drain', true],
    ['return', false],
  ] as const) {
    app.post(
      `/operator/v1/hubs/:hub/${verb}`,
      {
        schema: {
          operationId: `${verb}Hub`,
          tags,
          summary: isDraining ? 'Place nothing new at a hub' : 'Place deployments at a drained hub again',
          params: HubPath,
          response: { 200: DrainedHub, ...problems('not-found', 'conflict') },
        },
        config,
      },
      (request) => operator.setHubDraining(administratorOf(request), request.params.hub, isDraining),
    )
  }
  app.post(
    '/operator/v1/hubs/:hub/remove',
    {
      schema: {
        operationId: 'removeHub',
        tags,
        summary: 'Write off a hub that never comes back',
        description: 'At once and as a whole: services go elsewhere, jobs end, all its allocations are released.',
        params: HubPath,
        response: { 200: RemovedHub, ...problems('not-found', 'conflict') },
      },
      config: { ...config, stepUp: true },
    },
    async (request) => {
      const { hub, allocations, failingOver, ended } = await operator.removeHub(
        administratorOf(request),
        request.params.hub,
      )
      return { hub, allocations, failing_over: failingOver, ended }
    },
  )
}

function readRoutes(app: App, { listCompanyHours, listHubHealth, readWork }: OperatorViewActs): void {
  app.get(
    '/operator/v1/companies',
    {
      schema: {
        operationId: 'listCompanyHours',
        tags,
        summary: 'List all companies with their GPU-hours of this month',
        description: 'Newest first.',
        querystring: Type.Object({
          ...PageParameters,
          text: Type.Optional(
            Type.String({ minLength: 1, maxLength: 100, description: 'In the name, the short name or the id.' }),
          ),
          min_used_percent: Type.Optional(
            Type.Number({ minimum: 0, maximum: 1_000, description: 'Those that have used so much of their hours.' }),
          ),
        }),
        response: { 200: CompanyHoursPage },
      },
      config,
    },
    async (request) => {
      const { text, min_used_percent: minUsedPercent, ...asked } = request.query
      const { limit, after: [before] = [] } = readPage(asked, ['string'])
      const filter = { text, minUsedPercent, before: before as string | undefined, limit: limit + 1 }
      const { month, companies } = await listCompanyHours(administratorOf(request), filter)
      const { items, nextCursor } = toPage(companies, limit, ({ companyId }) => [companyId])
      return { month: month.slice(0, 7), companies: items.map(showCompanyHours), next_cursor: nextCursor }
    },
  )

  app.get(
    '/operator/v1/hubs',
    {
      schema: {
        operationId: 'listHubHealth',
        tags,
        summary: 'List all hubs with the health of their engines',
        querystring: Type.Object({ ...PageParameters }),
        response: { 200: HubHealthPage },
      },
      config,
    },
    async (request) => {
      const { limit, after: [after] = [] } = readPage(request.query, ['string'])
      const filter = { after: after as string | undefined, limit: limit + 1 }
      const hubs = await listHubHealth(administratorOf(request), filter)
      const { items, nextCursor } = toPage(hubs, limit, ({ hubId }) => [hubId])
      return { hubs: items.map(showHubHealth), next_cursor: nextCursor }
    },
  )

  app.get(
    '/operator/v1/work',
    {
      schema: {
        operationId: 'getWork',
        tags,
        summary: 'See what waits, what is tried again, and who works on it',
        response: { 200: Work },
      },
      config,
    },
    async (request) => showWork(await readWork(administratorOf(request))),
  )
}
