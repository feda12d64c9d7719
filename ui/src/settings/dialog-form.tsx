import type { FormEvent, ReactNode } from 'react'
import { Refusal, troubleOf } from '../api/api.ts'
import { Button } from '../button.tsx'
import { DialogFoot } from '../dialog.tsx'
import { Notice } from '../notice.tsx'

/** A form of a dialog, with what the service refused and its two buttons. */
export function DialogForm({
  act,
  onClose,
  submit,
  children,
}: {
  act: { run: (given: undefined) => void; busy: boolean; error: unknown }
  onClose: () => void
  submit: string
  children: ReactNode
}) {
  function send(event: FormEvent): void {
    event.preventDefault()
    act.run(undefined)
  }
  return (
    <form className="form" onSubmit={send}>
      {act.error !== null && (
        <div role="alert">
          <Notice kind="bad">{messageOf(act.error)}</Notice>
        </div>
      )}
      {children}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={act.busy}>
          {submit}
        </Button>
      </DialogFoot>
    </form>
  )
}

const messageOf = (error: unknown): string =>
  error instanceof Refusal && error.details.length > 0
    ? error.details.map(({ path, message }) => `${path.replace(/^body\./, '')} ${message}`).join('; ')
    : troubleOf(error).message
