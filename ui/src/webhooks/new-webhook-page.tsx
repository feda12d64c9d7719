import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { faultOf, Refusal, troubleOf, useAct } from '../api/api.ts'
import { Button } from '../button.tsx'
import { Secret } from '../code.tsx'
import { ErrorSummary, Notice } from '../notice.tsx'
import { Page, Section } from '../page.tsx'
import { type SecretChoice, SecretFields } from './secret-choice.tsx'
import { webhookCalls } from './webhook-calls.ts'
import { type Fields, faultsOf, inputOf, noFields, WebhookFields } from './webhook-fields.tsx'
import './webhooks.css'

const noFaults: readonly string[] = []

/** Registers one, shows its secret once, and leads on to proving the receiver. */
export function NewWebhookPage() {
  const [fields, setFields] = useState<Fields>(noFields)
  const [secret, setSecret] = useState<SecretChoice>({ kind: 'generated', own: '' })
  const [missing, setMissing] = useState(noFaults)
  const [made, setMade] = useState<{ webhookId: string; secret: string }>()
  const navigate = useNavigate()
  const goOn = (webhookId: string) => void navigate({ to: '/webhooks/$webhookId/verify', params: { webhookId } })
  const create = useAct(
    () =>
      webhookCalls.call('createWebhook', {
        body: {
          ...inputOf(fields),
          ...(secret.kind === 'generated' && { generateSecret: true }),
          ...(secret.kind === 'own' && { secret: secret.own }),
        },
      }),
    {
      done: 'Webhook registered',
      onDone: ({ webhookId, secret }) => (secret === undefined ? goOn(webhookId) : setMade({ webhookId, secret })),
    },
  )
  function submit(event: FormEvent): void {
    event.preventDefault()
    const faults = [
      ...faultsOf(fields),
      ...(secret.kind === 'own' && secret.own === '' ? ['Give your secret, or choose another way.'] : []),
    ]
    setMissing(faults)
    if (faults.length === 0) create.run(undefined)
  }
  const { error } = create
  const hasDetails = error instanceof Refusal && error.details.length > 0
  return (
    <Page title="Register a webhook" note="An address to which the service posts events as they happen.">
      {made ? (
        <Section title="Secret">
          <div className="whk-form">
            <p>
              Your receiver uses it to verify that requests come from this service. Store it there; next you can test
              the receiver.
            </p>
            <Secret secret={made.secret} what="secret" onStored={() => goOn(made.webhookId)} />
          </div>
        </Section>
      ) : (
        <form className="whk-form" onSubmit={submit} noValidate>
          <ErrorSummary faults={missing} />
          {error !== null && (
            <Notice kind="bad">
              {hasDetails ? 'Not registered: see the errors below.' : troubleOf(error).message}
            </Notice>
          )}
          <WebhookFields fields={fields} onChange={setFields} error={error} />
          <SecretFields choice={secret} onChange={setSecret} mayBeNone fault={faultOf(error, 'body.secret')} />
          <div className="buttons">
            <Button kind="primary" type="submit" busy={create.busy}>
              Register the webhook
            </Button>
            <Link className="button" to="/webhooks">
              Cancel
            </Link>
          </div>
        </form>
      )}
    </Page>
  )
}
