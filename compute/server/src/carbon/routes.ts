import type { App } from '@service/foundation/http/app.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'
import type { Carbon } from './carbon.ts'
import { CarbonForecastResponse, CarbonResponse, carbonForecastResponse, carbonResponse } from './responses.ts'
import { getCarbonForecastTool, getCarbonTool } from './tools.ts'

export type CarbonRouteDeps = {
  carbon: Pick<Carbon, 'zoneNamed' | 'intensityOf' | 'reported' | 'forecast'>
  now: () => Date
}

const tags = ['Carbon']
const config = { scope: 'deployments:read' as const }
const maxHours = 72
const params = Type.Object({
  country: Type.String({
    description: 'ISO 3166-1 alpha-2, or the Electricity Maps key of a grid zone.',
    maxLength: 40,
    examples: ['SE'],
  }),
})

export function carbonRoutes(app: App, { carbon, now }: CarbonRouteDeps): void {
  app.get(
    '/v1/carbon/:country',
    {
      schema: {
        operationId: 'getCarbonIntensity',
        tags,
        summary: 'Get the carbon intensity of a country or a grid zone',
        description: 'The number that placement uses, with its source and method.',
        params,
        response: { 200: CarbonResponse, ...problems('not-found') },
      },
      config: { ...config, tool: getCarbonTool },
    },
    async (request) => {
      const zone = requireZone(carbon, request.params.country)
      return carbonResponse(zone, carbon.intensityOf(zone, now()), carbon.reported(zone))
    },
  )

  app.get(
    '/v1/carbon/:country/forecast',
    {
      schema: {
        operationId: 'getCarbonForecast',
        tags,
        summary: 'Get the carbon forecast of a country or a grid zone',
        description: 'The expected carbon intensity of its electricity, hour by hour.',
        params,
        querystring: Type.Object({
          hours: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: maxHours,
              default: 24,
              description: 'How many hours, from the current one on.',
            }),
          ),
        }),
        response: { 200: CarbonForecastResponse, ...problems('not-found') },
      },
      config: { ...config, tool: getCarbonForecastTool },
    },
    async (request) => {
      const zone = requireZone(carbon, request.params.country)
      return carbonForecastResponse(zone, carbon.forecast(zone, request.query.hours ?? 24))
    },
  )
}

function requireZone(carbon: Pick<Carbon, 'zoneNamed'>, text: string): string {
  const zone = carbon.zoneNamed(text)
  if (zone) return zone
  throw new Problem(
    'not-found',
    'Unknown country or grid zone. Use a two-letter country code (ISO 3166-1 alpha-2) such as SE, or a zone key of ' +
      'Electricity Maps such as US-CAL-CISO.',
  )
}
