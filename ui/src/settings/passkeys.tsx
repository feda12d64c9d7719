import { useState } from 'react'
import { faultOf, Shown, troubleOf, useAct } from '../api/api.ts'
import { type AccountOutput, account } from '../app/app.ts'
import { Button } from '../button.tsx'
import { Confirm, Dialog } from '../dialog.tsx'
import { TextField } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { Section } from '../page.tsx'
import { addPasskey, canUsePasskeys } from '../session/session.ts'
import { Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { browserName } from './browser-name.ts'
import { DialogForm } from './dialog-form.tsx'

type List = AccountOutput<'listPasskeys'>
type Passkey = List['passkeys'][number]
type Open = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** Keys of the person's devices, in place of the password. */
export function Passkeys() {
  const live = account.useLive('listPasskeys', {})
  return (
    <Section title="Passkeys">
      <Shown live={live}>{(list) => <Content list={list} />}</Shown>
    </Section>
  )
}

function Content({ list: { passkeys, unavailable } }: { list: List }) {
  const [open, setOpen] = useState<Open>()
  const why = unavailable ?? (canUsePasskeys() ? undefined : 'This browser has no passkeys.')
  return (
    <>
      {passkeys.length === 0 ? (
        <p className="muted">
          None. A passkey signs you in by your finger, your face or a PIN, in place of the password. It cannot be learnt
          or guessed by others, and works at this address alone.
        </p>
      ) : (
        <PasskeyTable passkeys={passkeys} onOpen={setOpen} />
      )}
      {why === undefined ? (
        <div className="buttons">
          <Button icon="plus" onClick={() => setOpen({ what: 'add' })}>
            Add a passkey
          </Button>
        </div>
      ) : (
        <Notice>{why}</Notice>
      )}
      {open?.what === 'add' && <Add onClose={() => setOpen(undefined)} />}
      {open?.what === 'rename' && <Rename passkey={open.passkey} onClose={() => setOpen(undefined)} />}
      {open?.what === 'remove' && <Remove passkey={open.passkey} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const PasskeyTable = ({ passkeys, onOpen }: { passkeys: readonly Passkey[]; onOpen: (open: Open) => void }) => (
  <Table
    caption="Your passkeys"
    captionHidden
    rows={passkeys}
    keyOf={({ id }) => id}
    columns={[
      {
        head: 'Name',
        cell: ({ name, isSynced, isUsable }) => (
          <>
            {name}
            <div className="small muted">
              {isSynced ? 'kept by a password manager' : 'on one device'}
              {!isUsable && ', for another address of this service'}
            </div>
          </>
        ),
      },
      { head: 'Added', only: 'wide', cell: ({ createdAt }) => <Time at={createdAt} /> },
      {
        head: 'Last used',
        only: 'wide',
        nowrap: true,
        cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'not yet' : <Time at={lastUsedAt} form="ago" />),
      },
      {
        head: 'Action',
        align: 'end',
        cell: (passkey) => (
          <div className="buttons">
            <Button
              size="small"
              onClick={() => onOpen({ what: 'rename', passkey })}
              aria-label={`Rename ${passkey.name}`}
            >
              Rename
            </Button>
            <Button
              size="small"
              onClick={() => onOpen({ what: 'remove', passkey })}
              aria-label={`Remove ${passkey.name}`}
            >
              Remove
            </Button>
          </div>
        ),
      },
    ]}
  />
)

function Add({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(browserName(navigator.userAgent))
  const add = useAct(() => addPasskey(name), { done: 'Passkey added', onDone: onClose })
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <p>Your browser asks where to keep it: on this device, on your phone, or on a security key.</p>
      <DialogForm act={add} onClose={onClose} submit="Add it">
        <Name name={name} onChange={setName} fault={faultOf(add.error, 'body.name')} />
      </DialogForm>
    </Dialog>
  )
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useAct(() => account.call('renamePasskey', { path: { passkeyId: passkey.id }, body: { name } }), {
    done: 'Passkey renamed',
    onDone: onClose,
  })
  return (
    <Dialog title={`Rename ${passkey.name}`} onClose={onClose}>
      <DialogForm act={rename} onClose={onClose} submit="Save">
        <Name name={name} onChange={setName} fault={faultOf(rename.error, 'body.name')} />
      </DialogForm>
    </Dialog>
  )
}

const Name = ({
  name,
  onChange,
  fault,
}: {
  name: string
  onChange: (name: string) => void
  fault?: string | undefined
}) => (
  <TextField
    label="Name"
    required
    maxLength={200}
    hint="By which you know it in the list."
    value={name}
    onChange={onChange}
    fault={fault}
  />
)

function Remove({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useAct(() => account.call('removePasskey', { path: { passkeyId: id } }), {
    done: 'Passkey removed',
    onDone: onClose,
  })
  return (
    <Confirm
      title={`Remove ${name}?`}
      act="Remove it"
      busy={remove.busy}
      onAct={() => remove.run(undefined)}
      onClose={onClose}
    >
      {remove.error !== null && <Notice kind="bad">{troubleOf(remove.error).message}</Notice>}
      <p>Nobody signs in with it any more. Delete it on the device, too: the browser may offer it still.</p>
    </Confirm>
  )
}
