import { type FormEvent, useState } from 'react'
import { forgetResponses, useAct } from '../api/api.ts'
import { account, thisApp } from '../app/app.ts'
import { Button } from '../button.tsx'
import { Dialog, DialogFoot } from '../dialog.tsx'
import { TextField } from '../field.tsx'
import { RefusalNotice } from '../refusal.tsx'
import { KnownAccount } from './known-account.tsx'
import { useSession } from './session-context.ts'

/**
 * For a person who has an account at several companies under one address. Each has a password of its own: that an address is
 * the same proves nothing, for it is typed by those who invite. The session here ends when the other begins.
 */
export default function SwitchCompany({ onClose }: { onClose: () => void }) {
  const { user, company: current } = useSession()
  const [company, setCompany] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useAct(
    () => account.call('signIn', { body: { email: user.email, password, company: company.trim() } }),
    {
      onDone: () => {
        forgetResponses()
        window.location.assign(`${thisApp().path}/`) // nothing of the other company stays in the page
      },
    },
  )
  function submit(event: FormEvent): void {
    event.preventDefault()
    signIn.run(undefined)
  }
  return (
    <Dialog title="Switch company" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p>
          You need an account there as {user.email}. You are signed out of {current.name} here.
        </p>
        <RefusalNotice error={signIn.error} />
        <KnownAccount email={user.email} />
        <TextField
          label="Short name of the company"
          required
          maxLength={100}
          autoComplete="organization"
          spellCheck={false}
          value={company}
          onChange={setCompany}
          hint={`As its company screen shows it; here it is ${current.slug}.`}
        />
        <TextField
          label="Your password there"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={signIn.busy}>
            Go there
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
