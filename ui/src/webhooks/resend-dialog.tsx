import { useContext, useMemo, useState } from 'react'
import { troubleOf, useAct } from '../api/api.ts'
import { Button } from '../button.tsx'
import { Dialog, DialogFoot } from '../dialog.tsx'
import { Select } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { counted, formatCount } from '../numbers.ts'
import { formatTime, TimeZone } from '../time.tsx'
import { type Span, sinceTime, spanWords } from './model/search.ts'
import type { Webhook } from './model/webhook-state.ts'
import { useFailed } from './use-failed.ts'
import { webhookCalls } from './webhook-calls.ts'

type Since = Span | 'trouble'

export default function ResendDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhookId, health } = webhook
  const timeZone = useContext(TimeZone)
  const { failingSince } = health
  const [since, setSince] = useState<Since>(failingSince === null ? 'week' : 'trouble')
  const from = useMemo(
    () => (since === 'trouble' ? (failingSince ?? sinceTime('day', new Date())) : sinceTime(since, new Date())),
    [since, failingSince],
  )
  const { data: count } = useFailed(webhookId, from)
  const resend = useAct(
    () => webhookCalls.call('resendFailedDeliveries', { path: { webhookId }, body: { since: from } }),
    {
      done: (result) => `${counted(result.count, 'delivery', 'deliveries')} sent again`,
      onDone: onClose,
    },
  )
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
