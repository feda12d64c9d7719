import { Notice } from '@service/ui/notice.tsx'
import { useMay } from '@service/ui/session/session.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { Time } from '@service/ui/time.tsx'
import { DisabledWebhooks } from '@service/ui/webhooks/webhook-health.tsx'
import { useLive } from '../api/api.ts'

/** What the company should know on every screen; nothing while all is well. */
export default function Health() {
  const may = useMay()
  return (
    <>
      {may('webhooks:manage') && <DisabledWebhooks />}
      <ScarceHours />
    </>
  )
}

/** The hours of the month, where they end or have ended. */
function ScarceHours() {
  const may = useMay()
  const { data } = useLive('getUsage', { query: { limit: 1 } }, { enabled: may('deployments:read') })
  if (!data) return null
  const usage = <ScreenLink to="/usage">GPU-hours of this month</ScreenLink>
  if (data.exhausted_at !== null) {
    return (
      <Notice kind="bad">
        The {usage} are used. What still runs a minute later is stopped, and nothing new starts before{' '}
        <Time at={data.resets_at} form="day" />.
      </Notice>
    )
  }
  if (data.warned_at === null) return null
  return (
    <Notice kind="warn">
      More than 80 % of the {usage} are used
      {data.hours_end_at !== null && (
        <>
          ; at the current rate, they run out <Time at={data.hours_end_at} />
        </>
      )}
      .
    </Notice>
  )
}
