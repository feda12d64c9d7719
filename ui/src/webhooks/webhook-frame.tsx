/** What stands around every screen of one webhook: its address and state, what is wrong with it, the tabs. */

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Shown, Updated, useAct } from '../api/api.ts'
import { Button } from '../button.tsx'
import { Copy } from '../copy.tsx'
import { Notice } from '../notice.tsx'
import { counted } from '../numbers.ts'
import { Page, Tabs } from '../page.tsx'
import { State } from '../state.tsx'
import { Time } from '../time.tsx'
import { type Webhook, webhookState } from './model/webhook-state.ts'
import { webhookCalls } from './webhook-calls.ts'
import './webhooks.css'

type FrameProps = { webhookId: string; title: string; children: (webhook: Webhook) => ReactNode }

export function WebhookFrame({ webhookId, title, children }: FrameProps) {
  const live = webhookCalls.useLive(
    'getWebhook',
    { path: { webhookId } },
    { isMoving: ({ enabled, health }) => enabled && health.failuresInARow > 0 },
  )
  const params = { webhookId }
  return (
    <Page
      title={title}
      note={live.data && <Address webhook={live.data} />}
      actions={
        <>
          <Updated live={live} />
          <Link className="button" to="/webhooks">
            All webhooks
          </Link>
        </>
      }
    >
      <Tabs label="Of this webhook">
        <Link to="/webhooks/$webhookId/deliveries/{-$deliveryId}" params={params}>
          Deliveries
        </Link>
        <Link to="/webhooks/$webhookId/attempts" params={params}>
          Attempts
        </Link>
        <Link to="/webhooks/$webhookId/settings" params={params}>
          Settings
        </Link>
        <Link to="/webhooks/$webhookId/verify" params={params}>
          Verify
        </Link>
      </Tabs>
      <Shown live={live}>
        {(webhook) => (
          <>
            <Trouble webhook={webhook} />
            {children(webhook)}
          </>
        )}
      </Shown>
    </Page>
  )
}

function Address({ webhook }: { webhook: Webhook }) {
  const { kind, word } = webhookState(webhook)
  return (
    <span className="whk-line">
      <State kind={kind}>{word}</State>
      <code>{webhook.url}</code>
      <Copy text={webhook.url} what="address" />
    </span>
  )
}

/** Why nothing is sent, or nothing arrives, and what to do. */
function Trouble({ webhook }: { webhook: Webhook }) {
  const { webhookId, disabled, health, enabled } = webhook
  const enable = useAct(() => webhookCalls.call('changeWebhook', { path: { webhookId }, body: { enabled: true } }), {
    done: 'Webhook enabled',
  })
  if (disabled !== null) {
    return (
      <Notice
        kind={disabled.reason === 'by-hand' ? 'warn' : 'bad'}
        actions={
          <Button busy={enable.busy} onClick={() => enable.run(undefined)}>
            Enable the webhook
          </Button>
        }
      >
        <strong>
          {disabled.reason === 'by-hand' ? 'Disabled by your company' : 'Disabled by the service'} since{' '}
          <Time at={disabled.at} />.
        </strong>{' '}
        {disabled.message}
      </Notice>
    )
  }
  if (!enabled || health.failingSince === null) return null
  return (
    <Notice kind={health.held ? 'bad' : 'warn'}>
      <strong>
        Failing since <Time at={health.failingSince} />, {counted(health.failuresInARow, 'attempt')} in a row.
      </strong>{' '}
      {health.held
        ? 'New deliveries are held back. One is let through every 30 seconds, and the first success releases the rest.'
        : 'Each delivery is tried four times. After ten failures in a row, new ones are held back.'}
    </Notice>
  )
}
