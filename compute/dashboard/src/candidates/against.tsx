import { formatGrams, formatUsd } from '@service/ui/quantities.ts'
import type { Candidate } from './candidate-table.tsx'

/** What the choice costs and saves, of one GPU in an hour. */
export function Against({ best, cheapest }: { best: Candidate; cheapest: Candidate }) {
  if (best.hub === cheapest.hub) return <p>It is the cheapest hub that fits, too.</p>
  const more = best.price_usd_per_gpu_hour - cheapest.price_usd_per_gpu_hour
  const less = cheapest.grams_per_gpu_hour - best.grams_per_gpu_hour
  return (
    <p>
      Against {cheapest.hub}, the choice by price alone: {formatUsd(Math.abs(more))} {more < 0 ? 'less' : 'more'} and{' '}
      {formatGrams(Math.abs(less))} {less < 0 ? 'more' : 'less'} for each GPU and hour.
    </p>
  )
}
