import { gpuTypes } from '@service/compute-domain/gpus/gpus.ts'
import { highestPriceUsd, lowestPriceUsd } from '@service/compute-domain/pricing/pricing.ts'
import type { App } from '@service/foundation/http/app.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import Type from 'typebox'
import type { HubDeps } from '../hubs/hubs.ts'
import { GpuTypeParameter, RegionParameter, requireGpuType, requireRegion } from '../hubs/hubs.ts'
import { PriceResponse, priceResponse } from './responses.ts'
import { listPricesTool } from './tools.ts'

export function pricingRoutes(app: App, { readHubs }: Pick<HubDeps, 'readHubs'>): void {
  app.get(
    '/v1/pricing',
    {
      schema: {
        operationId: 'listPrices',
        tags: ['Pricing'],
        summary: 'List prices',
        description: `By type of GPU, per GPU-hour, from ${lowestPriceUsd.toFixed(2)} to ${highestPriceUsd.toFixed(2)} USD. The prices of a hub are in \`/v1/hubs\`.`,
        querystring: Type.Object({ ...PageParameters, region: RegionParameter, gpu_type: GpuTypeParameter }),
        response: {
          200: Type.Object(
            {
              currency: stringEnum(['USD']),
              unit: stringEnum(['gpu-hour']),
              prices: Type.Array(PriceResponse),
              next_cursor: NextCursor,
            },
            { title: 'PricePage' },
          ),
        },
      },
      config: { scope: 'deployments:read', tool: listPricesTool },
    },
    async (request) => {
      const { region, gpu_type: gpuType, ...asked } = request.query
      const { limit, after } = readPage(asked, ['number'])
      const isIn = await requireRegion(region, readHubs)
      const only = requireGpuType(gpuType)
      const there = await readHubs(region === undefined ? undefined : isIn)
      const found = gpuTypes
        .map((type, index) => ({ type, index }))
        .filter(({ type, index }) => (!only || type === only) && (after === undefined || index > Number(after[0])))
      const { items, nextCursor } = toPage(found, limit, ({ index }) => [index])
      return {
        currency: 'USD' as const,
        unit: 'gpu-hour' as const,
        prices: items.map(({ type }) => priceResponse(type, there)),
        next_cursor: nextCursor,
      }
    },
  )
}
