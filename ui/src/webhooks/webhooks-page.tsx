import { Link } from '@tanstack/react-router'
import { Shown, Updated } from '../api/api.ts'
import { Empty } from '../notice.tsx'
import { counted } from '../numbers.ts'
import { Page } from '../page.tsx'
import { State } from '../state.tsx'
import { type Column, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { shortUrl, type Webhook, webhookState } from './model/webhook-state.ts'
import { offered } from './offered.ts'
import { webhookCalls } from './webhook-calls.ts'
import './webhooks.css'

const columns: readonly Column<Webhook>[] = [
  {
    head: 'Address',
    cell: ({ webhookId, url, description }) => (
      <div className="whk-cell">
        <Link to="/webhooks/$webhookId/deliveries/{-$deliveryId}" params={{ webhookId }}>
          {shortUrl(url)}
        </Link>
        {description !== '' && <span className="small muted">{description}</span>}
      </div>
    ),
  },
  { head: 'State', cell: (webhook) => <StateCell webhook={webhook} /> },
  { head: 'Events', only: 'wide', cell: ({ events }) => (events === null ? 'all' : events.join(', ')) },
  {
    head: 'Signed',
    only: 'wide',
    cell: ({ hasSecret }) => (hasSecret ? 'yes' : <State kind="warn">no secret</State>),
    nowrap: true,
  },
  { head: 'Created', only: 'wide', cell: ({ createdAt }) => <Time at={createdAt} form="day" />, nowrap: true },
]

function StateCell({ webhook }: { webhook: Webhook }) {
  const { kind, word } = webhookState(webhook)
  const { failingSince, failuresInARow } = webhook.health
  return (
    <div className="whk-cell">
      <State kind={kind}>{word}</State>
      {webhook.disabled !== null && (
        <span className="small muted">
          since <Time at={webhook.disabled.at} />
        </span>
      )}
      {webhook.enabled && failingSince !== null && (
        <span className="small muted">
          since <Time at={failingSince} />, {counted(failuresInARow, 'attempt')} in a row
        </span>
      )}
    </div>
  )
}

const register = (
  <Link className="button" data-kind="primary" to="/webhooks/new">
    Register a webhook
  </Link>
)

export function WebhooksPage() {
  const list = webhookCalls.useList('listWebhooks', { query: {} }, ({ webhooks }) => webhooks)
  const isEmpty = list.data?.length === 0
  return (
    <Page
      title="Webhooks"
      note="Where events are sent as they happen, and the health of each receiver."
      actions={
        <>
          <Updated live={list} />
          {!isEmpty && register}
        </>
      }
    >
      <Shown live={list}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Nothing is sent yet" actions={register}>
              A webhook is an address to which the service posts events: {offered().examples}.
            </Empty>
          ) : (
            <Table
              caption="Webhooks"
              captionHidden
              rows={rows}
              keyOf={({ webhookId }) => webhookId}
              columns={columns}
              more={list.more}
            />
          )
        }
      </Shown>
    </Page>
  )
}
