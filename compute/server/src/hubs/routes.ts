import type { App } from '@service/foundation/http/app.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'
import { GpuTypeParameter, RegionParameter, requireGpuType, requireRegion } from './filter-parameters.ts'
import type { GridNow, ReadHubs } from './model/hub-now.ts'
import { HubResponse, hubResponse } from './responses.ts'
import { listHubsTool } from './tools.ts'
import { readZonePlaces } from './zone-places.ts'

export type HubDeps = { readHubs: ReadHubs; gridNow: GridNow }

const tags = ['Hubs']
const config = { scope: 'deployments:read' as const }

export function hubRoutes(app: App, { readHubs, gridNow }: HubDeps): void {
  const placeOfZone = readZonePlaces()
  app.get(
    '/v1/hubs',
    {
      schema: {
        operationId: 'listHubs',
        tags,
        summary: 'List hubs',
        description: 'With their free GPUs, their prices and the carbon intensity of their grids.',
        querystring: Type.Object({ ...PageParameters, region: RegionParameter, gpu_type: GpuTypeParameter }),
        response: {
          200: Type.Object({ hubs: Type.Array(HubResponse), next_cursor: NextCursor }, { title: 'HubPage' }),
        },
      },
      config: { ...config, tool: listHubsTool },
    },
    async (request) => {
      const { region, gpu_type: gpuType, ...asked } = request.query
      const { limit, after: [lastId] = [] } = readPage(asked, ['string'])
      const isIn = await requireRegion(region, readHubs)
      const type = requireGpuType(gpuType)
      const after = lastId as string | undefined
      const found = await readHubs({ ...isIn, gpuType: type?.name, after, limit: limit + 1 })
      const { items, nextCursor } = toPage(found, limit, ({ hub }) => [hub.id])
      return { hubs: items.map((one) => hubResponse(one, gridNow, placeOfZone)), next_cursor: nextCursor }
    },
  )

  app.get(
    '/v1/hubs/:hub',
    {
      schema: {
        operationId: 'getHub',
        tags,
        summary: 'Get a hub',
        description: 'With its free GPUs, its prices and the carbon intensity of its grid.',
        params: Type.Object({ hub: Type.String({ description: 'The id of a hub.', examples: ['se-north-1'] }) }),
        response: { 200: HubResponse, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const [found] = await readHubs({ id: request.params.hub })
      if (!found) throw new Problem('not-found', 'Hub not found. GET /v1/hubs lists all hubs.')
      return hubResponse(found, gridNow, placeOfZone)
    },
  )
}
