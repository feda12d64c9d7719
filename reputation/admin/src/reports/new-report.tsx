import { faultOf } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Dialog, DialogFoot } from '@service/ui/dialog.tsx'
import { Select, TextArea } from '@service/ui/field.tsx'
import { RefusalNotice } from '@service/ui/refusal.tsx'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, useAct } from '../api/api.ts'
import { monthName, months } from './month.ts'

export default function NewReport({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate({ from: '/reports' })
  const [choices] = useState(() => months(new Date()))
  const [period, setPeriod] = useState(choices[0] ?? '')
  const [comment, setComment] = useState('')
  const make = useAct(
    () => call('createReport', { body: { period, ...(comment.trim() !== '' && { comment: comment.trim() }) } }),
    {
      done: ({ period, revision }) => `Report of ${monthName(period)}, revision ${revision}`,
      onDone: ({ reportId }) => {
        onClose()
        void navigate({ search: { report: reportId } })
      },
    },
  )
  const { error } = make
  function submit(event: FormEvent): void {
    event.preventDefault()
    make.run(undefined)
  }
  return (
    <Dialog title="Create a report" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <RefusalNotice error={error} faultsBelow />
        <Select
          label="Month"
          value={period}
          options={choices.map((value, index) => ({
            value,
            label: index === 1 ? `${monthName(value)}, so far` : monthName(value),
          }))}
          onChange={setPeriod}
          hint="If nothing has changed since the last revision, that one opens."
          fault={faultOf(error, 'body.period')}
        />
        <TextArea
          label="Comment on the first page"
          rows={4}
          maxLength={1000}
          value={comment}
          onChange={setComment}
          hint="Optional. The rest is generated from data."
          fault={faultOf(error, 'body.comment')}
        />
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={make.busy}>
            {make.busy ? 'Creating …' : 'Create the report'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
