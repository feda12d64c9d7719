import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

type DialogProps = {
  title: string
  children: ReactNode
  /** Called when it is to be closed: by Esc, or by a button of its own. */
  onClose: () => void
}

/** A modal `<dialog>`. It is open as long as it is rendered; the focus goes back to where it was. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const { current } = dialog
    const before = document.activeElement
    current?.showModal()
    return () => {
      current?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog-content">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

export const DialogFoot = ({ children }: { children: ReactNode }) => <div className="dialog-foot">{children}</div>

/** Asks before what cannot be undone. `act` says what is done, and to how many: "Revoke the key". */
export const Confirm = ({
  title,
  children,
  act,
  busy,
  onAct,
  onClose,
}: DialogProps & { act: string; busy: boolean; onAct: () => void }) => (
  <Dialog title={title} onClose={onClose}>
    {children}
    <DialogFoot>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="danger" busy={busy} onClick={onAct}>
        {act}
      </Button>
    </DialogFoot>
  </Dialog>
)
