import { useEffect, useState } from 'react'
import { faultOf, troubleOf, useAct } from '../api/api.ts'
import { Button } from '../button.tsx'
import { Secret } from '../code.tsx'
import { Confirm, Dialog, DialogFoot } from '../dialog.tsx'
import { Select } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { State } from '../state.tsx'
import { Time } from '../time.tsx'
import type { Webhook } from './model/webhook-state.ts'
import { type SecretChoice, SecretFields } from './secret-choice.tsx'
import { webhookCalls } from './webhook-calls.ts'

const graces = [
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
  { value: '0', label: 'Not at all: the old one has leaked' },
] as const
type Grace = (typeof graces)[number]['value']

/** The secret: whether there is one, changing it, and how long the one before still signs. */
export function Rotation({ webhook }: { webhook: Webhook }) {
  const { hasSecret, previousSecretUntil } = webhook
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <p>
        {hasSecret ? (
          <State kind="good">Deliveries are signed</State>
        ) : (
          <State kind="warn">Deliveries are not signed: there is no secret</State>
        )}
      </p>
      {secret !== undefined && <Secret secret={secret} what="secret" onStored={() => setSecret(undefined)} />}
      {previousSecretUntil !== null && <Grace webhook={webhook} until={previousSecretUntil} />}
      <div className="buttons">
        <Button onClick={() => setOpen(true)}>{hasSecret ? 'Rotate the secret …' : 'Add a secret …'}</Button>
      </div>
      {isOpen && (
        <RotateDialog
          webhook={webhook}
          onClose={() => setOpen(false)}
          onRotated={(generated) => {
            setOpen(false)
            setSecret(generated)
          }}
        />
      )}
    </>
  )
}

function Grace({ webhook: { webhookId }, until }: { webhook: Webhook; until: string }) {
  const [isAsking, setAsking] = useState(false)
  const left = useSecondsUntil(until)
  const end = useAct(() => webhookCalls.call('endPreviousWebhookSecret', { path: { webhookId } }), {
    done: 'The old secret has ended',
    onDone: () => setAsking(false),
  })
  if (left <= 0) return null
  return (
    <Notice
      kind="warn"
      actions={
        <Button onClick={() => setAsking(true)} busy={end.busy}>
          End the old secret now …
        </Button>
      }
    >
      The old secret signs too until <Time at={until} form="full" />: <strong className="nowrap">{clock(left)}</strong>{' '}
      left. Give the receiver the new one by then.
      {isAsking && (
        <Confirm
          title="End the old secret now?"
          act="End the old secret"
          busy={end.busy}
          onAct={() => end.run(undefined)}
          onClose={() => setAsking(false)}
        >
          <p>A receiver that has only the old one refuses every delivery from this moment on.</p>
          {end.error !== null && <Notice kind="bad">{troubleOf(end.error).message}</Notice>}
        </Confirm>
      )}
    </Notice>
  )
}

function useSecondsUntil(at: string): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.floor((new Date(at).getTime() - now) / 1_000)
}

/** `23:59:12`, `6 d 23:59:12` */
function clock(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const part = (length: number, of: number) => String(Math.floor((seconds / length) % of)).padStart(2, '0')
  return `${days > 0 ? `${days} d ` : ''}${part(3_600, 24)}:${part(60, 60)}:${part(1, 60)}`
}

function RotateDialog({
  webhook: { webhookId, hasSecret },
  onClose,
  onRotated,
}: {
  webhook: Webhook
  onClose: () => void
  onRotated: (generated: string | undefined) => void
}) {
  const [choice, setChoice] = useState<SecretChoice>({ kind: 'generated', own: '' })
  const [grace, setGrace] = useState<Grace>('86400')
  const rotate = useAct(
    () =>
      webhookCalls.call('rotateWebhookSecret', {
        path: { webhookId },
        body: { gracePeriodSeconds: Number(grace), ...(choice.kind === 'own' && { secret: choice.own }) },
      }),
    { done: hasSecret ? 'Secret rotated' : 'Secret added', onDone: ({ secret }) => onRotated(secret) },
  )
  const { error } = rotate
  return (
    <Dialog title={hasSecret ? 'Rotate the secret' : 'Add a secret'} onClose={onClose}>
      <SecretFields choice={choice} onChange={setChoice} mayBeNone={false} fault={faultOf(error, 'body.secret')} />
      {hasSecret && (
        <Select
          label="The old secret also signs for"
          value={grace}
          options={graces}
          onChange={setGrace}
          hint="Meanwhile webhook-signature carries both; X-Service-Signature uses the new one at once."
        />
      )}
      {error !== null && faultOf(error, 'body.secret') === undefined && (
        <Notice kind="bad">{troubleOf(error).message}</Notice>
      )}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          busy={rotate.busy}
          onClick={() => rotate.run(undefined)}
          why={choice.kind === 'own' && choice.own === '' ? 'Give your secret first.' : undefined}
        >
          {hasSecret ? 'Rotate the secret' : 'Add the secret'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
