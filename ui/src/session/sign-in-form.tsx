import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { troubleOf, useAct } from '../api/api.ts'
import { account, thisApp } from '../app/app.ts'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'
import { Notice } from '../notice.tsx'
import type { Session } from './session-context.ts'

/** E-mail address and password. `email` is known where a session has just ended. */
export default function SignInForm({
  email: known = '',
  onSignedIn,
}: {
  email?: string
  onSignedIn: (session: Session) => void
}) {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const signIn = useAct(() => account.call('signIn', { body: { email, password } }), { onDone: onSignedIn })
  const { SignUp } = thisApp()
  function submit(event: FormEvent): void {
    event.preventDefault()
    signIn.run(undefined)
  }
  return (
    <form className="form" onSubmit={submit}>
      {signIn.error !== null && (
        <div role="alert">
          <Notice kind="bad">{troubleOf(signIn.error).message}</Notice>
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
      <div className="buttons">
        <Button type="submit" kind="primary" busy={signIn.busy}>
          Sign in
        </Button>
        <Link to="/forgotten">Forgotten password</Link>
      </div>
      {SignUp && <SignUp />}
    </form>
  )
}
