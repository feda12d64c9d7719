import { useState } from 'react'
import { faultOf, troubleOf, useAct } from '../api/api.ts'
import { type AccountOutput, account } from '../app/app.ts'
import { Secret } from '../code.tsx'
import { Confirm, Dialog } from '../dialog.tsx'
import { Choice, TextField } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { useSession } from '../session/session.ts'
import { Time } from '../time.tsx'
import { DialogForm } from './dialog-form.tsx'
import type { Member, OpenMemberDialog } from './member.ts'
import { rolesUpTo } from './roles.ts'

type NewLink = AccountOutput<'createMemberLink'>['link']
type Props = { of: Member; onClose: () => void }

/** The dialogs about people, loaded when one opens. */
export default function MemberDialog({ open, onClose }: { open: OpenMemberDialog; onClose: () => void }) {
  if (open.what === 'invite') return <Invite onClose={onClose} />
  const Chosen = { change: ChangeMember, link: MakeLink, sessions: EndSessions, remove: RemoveMember }[open.what]
  return <Chosen of={open.member} onClose={onClose} />
}

function Invite({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState('viewer')
  const [link, setLink] = useState<NewLink>()
  const invite = useAct(() => account.call('inviteMember', { body: { email, name, role } }), {
    onDone: (invitation) => setLink(invitation.link),
  })
  if (link) return <ShowLink name={name} link={link} onClose={onClose} />
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <DialogForm act={invite} onClose={onClose} submit="Create the invitation">
        <TextField
          label="E-mail address"
          type="email"
          required
          value={email}
          onChange={setEmail}
          fault={faultOf(invite.error, 'body.email')}
        />
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={setName}
          fault={faultOf(invite.error, 'body.name')}
        />
        <RoleChoice value={role} onChange={setRole} />
      </DialogForm>
    </Dialog>
  )
}

function RoleChoice({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const { role } = useSession()
  return (
    <Choice<string>
      label="Role"
      value={value}
      onChange={onChange}
      options={rolesUpTo(role).map((one) => ({ value: one.role, label: one.role, hint: one.words }))}
    />
  )
}

function ShowLink({
  name,
  link: { kind, link, expiresAt },
  onClose,
}: {
  name: string
  link: NewLink
  onClose: () => void
}) {
  return (
    <Dialog title={kind === 'invitation' ? `Invitation for ${name}` : `Link for ${name}`} onClose={() => {}}>
      <p>
        Give this link to {name} only. It works once, until <Time at={expiresAt} />.
      </p>
      <Secret secret={link} what="link" onStored={onClose} />
    </Dialog>
  )
}

function ChangeMember({ of: member, onClose }: Props) {
  const [name, setName] = useState(member.name)
  const [role, setRole] = useState(member.role)
  const change = useAct(() => account.call('changeMember', { path: { userId: member.id }, body: { name, role } }), {
    done: `${member.name} changed`,
    onDone: onClose,
  })
  return (
    <Dialog title={`Change ${member.name}`} onClose={onClose}>
      <DialogForm act={change} onClose={onClose} submit="Save">
        <TextField label="Name" required maxLength={200} value={name} onChange={setName} />
        <RoleChoice value={role} onChange={setRole} />
        <p className="small muted">Changing the role signs the person out everywhere.</p>
      </DialogForm>
    </Dialog>
  )
}

function MakeLink({ of: member, onClose }: Props) {
  const [link, setLink] = useState<NewLink>()
  const make = useAct(() => account.call('createMemberLink', { path: { userId: member.id } }), {
    onDone: (made) => setLink(made.link),
  })
  if (link) return <ShowLink name={member.name} link={link} onClose={onClose} />
  return (
    <Dialog title={`A link for ${member.name}`} onClose={onClose}>
      <DialogForm act={make} onClose={onClose} submit="Create the link">
        <p>
          {member.status === 'invited'
            ? 'The link lets them choose a password and sign in. It replaces the previous link.'
            : 'The link lets them choose a new password, which signs them out everywhere.'}
        </p>
      </DialogForm>
    </Dialog>
  )
}

function EndSessions({ of: member, onClose }: Props) {
  const end = useAct(() => account.call('endMemberSessions', { path: { userId: member.id } }), {
    done: `${member.name} is signed out`,
    onDone: onClose,
  })
  return (
    <Confirm
      title={`Sign ${member.name} out everywhere?`}
      act="Sign out everywhere"
      busy={end.busy}
      onAct={() => end.run(undefined)}
      onClose={onClose}
    >
      {end.error !== null && <Notice kind="bad">{troubleOf(end.error).message}</Notice>}
      <p>Their sessions end at once. They can sign in again.</p>
    </Confirm>
  )
}

function RemoveMember({ of: member, onClose }: Props) {
  const remove = useAct(() => account.call('removeMember', { path: { userId: member.id } }), {
    done: `${member.name} removed`,
    onDone: onClose,
  })
  return (
    <Confirm
      title={`Remove ${member.name}?`}
      act="Remove"
      busy={remove.busy}
      onAct={() => remove.run(undefined)}
      onClose={onClose}
    >
      {remove.error !== null && <Notice kind="bad">{troubleOf(remove.error).message}</Notice>}
      <p>They are signed out at once and cannot return without an invitation. Keys that they created stay valid.</p>
    </Confirm>
  )
}
