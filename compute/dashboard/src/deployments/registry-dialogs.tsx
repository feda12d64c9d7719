import { faultOf, troubleOf } from '@service/ui/api/api.ts'
import { Confirm, Dialog } from '@service/ui/dialog.tsx'
import { TextField } from '@service/ui/field.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { DialogForm } from '@service/ui/settings/dialog-form.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { useState } from 'react'
import { call, useAct } from '../api/api.ts'
import type { OpenLoginDialog, RegistryLogin } from './model/registry-login.ts'

/** The dialogs of registry logins, loaded when one opens. */
export default function RegistryDialog({ open, onClose }: { open: OpenLoginDialog; onClose: () => void }) {
  if (open.what === 'remove') return <RemoveLogin of={open.login} onClose={onClose} />
  return <SetLogin of={open.login} onClose={onClose} />
}

function SetLogin({ of, onClose }: { of: RegistryLogin | undefined; onClose: () => void }) {
  const [registry, setRegistry] = useState(of?.registry ?? '')
  const [username, setUsername] = useState(of?.username ?? '')
  const [password, setPassword] = useState('')
  const set = useAct(
    () => call('setRegistryLogin', { path: { registry: registry.trim() }, body: { username, password } }),
    { done: ({ registry: host }) => `Images of ${host} are fetched with it from now on`, onDone: onClose },
  )
  return (
    <Dialog title={of ? `Replace the login for ${visibleText(of.registry)}` : 'Add a registry login'} onClose={onClose}>
      <DialogForm act={set} onClose={onClose} submit={of ? 'Replace the login' : 'Add the login'}>
        {of === undefined && (
          <TextField
            label="Registry"
            hint="Its host, such as ghcr.io or registry.example.com:5000. A login that it has already is replaced."
            required
            maxLength={255}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={registry}
            onChange={setRegistry}
            fault={faultOf(set.error, 'path.registry')}
          />
        )}
        <TextField
          label="User"
          required
          maxLength={255}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={username}
          onChange={setUsername}
          fault={faultOf(set.error, 'body.username')}
        />
        <TextField
          label="Password or token"
          type="password"
          hint="A token that only reads is best. It is kept encrypted, and never shown again."
          required
          maxLength={8_192}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          fault={faultOf(set.error, 'body.password')}
        />
      </DialogForm>
    </Dialog>
  )
}

function RemoveLogin({ of: { registry }, onClose }: { of: RegistryLogin; onClose: () => void }) {
  const remove = useAct(() => call('removeRegistryLogin', { path: { registry } }), {
    done: 'Registry login removed',
    onDone: onClose,
  })
  return (
    <Confirm
      title="Remove the registry login?"
      act="Remove the login"
      busy={remove.busy}
      onAct={() => remove.run(undefined)}
      onClose={onClose}
    >
      {remove.error !== null && <Notice kind="bad">{troubleOf(remove.error).message}</Notice>}
      <p className="dialog-words">
        What runs goes on running. Private images of {visibleText(registry)} are not fetched any more, also when a
        deployment moves to another hub.
      </p>
    </Confirm>
  )
}
