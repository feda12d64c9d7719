import { troubleOf } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { TextField } from '@service/ui/field.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, useAct } from '../api/api.ts'
import { Outside } from './outside.tsx'

/** Asks for a link by which another password can be chosen. */
export function ForgottenPage() {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<string>()
  const ask = useAct(() => call('requestPasswordReset', { body: { email } }), {
    onDone: ({ message }) => setSent(message),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    ask.run(undefined)
  }
  return (
    <Outside
      title="Forgotten password"
      note="A link to choose another goes to your address, where the service sends e-mail. Where it does not, an administrator of your company can make one for you."
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
            Ask for a link
          </Button>
          <Link to="/">Sign in</Link>
        </div>
      </form>
    </Outside>
  )
}
