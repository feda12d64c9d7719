import { type FormEvent, useEffect, useState } from 'react'
import { Refusal, troubleOf, useAct } from '../api/api.ts'
import { type AccountOutput, account, enterDemo, thisApp } from '../app/app.ts'
import { Button } from '../button.tsx'
import { Field, TextField } from '../field.tsx'
import { Loading, Notice } from '../notice.tsx'
import { Outside } from './outside.tsx'

type Kind = 'enter' | 'invitation' | 'reset'
type Link = AccountOutput<'showAccountLink'>

const titles = { enter: 'Sign in', invitation: 'Your invitation', reset: 'Choose a new password' } as const

export const EnterPage = () => <LinkPage kind="enter" />
export const InvitationPage = () => <LinkPage kind="invitation" />
export const ResetPage = () => <LinkPage kind="reset" />

/**
 * What a link leads to: the entry to the demo is used at once, an invitation and a reset ask for a password. The secret is
 * read from behind the `#` and taken out of the address, so that it stays in no history.
 */
function LinkPage({ kind }: { kind: Kind }) {
  const [token] = useState(takeToken)
  const [link, setLink] = useState<Link>()
  const show = useAct((given: string) => account.call('showAccountLink', { body: { token: given } }), {
    onDone: setLink,
  })
  const enter = useAct(enterDemo, { onDone: goOn })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is used once
  useEffect(() => {
    if (token !== '') (kind === 'enter' ? enter : show).run(token)
  }, [])
  const error = kind === 'enter' ? enter.error : show.error
  if (token === '' || error !== null) {
    return (
      <Outside title={titles[kind]}>
        <div role="alert">
          <Notice kind="bad">
            {token === '' ? 'This link is incomplete. Open it exactly as you received it.' : troubleOf(error).message}
          </Notice>
        </div>
        <p>
          <a href={`${thisApp().path}/`}>Go to the sign-in</a>
        </p>
      </Outside>
    )
  }
  return (
    <Outside title={titles[kind]} note={link && `For ${link.name}, ${link.role} of ${link.company.name}.`}>
      {link ? <PasswordForm link={link} token={token} /> : <Loading label="Checking the link …" />}
    </Outside>
  )
}

function PasswordForm({ link: { kind, email }, token }: { link: Link; token: string }) {
  const [password, setPassword] = useState('')
  const [saved, setSaved] = useState(false)
  const save = useAct(
    async () => {
      if (kind === 'reset') await account.call('resetPassword', { body: { token, password } })
      else await account.call('acceptInvitation', { body: { token, password } })
    },
    { onDone: kind === 'reset' ? () => setSaved(true) : goOn },
  )
  function submit(event: FormEvent): void {
    event.preventDefault()
    save.run(undefined)
  }
  if (saved) {
    return (
      <div role="status">
        <Notice kind="good">
          Your password is saved, and you are signed out everywhere. <a href={`${thisApp().path}/`}>Sign in with it</a>.
        </Notice>
      </div>
    )
  }
  const fault = save.error instanceof Refusal ? save.error.details[0]?.message : undefined
  return (
    <form className="form" onSubmit={submit}>
      {save.error !== null && fault === undefined && (
        <div role="alert">
          <Notice kind="bad">{troubleOf(save.error).message}</Notice>
        </div>
      )}
      <Field label="E-mail address">
        {(props) => <input {...props} type="email" autoComplete="username" readOnly value={email} />}
      </Field>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={256}
        required
        hint="At least 12 characters. Several unrelated words work best."
        fault={fault === undefined ? undefined : `The password ${fault}.`}
        value={password}
        onChange={setPassword}
      />
      <div className="buttons">
        <Button type="submit" kind="primary" busy={save.busy}>
          Save the password
        </Button>
      </div>
    </form>
  )
}

function takeToken(): string {
  const token = window.location.hash.slice(1)
  if (token !== '') window.history.replaceState(null, '', window.location.pathname)
  return token
}

/** Loaded as a new page: nothing of the link stays in memory. */
function goOn(): void {
  window.location.replace(`${thisApp().path}/`)
}
