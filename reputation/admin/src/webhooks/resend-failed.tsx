import { troubleOf, useStored } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Dialog, DialogFoot } from '@service/ui/dialog.tsx'
import { Select } from '@service/ui/field.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { formatTime, TimeZone } from '@service/ui/time.tsx'
import { useContext, useMemo, useState } from 'react'
import { call, useAct } from '../api/api.ts'
import { type Span, sinceTime, spanWords } from './model/search.ts'
import type { Webhook } from './model/words.ts'

type Since = Span | 'trouble'

/** How many have failed, and the way to send them again. The count is the service's own. */
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
      {isOpen && <ResendDialog webhook={webhook} onClose={() => setOpen(false)} />}
    </>
  )
}

const useFailed = (webhookId: string, since: string) =>
  useStored(`failed ${webhookId} ${since}`, async (signal) => {
    const body = { since, preview: true }
    return (await call('resendFailedDeliveries', { path: { webhookId }, body }, signal)).count
  })

function ResendDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhookId, health } = webhook
  const timeZone = useContext(TimeZone)
  const { failingSince } = health
  const [since, setSince] = useState<Since>(failingSince === null ? 'week' : 'trouble')
  const from = useMemo(
    () => (since === 'trouble' ? (failingSince ?? sinceTime('day', new Date())) : sinceTime(since, new Date())),
    [since, failingSince],
  )
  const { data: count } = useFailed(webhookId, from)
  const resend = useAct(() => call('resendFailedDeliveries', { path: { webhookId }, body: { since: from } }), {
    done: (result) => `${counted(result.count, 'delivery', 'deliveries')} sent again`,
    onDone: onClose,
  })
  const spanOptions = (Object.keys(spanWords) as Span[]).map((value) => ({ value, label: spanWords[value] }))
  return (
    <Dialog title="Resend failed deliveries" onClose={onClose}>
      <Select<Since>
        label="Failed in"
        value={since}
        options={[
          ...(failingSince === null
            ? []
            : [
                {
                  value: 'trouble' as const,
                  label: `Since it began to fail, ${formatTime(failingSince, 'short', timeZone)}`,
                },
              ]),
          ...spanOptions,
        ]}
        onChange={setSince}
      />
      <p role="status">
        {count === undefined
          ? 'Counting …'
          : count === 0
            ? 'None failed in this time.'
            : `${counted(count, 'delivery', 'deliveries')} would be sent again, the oldest first, each with its old id and body and with new retries.`}
      </p>
      {resend.error !== null && <Notice kind="bad">{troubleOf(resend.error).message}</Notice>}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          busy={resend.busy}
          onClick={() => resend.run(undefined)}
          why={count === 0 ? 'There is nothing to send.' : undefined}
        >
          {count ? `Resend ${counted(count, 'delivery', 'deliveries')}` : `Resend ${formatCount(0)} deliveries`}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
