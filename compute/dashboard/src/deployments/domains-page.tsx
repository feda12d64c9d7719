import { Shown, troubleOf, Updated } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Menu, MenuButton } from '@service/ui/menu.tsx'
import { Empty, Notice } from '@service/ui/notice.tsx'
import { Page } from '@service/ui/page.tsx'
import { useMay } from '@service/ui/session/session.ts'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call, useAct, useList } from '../api/api.ts'
import { type Domain, DomainState, whyOf } from './model/domain.tsx'
import './deployments.css'

const DomainDialog = lazy(() => import('./domain-dialogs.tsx'))

const route = '/shell/settings/domains'

export function DomainsPage() {
  const { deployment, domain: shown } = useSearch({ from: route })
  const navigate = useNavigate({ from: '/settings/domains' })
  const may = useMay()
  const list = useList('listDomains', { query: { limit: 200 } }, ({ domains }) => domains)
  const [open, setOpen] = useState<{ what: 'set' | 'remove'; of?: Domain }>()
  const show = (domain?: string) =>
    void navigate({
      search: (before) => ({ ...(before.deployment && { deployment: before.deployment }), ...(domain && { domain }) }),
    })
  const check = useAct((domain: string) => call('checkDomain', { path: { domain } }), {
    done: ({ domain, reason }) => (reason === null ? `${domain} leads here` : `${domain} was checked`),
    onDone: ({ domain, reason }) => reason !== null && show(domain),
  })
  const mayWrite = may('deployments:write')
  const add = mayWrite && (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'set' })}>
      Add a domain
    </Button>
  )
  const selected = list.data?.find(({ domain }) => domain === shown)
  const dialog = open ?? (selected && { what: 'records' as const, of: selected })
  return (
    <Page
      title="Domains"
      note="Names of your own that lead to deployments, beside their endpoints."
      actions={
        <>
          <Updated live={list} />
          {add}
        </>
      }
    >
      {check.error !== null && !dialog && <Notice kind="bad">{troubleOf(check.error).message}</Notice>}
      <Shown live={list}>
        {(domains) => {
          if (domains.length === 0) {
            return (
              <Empty title="No domain yet" actions={add}>
                A name such as app.example.com leads to a deployment once a TXT record at its provider proves that it is
                yours. The name stays when the deployment moves, and can lead to another deployment later.
              </Empty>
            )
          }
          const rows = deployment ? domains.filter((one) => one.deployment_id === deployment) : domains
          const others = deployment && (
            <Link to="/settings/domains">Show the domains of all deployments ({domains.length})</Link>
          )
          if (rows.length === 0) {
            return (
              <Empty
                title="No domain leads to this deployment yet"
                actions={
                  <div className="buttons">
                    {add}
                    {others}
                  </div>
                }
              >
                Add one, or lead one of another deployment here: the proof stays.
              </Empty>
            )
          }
          return (
            <Table
              caption="Domains"
              captionHidden
              rows={rows}
              keyOf={({ domain }) => domain}
              current={shown}
              columns={columnsOf({
                onShow: show,
                ...(mayWrite && {
                  onCheck: check.busy ? () => {} : check.run,
                  onOpen: (what, of) => setOpen({ what, of }),
                }),
              })}
              more={list.more}
              foot={others}
            />
          )
        }}
      </Shown>
      <Suspense>
        {dialog && (
          <DomainDialog
            what={dialog.what}
            of={dialog.of}
            deployment={dialog.of?.deployment_id ?? deployment}
            check={mayWrite ? check : undefined}
            onSet={(domain) => {
              setOpen(undefined)
              show(domain)
            }}
            onClose={() => {
              setOpen(undefined)
              show()
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

type Doing = {
  onShow: (domain: string) => void
  /** Absent where the person may not. */
  onCheck?: (domain: string) => void
  onOpen?: (what: 'set' | 'remove', of: Domain) => void
}

const columnsOf = ({ onShow, onCheck, onOpen }: Doing): Column<Domain>[] => [
  {
    head: 'Domain',
    cell: ({ domain }) => (
      <Link className="domain" to="/settings/domains" search={(before) => ({ ...before, domain })}>
        {visibleText(domain)}
      </Link>
    ),
  },
  {
    head: 'State',
    cell: (one) => (
      <>
        <DomainState status={one.status} />
        <div className="small muted">
          {whyOf(one)}
          {one.certificate_status === 'failing' && ' Its certificate could not be ordered.'}
        </div>
      </>
    ),
  },
  {
    head: 'Leads to',
    only: 'wide',
    cell: ({ deployment_id: deploymentId }) => (
      <Link className="mono" to="/deployments/$deploymentId/{-$tab}" params={{ deploymentId }}>
        {deploymentId}
      </Link>
    ),
  },
  {
    head: 'Checked',
    only: 'wide',
    nowrap: true,
    cell: ({ checked_at: at }) => (at === null ? 'not yet' : <Time at={at} form="ago" />),
  },
  {
    head: 'Actions',
    align: 'end',
    cell: (one) => (
      <Menu label={`Actions for ${visibleText(one.domain)}`} icon="more" iconOnly>
        <MenuButton onClick={() => onShow(one.domain)}>Show its records</MenuButton>
        {onCheck && <MenuButton onClick={() => onCheck(one.domain)}>Check now</MenuButton>}
        {onOpen && <MenuButton onClick={() => onOpen('set', one)}>Lead it elsewhere …</MenuButton>}
        {onOpen && (
          <MenuButton kind="danger" onClick={() => onOpen('remove', one)}>
            Remove …
          </MenuButton>
        )}
      </Menu>
    ),
  },
]
