import { useParams } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { Refusal, troubleOf, useAct } from '../api/api.ts'
import { Button } from '../button.tsx'
import { ErrorSummary, Loading, Notice } from '../notice.tsx'
import { Facts, Panel, Section } from '../page.tsx'
import { Time } from '../time.tsx'
import type { Webhook } from './model/webhook-state.ts'
import { Rotation } from './rotation.tsx'
import { webhookCalls } from './webhook-calls.ts'
import { type Fields, faultsOf, fieldsOf, inputOf, WebhookFields } from './webhook-fields.tsx'
import { WebhookFrame } from './webhook-frame.tsx'

/** The last part of the screen, so nothing moves when it comes. */
const Ending = lazy(() => import('./ending.tsx'))

const route = '/shell/webhooks/$webhookId/settings'
const noFaults: readonly string[] = []

export function SettingsPage() {
  const { webhookId } = useParams({ from: route })
  return (
    <WebhookFrame webhookId={webhookId} title="Webhook settings">
      {(webhook) => (
        <>
          <Changes webhook={webhook} />
          <Section title="Secret">
            <Panel>
              <Rotation webhook={webhook} />
            </Panel>
          </Section>
          <Section title="Disable or delete">
            <Panel>
              <Suspense fallback={<Loading />}>
                <Ending webhook={webhook} />
              </Suspense>
            </Panel>
          </Section>
        </>
      )}
    </WebhookFrame>
  )
}

/** What is typed stays, whatever is fetched meanwhile. */
function Changes({ webhook }: { webhook: Webhook }) {
  const { webhookId } = webhook
  const [typed, setTyped] = useState<Fields>()
  const [missing, setMissing] = useState(noFaults)
  const fields = typed ?? fieldsOf(webhook)
  const change = useAct(() => webhookCalls.call('changeWebhook', { path: { webhookId }, body: inputOf(fields) }), {
    done: 'Webhook changed',
    onDone: () => setTyped(undefined),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    const faults = faultsOf(fields)
    setMissing(faults)
    if (faults.length === 0) change.run(undefined)
  }
  const { error } = change
  const hasDetails = error instanceof Refusal && error.details.length > 0
  return (
    <Section title="What is sent where">
      <form className="whk-form" onSubmit={submit} noValidate>
        <ErrorSummary faults={missing} />
        {error !== null && (
          <Notice kind="bad">{hasDetails ? 'Not changed: see the errors below.' : troubleOf(error).message}</Notice>
        )}
        <WebhookFields fields={fields} onChange={setTyped} error={error} />
        <div className="buttons">
          <Button
            kind="primary"
            type="submit"
            busy={change.busy}
            why={typed === undefined ? 'Nothing has been changed.' : undefined}
          >
            Save the changes
          </Button>
          {typed !== undefined && <Button onClick={() => setTyped(undefined)}>Discard</Button>}
        </div>
      </form>
      <Facts
        facts={[
          ['Webhook', <code key="id">{webhookId}</code>],
          ['Registered', <Time key="made" at={webhook.createdAt} form="full" />],
          ['Last changed', <Time key="changed" at={webhook.updatedAt} form="full" />],
        ]}
      />
    </Section>
  )
}
