import type { Tool } from '@service/foundation/mcp/mcp.ts'

export const listRegionsTool: Tool = {
  name: 'list_regions',
  title: 'List regions',
  description: 'Lists the regions that a deployment may be restricted to: groups, then countries.',
  effect: 'reads',
  takes: { limit: { description: 'How many at most.', default: 50, maximum: 100 }, cursor: true },
  says: ({ regions }: { regions: { region: string; hubs: number }[] }) =>
    `${regions.length} regions: ${regions.map(({ region, hubs }) => `${region} (${hubs} hubs)`).join(', ')}.`,
}
