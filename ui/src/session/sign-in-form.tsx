import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { troubleOf, useAct } from '../api/api.ts'
import { account, thisApp } from '../app/app.ts'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { signInByPasskey } from './passkeys.ts'
import { isFactorNeeded, SecondFactorField, useSecondFactor } from './second-factor-field.tsx'
import type { Session } from './session-context.ts'
import { goToProvider } from './single-sign-on.ts'

/** E-mail address and password, or a passkey. `email` is known where a session has just ended. */
export default function SignInForm({
  email: known = '',
  onSignedIn,
}: {
  email?: string
  onSignedIn: (session: Session) => void
}) {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const factor = useSecondFactor()
  const signIn = useAct(() => factor.watch(account.call('signIn', { body: { email, password, ...factor.given } })), {
    onDone: onSignedIn,
  })
  // An address that was typed, or is known, says which of several accounts is meant.
  const byPasskey = useAct(() => signInByPasskey(email.trim()), { onDone: onSignedIn })
  const byProvider = useAct(() => goToProvider({ email: email.trim(), isAgain: false }))
  const error = byProvider.error ?? byPasskey.error ?? signIn.error
  const { SignUp } = thisApp()
  function submit(event: FormEvent): void {
    event.preventDefault()
    byPasskey.reset()
    byProvider.reset()
    signIn.run(undefined)
  }
  return (
    <form className="form" onSubmit={submit}>
      {error !== null && !isFactorNeeded(error) && (
        <div role="alert">
          <Notice kind="bad">{troubleOf(error).message}</Notice>
        </div>
      )}
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={setEmail}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
      />
      <SecondFactorField factor={factor} />
      <div className="buttons">
        <Button type="submit" kind="primary" busy={signIn.busy}>
          Sign in
        </Button>
        {canUsePasskeys() && <PasskeyButton act={byPasskey}>Sign in with a passkey</PasskeyButton>}
        <Button
          busy={byProvider.busy}
          why={email.includes('@') ? undefined : 'Single sign-on needs your e-mail address.'}
          onClick={() => byProvider.run(undefined)}
        >
          Single sign-on
        </Button>
        <Link to="/forgotten">Forgotten password</Link>
      </div>
      {SignUp && <SignUp />}
    </form>
  )
}
