import { lazy, Suspense, useState } from 'react'
import { Shown, Updated } from '../api/api.ts'
import { account } from '../app/app.ts'
import { Button } from '../button.tsx'
import { Menu, MenuButton } from '../menu.tsx'
import { Page } from '../page.tsx'
import { useSession } from '../session/session.ts'
import { State } from '../state.tsx'
import { type Column, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import type { Member, OpenMemberDialog } from './member.ts'

const MemberDialog = lazy(() => import('./member-dialogs.tsx'))

export function MembersPage() {
  const { user } = useSession()
  const list = account.useList('listMembers', {}, ({ members }) => members)
  const [open, setOpen] = useState<OpenMemberDialog>()
  return (
    <Page
      title="People"
      note="Who may sign in to the company, and what each person may do. The audit and keys keep the names of people who have left."
      actions={
        <>
          <Updated live={list} />
          <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'invite' })}>
            Invite a person
          </Button>
        </>
      }
    >
      <Shown live={list}>
        {(members) => (
          <Table
            caption="People"
            captionHidden
            rows={members}
            keyOf={({ id }) => id}
            columns={columnsOf(user.id, setOpen)}
            more={list.more}
          />
        )}
      </Shown>
      <Suspense>{open && <MemberDialog open={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </Page>
  )
}

const columnsOf = (ownId: string, onOpen: (open: OpenMemberDialog) => void): Column<Member>[] => [
  {
    head: 'Name',
    cell: ({ id, name, email }) => (
      <>
        <bdi>{name}</bdi> {id === ownId && <span className="muted">(you)</span>}
        <div className="small muted">{email}</div>
      </>
    ),
  },
  { head: 'Role', nowrap: true, cell: ({ role }) => role },
  {
    head: 'State',
    only: 'wide',
    cell: ({ status }) =>
      status === 'active' ? <State kind="good">active</State> : <State kind="moving">invited</State>,
  },
  {
    head: 'Last seen',
    only: 'wide',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'not signed in' : <Time at={lastUsedAt} form="ago" />),
  },
  { head: 'Since', only: 'wide', cell: ({ createdAt }) => <Time at={createdAt} form="day" /> },
  {
    head: 'Actions',
    align: 'end',
    cell: (member) => (
      <Menu label={`Actions for ${member.name}`} icon="more" iconOnly>
        <MenuButton onClick={() => onOpen({ what: 'change', member })}>Change role or name …</MenuButton>
        <MenuButton onClick={() => onOpen({ what: 'link', member })}>
          {member.status === 'invited' ? 'Create another invitation …' : 'Create a link for a new password …'}
        </MenuButton>
        {member.lastUsedAt !== null && (
          <MenuButton onClick={() => onOpen({ what: 'sessions', member })}>Sign out everywhere …</MenuButton>
        )}
        <MenuButton kind="danger" onClick={() => onOpen({ what: 'remove', member })}>
          Remove …
        </MenuButton>
      </Menu>
    ),
  },
]
