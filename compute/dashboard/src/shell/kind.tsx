import { useMay } from '@service/ui/session/session.ts'
import { Badge } from '@service/ui/state.tsx'
import { useLive } from '../api/api.ts'

/** Whether hubs are simulated, or stand in for GPUs with processors; hubs are all simulated or none. */
export function useKind(): { simulated: boolean; cpuOnly: boolean } {
  const may = useMay()
  const { data } = useLive(
    'listPrices',
    { query: { limit: 1 } },
    { enabled: may('deployments:read'), everyMs: 300_000 },
  )
  const [price] = data?.prices ?? []
  return { simulated: price?.simulated === true, cpuOnly: price?.cpu_only === true }
}

/** Says so beside the company's name, on every screen. */
export function KindMark() {
  const { simulated, cpuOnly } = useKind()
  if (simulated) return <Badge kind="sample">simulated hubs</Badge>
  return cpuOnly ? <Badge kind="sample">processors only</Badge> : null
}
