import { type ComponentProps, lazy, Suspense } from 'react'
import type { PlacementChart as Chart } from './placement-chart.tsx'

const Loaded = lazy(async () => ({ default: (await import('./placement-chart.tsx')).PlacementChart }))

/** Loaded when the first one is shown; its place is kept until then. */
export const PlacementChart = (props: ComponentProps<typeof Chart>) => (
  <Suspense fallback={<div className="placement-place" />}>
    <Loaded {...props} />
  </Suspense>
)
