import { account } from '@service/ui/app/app.ts'
import { Notice } from '@service/ui/notice.tsx'
import { counted, formatCount, formatShare } from '@service/ui/numbers.ts'
import { useMay } from '@service/ui/session/session.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { webhookCalls } from '@service/ui/webhooks/webhook-calls.ts'
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

function DisabledWebhooks() {
  const { data } = webhookCalls.useLive('listWebhooks', { query: { limit: 200 } })
  const disabled = data?.webhooks.filter(({ disabled }) => disabled !== null).length ?? 0
  return disabled === 0 ? null : (
    <Notice kind="bad">
      <ScreenLink to="/webhooks">{counted(disabled, 'webhook')}</ScreenLink>{' '}
      {disabled === 1 ? 'was disabled: it' : 'were disabled: they'} failed for too long, and nothing is sent there.
    </Notice>
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
