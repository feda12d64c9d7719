import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { Shown } from '../api/api.ts'
import { Select } from '../field.tsx'
import { Empty, Loading } from '../notice.tsx'
import { Filters, Panel } from '../page.tsx'
import { PanelPlace } from '../panel-place.tsx'
import { State } from '../state.tsx'
import { type Column, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { type DeliverySearch, deliveryStates, type Span, sinceTime, spanWords } from './model/search.ts'
import type { Webhook } from './model/webhook-state.ts'
import { type Delivery, deliveryKinds } from './model/words.ts'
import { offered } from './offered.ts'
import { ResendFailed } from './resend-failed.tsx'
import { webhookCalls } from './webhook-calls.ts'
import { WebhookFrame } from './webhook-frame.tsx'

/** Fetched with the health that it draws: charts are heavy. */
const HealthChart = lazy(() => import('./health-chart.tsx'))

/** Fetched when a delivery is opened. */
const DeliveryPanel = lazy(() => import('./delivery-panel.tsx'))

const route = '/shell/webhooks/$webhookId/deliveries/{-$deliveryId}'
const path = '/webhooks/$webhookId/deliveries/{-$deliveryId}'
const any = { value: 'any', label: 'any' } as const

export function DeliveriesPage() {
  const { webhookId } = useParams({ from: route })
  return (
    <WebhookFrame webhookId={webhookId} title="Webhook deliveries">
      {(webhook) => <Deliveries webhook={webhook} />}
    </WebhookFrame>
  )
}

function Deliveries({ webhook }: { webhook: Webhook }) {
  const { webhookId } = webhook
  const { deliveryId } = useParams({ from: route })
  const search = useSearch({ from: route })
  const { state, since } = search
  const event = offeredKind(search.event)
  const sinceAt = useMemo(() => since && sinceTime(since, new Date()), [since])
  const list = webhookCalls.useList(
    'listDeliveries',
    { path: { webhookId }, query: { state, event, since: sinceAt } },
    ({ deliveries }) => deliveries,
    { isMoving: (rows) => rows.some(({ state }) => state === 'pending' || state === 'held') },
  )
  const isFiltered = state !== undefined || event !== undefined || since !== undefined
  return (
    <>
      <Health webhookId={webhookId} search={search} />
      <ResendFailed webhook={webhook} />
      <DeliveryFilters webhookId={webhookId} search={search} />
      <div className="split">
        <Shown live={list}>
          {(rows) =>
            rows.length > 0 ? (
              <Table
                caption="Deliveries"
                captionHidden
                rows={rows}
                keyOf={({ deliveryId }) => deliveryId}
                current={deliveryId}
                columns={columnsOf(webhookId, search)}
                more={list.more}
              />
            ) : isFiltered ? (
              <Empty
                title="No matching deliveries"
                actions={
                  <Link to={path} params={{ webhookId }}>
                    Show all deliveries
                  </Link>
                }
              >
                Nothing matches these filters.
              </Empty>
            ) : (
              <Empty
                title="Nothing has been sent yet"
                actions={
                  <Link className="button" to="/webhooks/$webhookId/verify" params={{ webhookId }}>
                    Send a test event
                  </Link>
                }
              >
                Deliveries appear here as soon as an event happens that this webhook is registered for.
              </Empty>
            )
          }
        </Shown>
        {deliveryId !== undefined && (
          <PanelPlace>
            <DeliveryPanel webhook={webhook} deliveryId={deliveryId} search={search} />
          </PanelPlace>
        )}
      </div>
    </>
  )
}

const columnsOf = (webhookId: string, search: DeliverySearch): readonly Column<Delivery>[] => [
  {
    head: 'Event',
    cell: ({ deliveryId, event }) => (
      <Link to={path} params={{ webhookId, deliveryId }} search={search} resetScroll={false}>
        {event}
      </Link>
    ),
  },
  { head: 'State', cell: ({ state }) => <State kind={deliveryKinds[state]}>{state}</State> },
  { head: 'Created', cell: ({ madeAt }) => <Time at={madeAt} />, nowrap: true },
  { head: 'Attempts', cell: ({ attempts }) => attempts, align: 'end', only: 'wide' },
  { head: 'Last response', cell: ({ lastAttempt }) => lastResponse(lastAttempt), only: 'wide' },
]

const offeredKind = (event: string | undefined): string | undefined =>
  offered().events.find(({ kind }) => kind === event)?.kind

const lastResponse = (last: Delivery['lastAttempt']) =>
  last === null ? <span className="muted">none yet</span> : (last.status ?? last.error)

function DeliveryFilters({ webhookId, search }: { webhookId: string; search: DeliverySearch }) {
  const navigate = useNavigate()
  const { deliveryId } = useParams({ from: route })
  const choose = (name: keyof DeliverySearch, value: string) => {
    const { [name]: _replaced, ...rest } = search
    const chosen = value === 'any' ? rest : { ...rest, [name]: value }
    void navigate({ to: path, params: { webhookId, deliveryId }, search: chosen, replace: true, resetScroll: false })
  }
  return (
    <Filters label="Deliveries">
      <Select
        label="State"
        value={search.state ?? 'any'}
        options={[any, ...deliveryStates.map((value) => ({ value, label: value }))]}
        onChange={(value) => choose('state', value)}
      />
      <Select
        label="Event"
        value={offeredKind(search.event) ?? 'any'}
        options={[any, ...offered().events.map(({ kind }) => ({ value: kind, label: kind }))]}
        onChange={(value) => choose('event', value)}
      />
      <Select
        label="Created in"
        value={search.since ?? 'any'}
        options={[{ value: 'any', label: 'All that is stored' }, ...spanOptions]}
        onChange={(value) => choose('since', value)}
      />
    </Filters>
  )
}

export const spanOptions = (Object.keys(spanWords) as Span[]).map((value) => ({ value, label: spanWords[value] }))

function Health({ webhookId, search }: { webhookId: string; search: DeliverySearch }) {
  const navigate = useNavigate()
  const { deliveryId } = useParams({ from: route })
  const { health: span = 'day' } = search
  const live = webhookCalls.useLive('getWebhookHealth', { path: { webhookId }, query: { span } })
  const choose = (value: 'day' | 'week' | 'month') => {
    const { health: _replaced, ...rest } = search
    const chosen = value === 'day' ? rest : { ...rest, health: value }
    void navigate({ to: path, params: { webhookId, deliveryId }, search: chosen, replace: true, resetScroll: false })
  }
  return (
    <Panel>
      <div className="whk-health">
        <Shown live={live}>
          {(health) => (
            <Suspense fallback={<Loading />}>
              <HealthChart health={health} />
            </Suspense>
          )}
        </Shown>
        <Select
          label="Health over"
          value={span}
          options={(['day', 'week', 'month'] as const).map((value) => ({ value, label: spanWords[value] }))}
          onChange={choose}
        />
      </div>
    </Panel>
  )
}
