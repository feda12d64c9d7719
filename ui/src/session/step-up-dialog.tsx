import { type FormEvent, useState } from 'react'
import { troubleOf, useAct } from '../api/api.ts'
import { account } from '../app/app.ts'
import { Button } from '../button.tsx'
import { Dialog, DialogFoot } from '../dialog.tsx'
import { TextField } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { KnownAccount } from './known-account.tsx'
import { isFactorNeeded, SecondFactorField, useSecondFactor } from './second-factor-field.tsx'
import { useSession } from './session-context.ts'

/** Asks for the password again. */
export default function StepUpDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const { user } = useSession()
  const [password, setPassword] = useState('')
  const factor = useSecondFactor()
  const prove = useAct(() => factor.watch(account.call('stepUp', { body: { password, ...factor.given } })), {
    onDone: () => onEnd(true),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    prove.run(undefined)
  }
  if (!user.hasPassword) {
    return (
      <Dialog title="Confirm that it is you" onClose={() => onEnd(false)}>
        <p>
          You signed in by a link and have no password yet. Sign in by a new link, then choose a password under
          Settings, Security.
        </p>
        <DialogFoot>
          <Button onClick={() => onEnd(false)}>Close</Button>
        </DialogFoot>
      </Dialog>
    )
  }
  return (
    <Dialog title="Confirm that it is you" onClose={() => onEnd(false)}>
      <p>This needs your password. For ten minutes you will not be asked again.</p>
      <form className="form" onSubmit={submit}>
        {prove.error !== null && !isFactorNeeded(prove.error) && (
          <div role="alert">
            <Notice kind="bad">{troubleOf(prove.error).message}</Notice>
          </div>
        )}
        <KnownAccount email={user.email} />
        <TextField
          label={`Password of ${user.email}`}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <SecondFactorField factor={factor} />
        <DialogFoot>
          <Button onClick={() => onEnd(false)}>Cancel</Button>
          <Button type="submit" kind="primary" busy={prove.busy}>
            Confirm
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
