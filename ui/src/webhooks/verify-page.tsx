import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { troubleOf, useAct } from '../api/api.ts'
import { Button } from '../button.tsx'
import { Code } from '../code.tsx'
import { Select } from '../field.tsx'
import { Loading, Notice } from '../notice.tsx'
import { formatMs } from '../numbers.ts'
import { Panel, Section } from '../page.tsx'
import { State } from '../state.tsx'
import type { Webhook } from './model/webhook-state.ts'
import { attemptWords } from './model/words.ts'
import { offered } from './offered.ts'
import { type WebhookOutput, webhookCalls } from './webhook-calls.ts'
import { WebhookFrame } from './webhook-frame.tsx'

const route = '/shell/webhooks/$webhookId/verify'

/** With the text of seven files. */
const Snippets = lazy(() => import('./verify-snippets.tsx'))

export function VerifyPage() {
  const { webhookId } = useParams({ from: route })
  return (
    <WebhookFrame webhookId={webhookId} title="Verify the webhook">
      {(webhook) => (
        <>
          <Prove webhook={webhook} />
          <SendTest webhook={webhook} />
          <Suspense fallback={<Loading />}>
            <Snippets />
          </Suspense>
        </>
      )}
    </WebhookFrame>
  )
}

const eventOptions = () => offered().events.map(({ kind, words }) => ({ value: kind, label: words }))
const firstKind = (): string => offered().events[0]?.kind ?? ''

function Prove({ webhook: { webhookId, enabled, hasSecret } }: { webhook: Webhook }) {
  const [event, setEvent] = useState(firstKind)
  const [proof, setProof] = useState<WebhookOutput<'proveWebhook'>>()
  const prove = useAct(() => webhookCalls.call('proveWebhook', { path: { webhookId }, body: { event } }), {
    onDone: setProof,
  })
  const why = !enabled
    ? 'Enable the webhook first.'
    : hasSecret
      ? undefined
      : 'Nothing is signed: add a secret in the settings first.'
  return (
    <Section title="Test my receiver">
      <Panel>
        <p>
          Sends an example twice: with a valid signature, then with an invalid one. A good receiver accepts the first
          with a 2xx and refuses the second, with 401 for instance.
        </p>
        <div className="whk-form">
          <Select label="Example" value={event} options={eventOptions()} onChange={setEvent} />
          <div className="buttons">
            <Button kind="primary" busy={prove.busy} why={why} onClick={() => prove.run(undefined)}>
              {prove.busy ? 'Sending 2 requests …' : 'Send 2 requests'}
            </Button>
          </div>
        </div>
        <div role="status" className="section">
          {prove.error !== null && <Notice kind="bad">{troubleOf(prove.error).message}</Notice>}
          {proof && <Proof proof={proof} />}
        </div>
      </Panel>
    </Section>
  )
}

const verdictWords: Record<string, string> = {
  proved: 'Proved.',
  'refuses-right': 'Not verified.',
  'accepts-wrong': 'Not safe.',
  'no-response': 'Not verified.',
}

const Proof = ({ proof: { verdict, message, right, wrong } }: { proof: WebhookOutput<'proveWebhook'> }) => (
  <>
    <Notice kind={verdict === 'proved' ? 'good' : 'bad'}>
      <strong>{verdictWords[verdict] ?? verdict}</strong> {message}
    </Notice>
    <div className="whk-checks">
      <CheckResult title="Valid signature" check={right} isGood={isReceived(right)} />
      <CheckResult title="Invalid signature" check={wrong} isGood={wrong.status !== null && !isReceived(wrong)} />
    </div>
  </>
)

type Check = WebhookOutput<'proveWebhook'>['right']

const isReceived = ({ status }: Check): boolean => status !== null && status >= 200 && status < 300

const CheckResult = ({ title, check, isGood }: { title: string; check: Check; isGood: boolean }) => (
  <div className="section">
    <h3>{title}</h3>
    <span className="whk-line">
      <State kind={isGood ? 'good' : 'bad'}>{check.status ?? check.error}</State>
      <span className="muted">{formatMs(check.durationMs)}</span>
    </span>
    {check.status === null && <span>{attemptWords(check)}</span>}
    <ResponseText text={check.answer} what={`response to the ${title.toLowerCase()}`} />
  </div>
)

const ResponseText = ({ text, what }: { text: string | null; what: string }) =>
  text === null || text === '' ? null : <Code text={text} what={what} />

/** Goes the way of every event, so it is in the log. */
function SendTest({ webhook: { webhookId, enabled } }: { webhook: Webhook }) {
  const [event, setEvent] = useState(firstKind)
  const [sent, setSent] = useState<string>()
  const send = useAct(() => webhookCalls.call('testWebhook', { path: { webhookId }, body: { event } }), {
    done: 'Test event sent',
    onDone: () => setSent(event),
  })
  return (
    <Section title="Send a test event">
      <Panel>
        <p>
          An example that is delivered like every event, whatever the webhook is registered for. It appears in the log.
        </p>
        <div className="whk-form">
          <Select label="Event" value={event} options={eventOptions()} onChange={setEvent} />
          <div className="buttons">
            <Button
              busy={send.busy}
              why={enabled ? undefined : 'Enable the webhook first.'}
              onClick={() => send.run(undefined)}
            >
              Send 1 test event
            </Button>
            {sent && (
              <Link to="/webhooks/$webhookId/deliveries/{-$deliveryId}" params={{ webhookId }} search={{ event: sent }}>
                See the delivery
              </Link>
            )}
          </div>
        </div>
        {send.error !== null && <Notice kind="bad">{troubleOf(send.error).message}</Notice>}
      </Panel>
    </Section>
  )
}
