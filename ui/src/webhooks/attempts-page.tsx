import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Shown } from '../api/api.ts'
import { Select } from '../field.tsx'
import { Empty } from '../notice.tsx'
import { formatMs } from '../numbers.ts'
import { Filters } from '../page.tsx'
import { State } from '../state.tsx'
import { type Column, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { type AttemptSearch, attemptOutcomes, type Span, sinceTime, spanWords } from './model/search.ts'
import { type Attempt, attemptWords } from './model/words.ts'
import { webhookCalls } from './webhook-calls.ts'
import { WebhookFrame } from './webhook-frame.tsx'

const route = '/shell/webhooks/$webhookId/attempts'

export function AttemptsPage() {
  const { webhookId } = useParams({ from: route })
  return (
    <WebhookFrame webhookId={webhookId} title="Webhook attempts">
      {() => <Attempts webhookId={webhookId} />}
    </WebhookFrame>
  )
}

function Attempts({ webhookId }: { webhookId: string }) {
  const { outcome, since } = useSearch({ from: route })
  const sinceAt = useMemo(() => since && sinceTime(since, new Date()), [since])
  const list = webhookCalls.useList(
    'listAttempts',
    { path: { webhookId }, query: { outcome, since: sinceAt } },
    ({ attempts }) => attempts,
  )
  return (
    <>
      <AttemptFilters webhookId={webhookId} search={{ ...(outcome && { outcome }), ...(since && { since }) }} />
      <Shown live={list}>
        {(rows) =>
          rows.length > 0 ? (
            <Table
              caption="Attempts"
              captionHidden
              rows={rows}
              keyOf={({ deliveryId, attempt }) => `${deliveryId} ${attempt}`}
              columns={columnsOf(webhookId)}
              more={list.more}
            />
          ) : (
            <Empty
              title={outcome || since ? 'No matching attempts' : 'No attempt has been made yet'}
              actions={
                <Link className="button" to="/webhooks/$webhookId/verify" params={{ webhookId }}>
                  Send a test event
                </Link>
              }
            >
              Every request to the receiver is listed here, with its response and how long it took.
            </Empty>
          )
        }
      </Shown>
    </>
  )
}

const columnsOf = (webhookId: string): readonly Column<Attempt>[] => [
  {
    head: 'At',
    cell: ({ deliveryId, at }) => (
      <Link to="/webhooks/$webhookId/deliveries/{-$deliveryId}" params={{ webhookId, deliveryId }}>
        <Time at={at} />
      </Link>
    ),
  },
  {
    head: 'Response',
    cell: ({ outcome, status, error }) => (
      <State kind={outcome === 'succeeded' ? 'good' : 'bad'}>{status ?? error}</State>
    ),
  },
  { head: 'Took', cell: ({ durationMs }) => formatMs(durationMs), align: 'end', nowrap: true },
  { head: 'Attempt', cell: ({ attempt }) => attempt, align: 'end', only: 'wide' },
  { head: 'Meaning', cell: attemptWords, only: 'wide' },
  { head: 'Delivery', cell: ({ deliveryId }) => <code>{deliveryId}</code>, only: 'wide' },
]

function AttemptFilters({ webhookId, search }: { webhookId: string; search: AttemptSearch }) {
  const navigate = useNavigate()
  const choose = (name: keyof AttemptSearch, value: string) => {
    const { [name]: _replaced, ...rest } = search
    const chosen = value === 'any' ? rest : { ...rest, [name]: value }
    void navigate({ to: '/webhooks/$webhookId/attempts', params: { webhookId }, search: chosen, replace: true })
  }
  return (
    <Filters label="Attempts">
      <Select
        label="Outcome"
        value={search.outcome ?? 'any'}
        options={[{ value: 'any', label: 'any' }, ...attemptOutcomes.map((value) => ({ value, label: value }))]}
        onChange={(value) => choose('outcome', value)}
      />
      <Select
        label="Created in"
        value={search.since ?? 'any'}
        options={[
          { value: 'any', label: 'All that is stored' },
          ...(Object.keys(spanWords) as Span[]).map((value) => ({ value, label: spanWords[value] })),
        ]}
        onChange={(value) => choose('since', value)}
      />
    </Filters>
  )
}
