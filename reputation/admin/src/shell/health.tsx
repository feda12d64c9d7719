import { Notice } from '@service/ui/notice.tsx'
import { counted } from '@service/ui/numbers.ts'
import { useMay } from '@service/ui/session/session.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { Badge } from '@service/ui/state.tsx'
import { useLive } from '../api/api.ts'

/** Webhooks that were disabled: nothing is sent there. */
export function Health() {
  const may = useMay()
  const webhooks = useLive('listWebhooks', { query: { limit: 200 } }, { enabled: may('webhooks:manage') })
  const disabled = webhooks.data?.webhooks.filter(({ disabled }) => disabled !== null).length ?? 0
  return disabled === 0 ? null : (
    <Notice kind="bad">
      <ScreenLink to="/webhooks">{counted(disabled, 'webhook')}</ScreenLink>{' '}
      {disabled === 1 ? 'was disabled: it' : 'were disabled: they'} failed for too long, and nothing is sent there.
    </Notice>
  )
}

/** Says so where what is shown is the sample that the demo brings. */
export function SampleMark() {
  const may = useMay()
  const { data } = useLive('listStories', { query: { limit: 1 } }, { enabled: may('alerts:read') })
  return data?.stories[0]?.sample === true ? <Badge kind="sample">sample data</Badge> : null
}
