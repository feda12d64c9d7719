import { LiveTile } from '../live-tile.tsx'
import { Notice } from '../notice.tsx'
import { counted, formatCount } from '../numbers.ts'
import { ScreenLink } from '../shell/shell.ts'
import { State } from '../state.tsx'
import { isDisabledByService, webhookState } from './model/webhook-state.ts'
import { webhookCalls } from './webhook-calls.ts'

/** One request for everything that says how webhooks fare. */
const useWebhooks = () => webhookCalls.useLive('listWebhooks', { query: { limit: 200 } }, { everyMs: 60_000 })

/** How many webhooks there are, and whether they deliver. */
export function WebhooksTile() {
  return (
    <LiveTile
      title="Webhooks"
      to="/webhooks"
      live={useWebhooks()}
      show={({ webhooks }) => {
        const states = webhooks.map(webhookState)
        const failing = states.filter(({ kind }) => kind === 'bad' || kind === 'warn').length
        const off = states.filter(({ kind }) => kind === 'off').length
        return {
          value: formatCount(webhooks.length),
          note:
            webhooks.length === 0 ? (
              'None registered yet'
            ) : failing > 0 ? (
              <State kind="bad">{formatCount(failing)} failing</State>
            ) : off > 0 ? (
              <State kind="off">{formatCount(off)} disabled</State>
            ) : (
              <State kind="good">all deliver</State>
            ),
        }
      }}
    />
  )
}

/** Those that the service has disabled; nothing while there are none. */
export function DisabledWebhooks() {
  const { data } = useWebhooks()
  const disabled = data?.webhooks.filter(isDisabledByService).length ?? 0
  return disabled === 0 ? null : (
    <Notice kind="bad">
      <ScreenLink to="/webhooks">{counted(disabled, 'webhook')}</ScreenLink>{' '}
      {disabled === 1 ? 'was disabled: its receiver' : 'were disabled: their receivers'} failed for too long, or said
      that nothing more is wanted. Nothing is sent there.
    </Notice>
  )
}
