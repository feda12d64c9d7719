import type { Tool } from '@service/foundation/mcp/mcp.ts'
import type { MonthUsageResponse } from './responses.ts'

export const getUsageTool: Tool = {
  name: 'get_usage',
  title: 'Get usage',
  description: 'Tells GPU-hours, costs and emissions of a calendar month, and the hours that are left.',
  effect: 'reads',
  takes: {
    month: true,
    limit: { description: 'How many deployments at most.', default: 20, maximum: 100 },
    cursor: true,
  },
  says: ({ month, used_gpu_hours: used, limit_gpu_hours: limit, left_gpu_hours: left, usage }: MonthUsageResponse) =>
    `${month}: ${used} of ${limit} GPU-hours used, ${left} left; ${usage.cost_usd} USD and ${usage.gco2} g CO2eq, ` +
    `${usage.avoided_gco2} g less than at the cheapest hubs.`,
}
