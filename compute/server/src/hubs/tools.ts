import type { Tool } from '@service/foundation/mcp/mcp.ts'
import type { HubResponse } from './responses.ts'

export const listHubsTool: Tool = {
  name: 'list_hubs',
  title: 'List hubs',
  description: 'Lists hubs with free GPUs, prices, operators and the carbon intensity of their grids.',
  effect: 'reads',
  takes: {
    region: true,
    gpu_type: true,
    limit: { description: 'How many at most.', default: 20, maximum: 50 },
    cursor: true,
  },
  says: ({ hubs }: { hubs: HubResponse[] }) => {
    const [cleanest] = [...hubs].sort((a, b) => a.carbon_intensity_gco2_kwh - b.carbon_intensity_gco2_kwh)
    if (!cleanest) return 'No hub is like that.'
    const ready = hubs.filter(({ state }) => state === 'ready').length
    const { hub, country, carbon_intensity_gco2_kwh: grams, carbon_score: grade } = cleanest
    return `${hubs.length} hubs, ${ready} of them ready. The cleanest is ${hub} (${country}): ${grams} gCO2eq/kWh, grade ${grade}.`
  },
}
