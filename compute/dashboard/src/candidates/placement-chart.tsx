import { Chart } from '@service/ui/chart.tsx'
import { formatGrams, formatRate, formatUsd } from '@service/ui/quantities.ts'
import { bandsChart } from '@service/ui-charts/bands-chart.ts'
import type { Candidate } from './candidate-table.tsx'
import { gramsPerHour } from './grams.ts'

/** As the service has them: within them a difference counts as none. */
const gramsBand = 1.05
const priceBand = 1.02

/** Price against emissions of the hubs that fit, with the bands in which the choice was made. */
export function PlacementChart({
  candidates,
  chosen,
  cheapest,
  carbonAware,
}: {
  candidates: readonly Candidate[]
  chosen: string
  cheapest: string | undefined
  carbonAware: boolean
}) {
  const least = Math.min(...candidates.map(({ grams_per_gpu_hour: grams }) => grams))
  const clean = candidates.filter(({ grams_per_gpu_hour: grams }) => !carbonAware || grams <= least * gramsBand)
  const lowest = Math.min(...clean.map(({ price_usd_per_gpu_hour: price }) => price))
  const bands = { x: lowest * priceBand, ...(carbonAware && { y: least * gramsBand }) }
  const title = carbonAware
    ? `${chosen} is chosen: among the hubs within 5 % of the least emissions (shaded), within 2 % of the lowest price (darker), the one with most room.`
    : `${chosen} is chosen: among the hubs within 2 % of the lowest price (shaded), the one with most room.`
  return (
    <Chart
      title={title}
      head="Hub"
      labels={candidates.map(({ hub }) => hub)}
      series={[
        { name: 'Price', values: candidates.map((one) => one.price_usd_per_gpu_hour), format: formatRate },
        { name: 'Emissions', values: candidates.map((one) => one.grams_per_gpu_hour), format: gramsPerHour },
      ]}
      format={String}
      height={280}
      draw={(size) =>
        bandsChart(
          candidates.map((one) => ({
            name: one.hub,
            x: one.price_usd_per_gpu_hour,
            y: one.grams_per_gpu_hour,
            kind: one.hub === chosen ? 'chosen' : one.hub === cheapest ? 'compared' : 'other',
          })),
          {
            ...size,
            bands,
            formatX: formatUsd,
            formatY: formatGrams,
            nameX: 'price of a GPU-hour',
            nameY: 'emissions of a GPU-hour',
          },
        )
      }
    />
  )
}
