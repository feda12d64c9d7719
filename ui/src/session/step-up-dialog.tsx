import { type FormEvent, useState } from 'react'
import { troubleOf, useAct } from '../api/api.ts'
import { account } from '../app/app.ts'
import { Button } from '../button.tsx'
import { Dialog, DialogFoot } from '../dialog.tsx'
import { TextField } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { KnownAccount } from './known-account.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { proveByPasskey } from './passkeys.ts'
import { isFactorNeeded, SecondFactorField, useSecondFactor } from './second-factor-field.tsx'
import { useSession } from './session-context.ts'
import { goToProvider } from './single-sign-on.ts'

/** Asks for the password again. */
export default function StepUpDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const { user } = useSession()
  const [password, setPassword] = useState('')
  const factor = useSecondFactor()
  const prove = useAct(() => factor.watch(account.call('stepUp', { body: { password, ...factor.given } })), {
    onDone: () => onEnd(true),
  })
  const byPasskey = useAct(proveByPasskey, { onDone: () => onEnd(true) })
  const again = useAct(() => goToProvider({ email: user.email, isAgain: true }))
  const mayUsePasskey = user.hasPasskey && canUsePasskeys()
  const error = prove.error ?? byPasskey.error
  function submit(event: FormEvent): void {
    event.preventDefault()
    prove.run(undefined)
  }
  if (!user.hasPassword && !mayUsePasskey) {
    return (
      <Dialog title="Confirm that it is you" onClose={() => onEnd(false)}>
        {again.error !== null && <Notice kind="bad">{troubleOf(again.error).message}</Notice>}
        <p>
          You have no password. If your company has single sign-on, sign in there again: you come back to this screen.
          If you signed in by a link, ask for a new one, then choose a password under Settings, Security.
        </p>
        <DialogFoot>
          <Button onClick={() => onEnd(false)}>Close</Button>
          <Button kind="primary" busy={again.busy} onClick={() => again.run(undefined)}>
            Sign in again
          </Button>
        </DialogFoot>
      </Dialog>
    )
  }
  return (
    <Dialog title="Confirm that it is you" onClose={() => onEnd(false)}>
      <p>
        {user.hasPassword ? 'This needs your password' : 'This needs your passkey'}
        {user.hasPassword && mayUsePasskey && ' or your passkey'}. For ten minutes you will not be asked again.
      </p>
      <form className="form" onSubmit={submit}>
        {error !== null && !isFactorNeeded(error) && (
          <div role="alert">
            <Notice kind="bad">{troubleOf(error).message}</Notice>
          </div>
        )}
        <KnownAccount email={user.email} />
        {user.hasPassword && (
          <>
            <TextField
              label={`Password of ${user.email}`}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={setPassword}
            />
            <SecondFactorField factor={factor} />
          </>
        )}
        <DialogFoot>
          <Button onClick={() => onEnd(false)}>Cancel</Button>
          {mayUsePasskey && (
            <PasskeyButton act={byPasskey} kind={user.hasPassword ? undefined : 'primary'}>
              Use a passkey
            </PasskeyButton>
          )}
          {user.hasPassword && (
            <Button type="submit" kind="primary" busy={prove.busy}>
              Confirm
            </Button>
          )}
        </DialogFoot>
      </form>
    </Dialog>
  )
}
