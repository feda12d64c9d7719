import { lazy, Suspense, useMemo, useState } from 'react'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'
import { counted } from '../numbers.ts'
import { sinceTime } from './model/search.ts'
import type { Webhook } from './model/webhook-state.ts'
import { useFailed } from './use-failed.ts'

/** Fetched when it is opened. */
const ResendDialog = lazy(() => import('./resend-dialog.tsx'))

/** How many have failed, and the way to send them again. */
export function ResendFailed({ webhook }: { webhook: Webhook }) {
  const [isOpen, setOpen] = useState(false)
  const week = useMemo(() => sinceTime('week', new Date()), [])
  const { data: count = 0 } = useFailed(webhook.webhookId, week)
  if (count === 0) return null
  return (
    <>
      <Notice
        kind="warn"
        actions={
          <Button onClick={() => setOpen(true)} why={webhook.enabled ? undefined : 'Enable the webhook first.'}>
            Resend failed deliveries …
          </Button>
        }
      >
        {counted(count, 'delivery', 'deliveries')} failed in the last 7 days.
      </Notice>
      <Suspense>{isOpen && <ResendDialog webhook={webhook} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
