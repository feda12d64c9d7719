import type { Tool } from '@service/foundation/mcp/mcp.ts'

type Price = { gpu_type: string; lowest_usd_per_gpu_hour: number | null; cheapest_hub: string | null; free: number }

export const listPricesTool: Tool = {
  name: 'list_prices',
  title: 'List prices',
  description: 'Lists types of GPU with memory, prices per GPU-hour in USD, the cheapest hub and how many are free.',
  effect: 'reads',
  takes: { region: true, gpu_type: true },
  always: { limit: 50 },
  says: ({ prices }: { prices: Price[] }) =>
    prices
      .filter(({ cheapest_hub: hub }) => hub !== null)
      .map(
        ({ gpu_type: type, lowest_usd_per_gpu_hour: usd, cheapest_hub: hub, free }) =>
          `${type} from ${usd} USD at ${hub}, ${free} free.`,
      )
      .join(' '),
}
