import { useEffect, useState } from 'react'
import { faultOf } from '../api/api.ts'
import { TextField } from '../field.tsx'
import { State } from '../state.tsx'
import { webhookCalls } from './webhook-calls.ts'

type Judgement = { for: string; url: string | null; fault: string | null }

/** Judged by the service as it is typed, in the words in which saving would refuse it. */
export function AddressField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (value: string) => void
  error: unknown
}) {
  const [judged, setJudged] = useState<Judgement>()
  useEffect(() => {
    if (value.trim() === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      webhookCalls.call('checkWebhookAddress', { body: { url: value.trim() } }, controller.signal).then(
        (output) => setJudged({ for: value, ...output }),
        () => {}, // saving judges again
      )
    }, 400)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [value])
  const known = judged?.for === value ? judged : undefined
  return (
    <div className="field">
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        value={value}
        onChange={onChange}
        hint="Where events are posted, such as https://example.com/hook."
        fault={(known?.fault && `It ${known.fault}.`) ?? faultOf(error, 'body.url')}
      />
      <span role="status" className="small">
        {known !== undefined && known.fault === null && <State kind="good">It can be called</State>}
      </span>
    </div>
  )
}
