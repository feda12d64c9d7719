import type { Tool } from '@service/foundation/mcp/mcp.ts'
import type { CarbonForecastResponse, CarbonResponse } from './responses.ts'

const country = 'Two-letter country code, or an Electricity Maps zone such as US-CAL-CISO.'

export const getCarbonTool: Tool = {
  name: 'get_carbon',
  title: 'Get the carbon intensity of a country',
  description: 'Tells how clean the electricity of a country is now, with source and method.',
  effect: 'reads',
  takes: { country },
  says: ({
    zone,
    carbon_intensity_gco2_kwh: grams,
    renewable_percentage: share,
    method,
    as_of: asOf,
  }: CarbonResponse) =>
    `${zone}: ${grams} gCO2eq/kWh${share === null ? '' : `, ${share} % renewable`}, as of ${asOf} (${method}).`,
}

export const getCarbonForecastTool: Tool = {
  name: 'get_carbon_forecast',
  title: 'Get the carbon forecast of a country',
  description: 'Tells how clean the electricity of a country will be hour by hour, and the cleanest hour.',
  effect: 'reads',
  takes: { country, hours: true },
  says: ({ zone, mean_gco2_kwh: mean, cleanest_hour: best, hours, method }: CarbonForecastResponse) =>
    `${zone}: ${mean} gCO2eq/kWh on average over ${hours.length} hours; the cleanest begins at ${best} (${method}).`,
}
