import { useMay } from '@service/ui/session/session.ts'
import { Badge } from '@service/ui/state.tsx'
import { useLive } from '../api/api.ts'

/** Says so where what is shown is the sample that the demo brings. */
export function SampleMark() {
  const may = useMay()
  const { data } = useLive('listStories', { query: { limit: 1 } }, { enabled: may('alerts:read') })
  return data?.stories[0]?.sample === true ? <Badge kind="sample">sample data</Badge> : null
}
