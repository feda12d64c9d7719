import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Shown, Updated } from '../api/api.ts'
import { account } from '../app/app.ts'
import { Button } from '../button.tsx'
import { Menu, MenuButton } from '../menu.tsx'
import { Empty } from '../notice.tsx'
import { Page } from '../page.tsx'
import { State } from '../state.tsx'
import { type Column, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import type { Key, OpenKeyDialog } from './key.ts'
import { scopesInWords } from './scopes.ts'

const KeyDialog = lazy(() => import('./key-dialogs.tsx'))

export function KeysPage() {
  const { all = false } = useSearch({ from: '/shell/settings/keys' })
  const list = account.useList('listKeys', {}, ({ keys }) => keys)
  const [open, setOpen] = useState<OpenKeyDialog>()
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'create' })}>
      Create a key
    </Button>
  )
  return (
    <Page
      title="API keys"
      note="Programs call the API with a key, on behalf of the company. A key is shown once; its permissions and its last use are listed here."
      actions={
        <>
          <Updated live={list} />
          {create}
        </>
      }
    >
      <Shown live={list}>
        {(keys) => {
          const shown = all ? keys : keys.filter(isAlive)
          if (keys.length === 0) {
            return (
              <Empty title="No key yet" actions={create}>
                The first one reads everything unless you choose otherwise. You can rotate it later without an
                interruption.
              </Empty>
            )
          }
          return (
            <Table
              caption="API keys"
              captionHidden
              rows={shown}
              keyOf={({ id }) => id}
              columns={columnsOf(setOpen)}
              more={list.more}
              foot={
                <Link to="/settings/keys" search={all ? {} : { all: true }}>
                  {all ? 'Hide inactive keys' : `Show inactive keys (${keys.length - shown.length})`}
                </Link>
              }
            />
          )
        }}
      </Shown>
      <Suspense>{open && <KeyDialog open={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </Page>
  )
}

const isAlive = ({ status }: Key): boolean => status === 'active' || status === 'expiring'

const columnsOf = (onOpen: (open: OpenKeyDialog) => void): Column<Key>[] => [
  {
    head: 'Name',
    cell: ({ name, prefix, lastFour }) => (
      <>
        <bdi>{name}</bdi>
        <div className="small muted mono">
          {prefix}…{lastFour}
        </div>
      </>
    ),
  },
  { head: 'May', only: 'wide', cell: ({ scopes }) => scopesInWords(scopes) },
  {
    head: 'Created by',
    only: 'wide',
    cell: ({ createdBy: { name, hasLeft }, createdAt }) => (
      <>
        <bdi>{name ?? 'the operator'}</bdi>
        {hasLeft && ' (has left)'}
        <div className="small muted">
          <Time at={createdAt} form="day" />
        </div>
      </>
    ),
  },
  {
    head: 'Last used',
    nowrap: true,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Time at={lastUsedAt} form="ago" />),
  },
  { head: 'State', cell: (key) => <KeyState of={key} /> },
  {
    head: 'Actions',
    align: 'end',
    cell: (key) =>
      isAlive(key) && (
        <Menu label={`Actions for ${key.name}`} icon="more" iconOnly>
          <MenuButton onClick={() => onOpen({ what: 'change', key })}>Change …</MenuButton>
          {key.status === 'active' && <MenuButton onClick={() => onOpen({ what: 'rotate', key })}>Rotate …</MenuButton>}
          <MenuButton kind="danger" onClick={() => onOpen({ what: 'revoke', key })}>
            Revoke …
          </MenuButton>
        </Menu>
      ),
  },
]

function KeyState({ of: { status, expiresAt, revokedAt, replacedBy } }: { of: Key }) {
  const note = expiresAt !== null && (
    <div className="small muted">
      {status === 'expired' ? 'since' : 'until'} <Time at={expiresAt} form={status === 'expiring' ? 'short' : 'day'} />
    </div>
  )
  if (status === 'revoked') {
    return (
      <>
        <State kind="off">revoked</State>
        {revokedAt !== null && (
          <div className="small muted">
            <Time at={revokedAt} form="day" />
          </div>
        )}
      </>
    )
  }
  if (status === 'expired')
    return (
      <>
        <State kind="off">expired</State>
        {note}
      </>
    )
  if (status === 'expiring') {
    return (
      <>
        <State kind="warn">{replacedBy === null ? 'expires soon' : 'replaced'}</State>
        {note}
      </>
    )
  }
  return (
    <>
      <State kind="good">works</State>
      {note || <div className="small muted">does not expire</div>}
    </>
  )
}
