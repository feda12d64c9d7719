import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { troubleOf, useAct } from '../api/api.ts'
import { account } from '../app/app.ts'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { Outside } from './outside.tsx'

/** Asks for a link by which another password can be chosen. */
export function ForgottenPage() {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<string>()
  const ask = useAct(() => account.call('requestPasswordReset', { body: { email } }), {
    onDone: ({ message }) => setSent(message),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    ask.run(undefined)
  }
  return (
    <Outside
      title="Forgotten password"
      note="If the service sends e-mail, you get a link to choose a new password. If not, an administrator of your company can create one for you."
    >
      <form className="form" onSubmit={submit}>
        <div role="status">
          {sent !== undefined && <Notice kind="good">{sent}</Notice>}
          {ask.error !== null && <Notice kind="bad">{troubleOf(ask.error).message}</Notice>}
        </div>
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <div className="buttons">
          <Button type="submit" kind="primary" busy={ask.busy}>
            Request a link
          </Button>
          <Link to="/">Sign in</Link>
        </div>
      </form>
    </Outside>
  )
}
