import { account } from '@service/ui/app/app.ts'
import { Notice } from '@service/ui/notice.tsx'
import { formatCount, formatShare } from '@service/ui/numbers.ts'
import { useMay } from '@service/ui/session/session.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { DisabledWebhooks } from '@service/ui/webhooks/webhook-health.tsx'
import { useLive } from '../api/api.ts'

/** What is wrong with the whole, each with the screen that says more; nothing while all is well. */
export default function Health() {
  const may = useMay()
  return (
    <>
      {may('webhooks:manage') && <DisabledWebhooks />}
      {may('screening:read') && <StaleLists />}
      <ScarceQuota />
    </>
  )
}

/** Lists of the sample are old on purpose. */
function StaleLists() {
  const { data } = useLive('listLists', {})
  const stale = data?.lists.filter((list) => list.stale && list.sample !== true).map(({ list }) => list) ?? []
  return stale.length === 0 ? null : (
    <Notice kind="warn">
      <ScreenLink to="/lists">
        {stale.join(', ')} {stale.length === 1 ? 'is' : 'are'} stale
      </ScreenLink>
      : names are screened against the last version that could be fetched.
    </Notice>
  )
}

const scarceFrom = 0.8

function ScarceQuota() {
  const { data } = account.useLive('getCompany', {})
  if (!data || data.monthlyQuota === 0 || data.requestsUsed <= data.monthlyQuota * scarceFrom) return null
  const { requestsUsed, monthlyQuota } = data
  const isSpent = requestsUsed >= monthlyQuota
  return (
    <Notice kind={isSpent ? 'bad' : 'warn'}>
      <ScreenLink to="/settings/quota">
        {isSpent
          ? 'The quota of this month is spent'
          : `${formatShare(requestsUsed / monthlyQuota)} of the quota is used`}
      </ScreenLink>
      : {formatCount(requestsUsed)} of {formatCount(monthlyQuota)} requests.{' '}
      {isSpent && 'Keys are refused until the first of the next month; an operator can raise it.'}
    </Notice>
  )
}
