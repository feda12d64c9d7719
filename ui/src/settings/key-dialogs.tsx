import { useState } from 'react'
import { faultOf, troubleOf, useAct } from '../api/api.ts'
import { type AccountOutput, account, thisApp } from '../app/app.ts'
import { Code, Secret } from '../code.tsx'
import { Confirm, Dialog } from '../dialog.tsx'
import { Checks, Choice, Select, TextField } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { useSession } from '../session/session.ts'
import { Time } from '../time.tsx'
import { DialogForm } from './dialog-form.tsx'
import type { Key, OpenKeyDialog } from './key.ts'

type NewKey = AccountOutput<'createKey'>
type Props = { of: Key; onClose: () => void }

const dayMs = 86_400_000

const expiries = [
  { value: '90', label: 'In 90 days' },
  { value: '30', label: 'In 30 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
] as const

type Preset = 'reads' | 'all' | 'chosen'

/** The dialogs of the keys, loaded when one opens. */
export default function KeyDialog({ open, onClose }: { open: OpenKeyDialog; onClose: () => void }) {
  if (open.what === 'create') return <CreateKey onClose={onClose} />
  const Chosen = { change: ChangeKey, rotate: RotateKey, revoke: RevokeKey }[open.what]
  return <Chosen of={open.key} onClose={onClose} />
}

/** The scopes that the person can give. */
function useOwnScopes() {
  const { permissions } = useSession()
  return thisApp().scopes.filter(({ scope }) => permissions.includes(scope))
}

function CreateKey({ onClose }: { onClose: () => void }) {
  const own = useOwnScopes()
  const [name, setName] = useState('')
  const [preset, setPreset] = useState<Preset>('reads')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [days, setDays] = useState<(typeof expiries)[number]['value']>('90')
  const [made, setMade] = useState<NewKey>()
  const given = {
    reads: own.map(({ scope }) => scope).filter((scope) => scope.endsWith(':read')),
    all: own.map(({ scope }) => scope),
    chosen,
  }[preset]
  const create = useAct(
    () =>
      account.call('createKey', {
        body: {
          name,
          scopes: given,
          ...(days !== '' && { expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() }),
        },
      }),
    { onDone: setMade },
  )
  if (made) return <ShowKey made={made} onClose={onClose} />
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <DialogForm act={create} onClose={onClose} submit="Create the key">
        <TextField
          label="Name"
          hint="What it is for, such as “BI export”."
          required
          maxLength={200}
          value={name}
          onChange={setName}
          fault={faultOf(create.error, 'body.name')}
        />
        <Choice<Preset>
          label="What it may do"
          value={preset}
          onChange={setPreset}
          options={[
            { value: 'reads', label: 'Read', hint: thisApp().readingHint },
            { value: 'all', label: 'Everything that keys can do', hint: 'Never more than your own role.' },
            { value: 'chosen', label: 'Selected scopes' },
          ]}
        />
        {preset === 'chosen' && <ScopeChecks value={chosen} onChange={setChosen} />}
        <Select label="Expires" options={expiries} value={days} onChange={setDays} />
      </DialogForm>
    </Dialog>
  )
}

function ScopeChecks({ value, onChange }: { value: readonly string[]; onChange: (value: readonly string[]) => void }) {
  const own = useOwnScopes()
  return (
    <Checks<string>
      label="It may"
      value={value}
      onChange={onChange}
      options={own.map(({ scope, words }) => ({ value: scope, label: words, hint: <code>{scope}</code> }))}
    />
  )
}

function ShowKey({ made: { key, secret }, onClose }: { made: NewKey; onClose: () => void }) {
  return (
    <Dialog title={`Key “${key.name}”`} onClose={() => {}}>
      <Secret secret={secret} what="key" onStored={onClose} />
      <Code
        what="command that uses the key"
        text={`curl -H "Authorization: Bearer ${secret}" \\\n  ${window.location.origin}${thisApp().tryPath(key.scopes)}`}
      />
    </Dialog>
  )
}

function ChangeKey({ of: key, onClose }: Props) {
  const [name, setName] = useState(key.name)
  const [chosen, setChosen] = useState(key.scopes)
  const change = useAct(() => account.call('changeKey', { path: { keyId: key.id }, body: { name, scopes: chosen } }), {
    done: 'Key changed',
    onDone: onClose,
  })
  return (
    <Dialog title={`Change “${key.name}”`} onClose={onClose}>
      <DialogForm act={change} onClose={onClose} submit="Save">
        <TextField label="Name" required maxLength={200} value={name} onChange={setName} />
        <ScopeChecks value={chosen} onChange={setChosen} />
      </DialogForm>
    </Dialog>
  )
}

const overlaps = [
  { value: '3600', label: 'For another hour' },
  { value: '86400', label: 'For another day' },
  { value: '0', label: 'Not at all: it ends now' },
] as const

function RotateKey({ of: key, onClose }: Props) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]['value']>('3600')
  const [made, setMade] = useState<NewKey>()
  const rotate = useAct(
    () => account.call('rotateKey', { path: { keyId: key.id }, body: { overlapSeconds: Number(overlap) } }),
    { onDone: setMade },
  )
  if (made) return <ShowKey made={made} onClose={onClose} />
  return (
    <Dialog title={`Rotate “${key.name}”`} onClose={onClose}>
      <DialogForm act={rotate} onClose={onClose} submit="Create the new key">
        <p>A new key with the same name and scopes replaces it. Deploy it before the old one ends.</p>
        <Choice label="The old key stays valid" value={overlap} onChange={setOverlap} options={overlaps} />
      </DialogForm>
    </Dialog>
  )
}

function RevokeKey({ of: key, onClose }: Props) {
  const revoke = useAct(() => account.call('revokeKey', { path: { keyId: key.id } }), {
    done: 'Key revoked',
    onDone: onClose,
  })
  return (
    <Confirm
      title={`Revoke “${key.name}”?`}
      act="Revoke the key"
      busy={revoke.busy}
      onAct={() => revoke.run(undefined)}
      onClose={onClose}
    >
      {revoke.error !== null && <Notice kind="bad">{troubleOf(revoke.error).message}</Notice>}
      <p>
        It is refused everywhere within a second, and this cannot be undone. It was{' '}
        {key.lastUsedAt === null ? (
          'never used.'
        ) : (
          <>
            last used <Time at={key.lastUsedAt} form="ago" />.
          </>
        )}
      </p>
    </Confirm>
  )
}
