import { countryName } from '@service/compute-domain/regions/countries.ts'
import { regionGroups } from '@service/compute-domain/regions/regions.ts'
import type { App } from '@service/foundation/http/app.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import Type from 'typebox'
import type { HubDeps } from '../hubs/hubs.ts'
import { type HubOnGrid, RegionResponse, regionResponse } from './responses.ts'
import { listRegionsTool } from './tools.ts'

export function regionRoutes(app: App, { readHubs, gridNow }: HubDeps): void {
  app.get(
    '/v1/regions',
    {
      schema: {
        operationId: 'listRegions',
        tags: ['Regions'],
        summary: 'List regions',
        description:
          'With the carbon intensity of the grids of their hubs. Groups first, then the countries that have hubs. Every hub is a region too: see `/v1/hubs`.',
        querystring: Type.Object(PageParameters),
        response: {
          200: Type.Object({ regions: Type.Array(RegionResponse), next_cursor: NextCursor }, { title: 'RegionPage' }),
        },
      },
      config: { scope: 'deployments:read', tool: listRegionsTool },
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['number'])
      const hubs = await readHubs()
      const zones = [...new Set(hubs.map(({ hub }) => hub.zone))]
      const grids = new Map(zones.map((zone) => [zone, gridNow(zone)]))
      const onGrids = hubs.map((one): HubOnGrid => ({ ...one, grid: grids.get(one.hub.zone)! }))
      const countries = [...new Set(hubs.map(({ hub }) => hub.country))].sort()
      const regions = [
        ...regionGroups,
        ...countries.map((id) => ({
          id,
          kind: 'country' as const,
          name: countryName(id),
          countries: new Set([id]),
        })),
      ].map((region, index) => ({ region, index }))
      const found = regions.slice(after === undefined ? 0 : Number(after[0]) + 1)
      const { items, nextCursor } = toPage(found, limit, ({ index }) => [index])
      return { regions: items.map(({ region }) => regionResponse(region, onGrids)), next_cursor: nextCursor }
    },
  )
}
