import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Shown, troubleOf, useAct } from '../api/api.ts'
import { Button } from '../button.tsx'
import { Code } from '../code.tsx'
import { Copy } from '../copy.tsx'
import { Confirm } from '../dialog.tsx'
import { Notice } from '../notice.tsx'
import { formatMs } from '../numbers.ts'
import { Facts } from '../page.tsx'
import { SidePanel } from '../side-panel.tsx'
import { State } from '../state.tsx'
import { Time } from '../time.tsx'
import { AttemptLine } from './attempt-line.tsx'
import { curlOf, headersOf } from './model/request.ts'
import type { DeliverySearch } from './model/search.ts'
import type { Webhook } from './model/webhook-state.ts'
import { type Attempt, afterWords, attemptWords, deliveryKinds, nextWords } from './model/words.ts'
import { type WebhookOutput, webhookCalls } from './webhook-calls.ts'

type DeliveryWithBody = WebhookOutput<'getDelivery'>

export default function DeliveryPanel({
  webhook,
  deliveryId,
  search,
}: {
  webhook: Webhook
  deliveryId: string
  search: DeliverySearch
}) {
  const { webhookId } = webhook
  const live = webhookCalls.useLive(
    'getDelivery',
    { path: { webhookId, deliveryId } },
    { isMoving: ({ state }) => state === 'pending' || state === 'held' },
  )
  const isMoving = live.data?.state === 'pending' || live.data?.state === 'held'
  const attempts = webhookCalls.useList(
    'listAttempts',
    { path: { webhookId }, query: { deliveryId } },
    ({ attempts }) => attempts,
    {
      everyMs: isMoving ? 1_000 : 30_000,
    },
  )
  return (
    <SidePanel
      title={live.data?.event ?? 'Delivery'}
      subject={deliveryId}
      close={
        <Link
          className="button"
          data-kind="quiet"
          to="/webhooks/$webhookId/deliveries/{-$deliveryId}"
          params={{ webhookId }}
          search={search}
          resetScroll={false}
        >
          Close
        </Link>
      }
    >
      <Shown live={live}>
        {(delivery) => (
          <>
            <DeliveryFacts delivery={delivery} webhook={webhook} />
            <Resend delivery={delivery} webhook={webhook} />
            <Shown live={attempts}>
              {(newestFirst) => (
                <>
                  <Attempts attempts={[...newestFirst].reverse()} delivery={delivery} webhook={webhook} />
                  {attempts.more && (
                    <Button size="small" busy={attempts.more.isLoading} onClick={attempts.more.onMore}>
                      Load earlier attempts
                    </Button>
                  )}
                  <Request delivery={delivery} webhook={webhook} last={newestFirst[0]} />
                </>
              )}
            </Shown>
          </>
        )}
      </Shown>
    </SidePanel>
  )
}

const DeliveryFacts = ({ delivery, webhook }: { delivery: DeliveryWithBody; webhook: Webhook }) => (
  <Facts
    facts={[
      [
        'State',
        <State key="state" kind={deliveryKinds[delivery.state]}>
          {delivery.state}
        </State>,
      ],
      ['Next', <Next key="next" delivery={delivery} webhook={webhook} />],
      ['Created', <Time key="made" at={delivery.madeAt} form="full" />],
      [
        'Delivery',
        <span key="id" className="whk-line">
          <code>{delivery.deliveryId}</code> <Copy text={delivery.deliveryId} what="delivery id" />
        </span>,
      ],
    ]}
  />
)

const Next = ({ delivery, webhook }: { delivery: DeliveryWithBody; webhook: Webhook }) => (
  <>
    {nextWords(delivery, webhook)}
    {delivery.state === 'pending' && delivery.nextAttemptAt !== null && (
      <>
        {' '}
        Next at <Time at={delivery.nextAttemptAt} form="clock" />.
      </>
    )}
  </>
)

function Resend({ delivery, webhook }: { delivery: DeliveryWithBody; webhook: Webhook }) {
  const { webhookId, enabled } = webhook
  const { deliveryId, state, redactedAt } = delivery
  const [isAsking, setAsking] = useState(false)
  const resend = useAct(() => webhookCalls.call('resendDelivery', { path: { webhookId, deliveryId } }), {
    done: 'Delivery sent again',
    onDone: () => setAsking(false),
  })
  const why =
    redactedAt !== null
      ? 'A person was erased from it, so it cannot be sent.'
      : !enabled
        ? 'Enable the webhook first.'
        : state === 'pending' || state === 'held'
          ? 'It is still on its way.'
          : undefined
  return (
    <>
      <div className="buttons">
        <Button
          icon="reload"
          busy={resend.busy}
          why={why}
          onClick={() => (state === 'succeeded' ? setAsking(true) : resend.run(undefined))}
        >
          Resend the delivery
        </Button>
      </div>
      {resend.error !== null && <Notice kind="bad">{troubleOf(resend.error).message}</Notice>}
      {isAsking && (
        <Confirm
          title="Send it again?"
          act="Resend the delivery"
          busy={resend.busy}
          onAct={() => resend.run(undefined)}
          onClose={() => setAsking(false)}
        >
          <p>The receiver has it already. It gets the same body under the same id again, and should recognise it.</p>
        </Confirm>
      )}
    </>
  )
}

function Attempts({
  attempts,
  delivery,
  webhook,
}: {
  attempts: readonly Attempt[]
  delivery: DeliveryWithBody
  webhook: Webhook
}) {
  if (attempts.length === 0) return <p className="muted">No attempt has been made.</p>
  return (
    <section className="section" aria-label="Attempts">
      <h3>Attempts</h3>
      <AttemptLine attempts={attempts} />
      <ol className="whk-attempts">
        {attempts.map((attempt, i) => (
          <li key={attempt.attempt} data-outcome={attempt.outcome}>
            <span className="whk-line">
              <strong>Attempt {attempt.attempt}</strong>
              <State kind={attempt.outcome === 'succeeded' ? 'good' : 'bad'}>{attempt.status ?? attempt.error}</State>
              <span className="muted">
                <Time at={attempt.at} form="clock" /> · {formatMs(attempt.durationMs)}
              </span>
            </span>
            <span>{attemptWords(attempt)}</span>
            <span className="muted">{afterWords(attempt, attempts[i + 1], delivery, webhook)}</span>
            <ResponseText attempt={attempt} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function ResponseText({
  attempt: { answer, redactedAt, attempt },
}: {
  attempt: Pick<Attempt, 'answer' | 'redactedAt' | 'attempt'>
}) {
  if (redactedAt !== null) return <span className="muted">The response was erased with a person named in it.</span>
  if (answer === null) return null
  if (answer === '') return <span className="muted">The response had no body.</span>
  return (
    <details>
      <summary>Response, at most its first 4 kB</summary>
      <Code text={answer} what={`response to attempt ${attempt}`} />
    </details>
  )
}

/** What was sent. Signatures are made for each attempt and not kept. */
function Request({
  delivery,
  webhook,
  last,
}: {
  delivery: DeliveryWithBody
  webhook: Webhook
  last: Attempt | undefined
}) {
  if (delivery.body === null) return <p className="muted">The body was erased with a person named in it.</p>
  const headers = headersOf(delivery, last)
  return (
    <section className="section" aria-label="Request">
      <h3>Request</h3>
      <p className="muted small">
        {webhook.hasSecret
          ? 'As sent, but for X-Service-Signature and webhook-signature: they are made for each attempt and not kept.'
          : 'As sent. The webhook has no secret, so nothing is signed.'}
      </p>
      <Code text={`POST ${webhook.url}\n${headers.join('\n')}\n\n${delivery.body}`} what="request" />
      <details>
        <summary>As curl, unsigned</summary>
        <Code text={curlOf(webhook.url, headers, delivery.body)} what="curl command" />
      </details>
    </section>
  )
}
