import { Shown, Updated } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Menu, MenuButton } from '@service/ui/menu.tsx'
import { Empty } from '@service/ui/notice.tsx'
import { Page } from '@service/ui/page.tsx'
import { useMay } from '@service/ui/session/session.ts'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useList } from '../api/api.ts'
import { Actor } from './actor.tsx'
import type { OpenLoginDialog, RegistryLogin } from './model/registry-login.ts'
import './deployments.css'

const RegistryDialog = lazy(() => import('./registry-dialogs.tsx'))

export function RegistriesPage() {
  const may = useMay()
  const list = useList('listRegistryLogins', { query: { limit: 200 } }, ({ registries }) => registries)
  const [open, setOpen] = useState<OpenLoginDialog>()
  const mayWrite = may('deployments:write')
  const add = mayWrite && (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'set' })}>
      Add a login
    </Button>
  )
  return (
    <Page
      title="Registries"
      note="What private images are fetched with, one login for each registry. Passwords are shown to nobody."
      actions={
        <>
          <Updated live={list} />
          {add}
        </>
      }
    >
      <Shown live={list}>
        {(logins) =>
          logins.length === 0 ? (
            <Empty title="No registry login yet" actions={add}>
              Public images need none. For private ones, make a token that only reads at the registry, such as ghcr.io,
              and add it here: deployments of its images are then fetched with it.
            </Empty>
          ) : (
            <Table
              caption="Registry logins"
              captionHidden
              rows={logins}
              keyOf={({ registry }) => registry}
              columns={mayWrite ? [...columns, actionsOf(setOpen)] : columns}
              more={list.more}
            />
          )
        }
      </Shown>
      <Suspense>{open && <RegistryDialog open={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </Page>
  )
}

const columns: readonly Column<RegistryLogin>[] = [
  {
    head: 'Registry',
    cell: ({ registry }) => <span className="domain mono">{visibleText(registry)}</span>,
  },
  { head: 'User', cell: ({ username }) => <bdi className="domain">{visibleText(username)}</bdi> },
  {
    head: 'Used by',
    only: 'wide',
    // Images of Docker Hub are written without its name.
    cell: ({ registry }) =>
      registry === 'docker.io' ? (
        'images without a host'
      ) : (
        <Link to="/deployments" search={{ text: registry }}>
          its deployments
        </Link>
      ),
  },
  {
    head: 'Set',
    only: 'wide',
    cell: ({ changed_at: at, changed_by: by }) => (
      <>
        <Time at={at} />
        <div className="small muted">
          by <Actor of={by} />
        </div>
      </>
    ),
  },
]

const actionsOf = (onOpen: (open: OpenLoginDialog) => void): Column<RegistryLogin> => ({
  head: 'Actions',
  align: 'end',
  cell: (login) => (
    <Menu label={`Actions for ${visibleText(login.registry)}`} icon="more" iconOnly>
      <MenuButton onClick={() => onOpen({ what: 'set', login })}>Replace …</MenuButton>
      <MenuButton kind="danger" onClick={() => onOpen({ what: 'remove', login })}>
        Remove …
      </MenuButton>
    </Menu>
  ),
})
