import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '../api/api.ts'
import { Button } from '../button.tsx'
import { Confirm } from '../dialog.tsx'
import { shortUrl, type Webhook } from './model/webhook-state.ts'
import { webhookCalls } from './webhook-calls.ts'

/** Disabling the webhook, and deleting it. */
export default function Ending({ webhook: { webhookId, url, enabled } }: { webhook: Webhook }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'disable' | 'delete'>()
  const close = () => setAsked(undefined)
  const disable = useAct(() => webhookCalls.call('changeWebhook', { path: { webhookId }, body: { enabled: false } }), {
    done: 'Webhook disabled',
    onDone: close,
  })
  const remove = useAct(() => webhookCalls.call('deleteWebhook', { path: { webhookId } }), {
    done: 'Webhook deleted',
    onDone: () => void navigate({ to: '/webhooks' }),
  })
  return (
    <>
      <p>
        Disabling cancels pending deliveries; they can be sent again once the webhook is enabled. Deleting also deletes
        the log of its deliveries.
      </p>
      <div className="buttons">
        {enabled && <Button onClick={() => setAsked('disable')}>Disable the webhook …</Button>}
        <Button kind="danger" onClick={() => setAsked('delete')}>
          Delete the webhook …
        </Button>
      </div>
      {asked === 'disable' && (
        <Confirm
          title="Disable the webhook?"
          act="Disable the webhook"
          busy={disable.busy}
          onAct={() => disable.run(undefined)}
          onClose={close}
        >
          <p>
            Nothing is sent to {shortUrl(url)} until it is enabled again, and events in the meantime are not stored for
            it.
          </p>
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm
          title="Delete the webhook?"
          act="Delete the webhook"
          busy={remove.busy}
          onAct={() => remove.run(undefined)}
          onClose={close}
        >
          <p>
            Nothing more is sent to {shortUrl(url)}, and its deliveries can no longer be read. This cannot be undone.
          </p>
        </Confirm>
      )}
    </>
  )
}
