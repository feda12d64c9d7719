/** Hubs that could take a deployment, with price and emissions, and why the others could not. */
import type { PlacementCandidate, RefusalCounts, RefusedHub } from '../../../../sdks/typescript/src/index.ts'
import type { Column } from '../../terminal/terminal.ts'
import { intensity, percent, plural, rounded, usd } from '../format.ts'

export const candidateColumns: readonly Column<PlacementCandidate>[] = [
  { title: 'HUB', cell: ({ hub }) => hub },
  { title: 'COUNTRY', cell: ({ country }) => country, dispensable: 4 },
  { title: '$/GPU-H', cell: ({ priceUsdPerGpuHour }) => usd(priceUsdPerGpuHour).slice(1), align: 'right' },
  { title: 'g/GPU-H', cell: ({ gramsPerGpuHour }) => rounded(gramsPerGpuHour), align: 'right' },
  { title: 'GRADE', cell: ({ carbonScore }) => carbonScore, dispensable: 1 },
  {
    title: 'g/kWh',
    cell: ({ carbonIntensityGco2Kwh }) => intensity(carbonIntensityGco2Kwh),
    align: 'right',
    dispensable: 2,
  },
  { title: 'FREE', cell: ({ freeShare }) => percent(freeShare), align: 'right', dispensable: 3 },
]

const causes: Record<keyof RefusalCounts, string> = {
  region: 'not in the region asked for',
  sovereignty: 'does not keep data as asked',
  gpu_type: 'has no such GPU',
  resources: 'has less CPU, memory or disk for each GPU than asked for',
  too_small: 'has fewer GPUs than asked for',
  price: 'costs more than the highest price',
  closed: 'takes no new deployments',
  tried: 'has been tried',
  unreachable: 'does not respond',
  full: 'has too few free GPUs now',
}

export const causeText = (cause: string): string => causes[cause as keyof RefusalCounts] ?? cause

export const refusedColumns: readonly Column<RefusedHub>[] = [
  { title: 'HUB', cell: ({ hub }) => hub },
  { title: 'COUNTRY', cell: ({ country }) => country, dispensable: 1 },
  { title: 'WHY NOT', cell: ({ cause }) => causeText(cause), flexible: true },
]

/** `3 hubs: not in the region asked for`. */
export const refusalCounts = (refused: RefusalCounts): string[] =>
  Object.entries(refused)
    .filter(([, count]) => count > 0)
    .map(([cause, count]) => `${plural(count, 'hub')}: ${causeText(cause)}`)
