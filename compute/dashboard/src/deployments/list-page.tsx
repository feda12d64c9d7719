import { Shown, Updated } from '@service/ui/api/api.ts'
import { Select, TextField } from '@service/ui/field.tsx'
import { LongBody } from '@service/ui/long-body.tsx'
import { Empty } from '@service/ui/notice.tsx'
import { Filters, Page } from '@service/ui/page.tsx'
import { digits, formatGrams, formatUsd } from '@service/ui/quantities.ts'
import { useMay } from '@service/ui/session/session.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import { useList } from '../api/api.ts'
import { Labels } from './labels.tsx'
import { type ListSearch, type StatusFilter, statusesOf } from './model/search.ts'
import { isMoving, reasonWords, StatusState, type Summary, statuses } from './model/status.tsx'
import './deployments.css'

const filters: readonly { value: StatusFilter | ''; label: string }[] = [
  { value: '', label: 'Any' },
  { value: 'alive', label: 'Alive' },
  { value: 'up', label: 'Running or degraded' },
  { value: 'ended', label: 'Ended' },
  ...statuses.map(({ status }) => ({ value: status, label: status })),
]

export function ListPage() {
  const search = useSearch({ from: '/shell/deployments' })
  const navigate = useNavigate({ from: '/deployments' })
  const may = useMay()
  const { status, hub, label, text } = search
  const list = useList(
    'listDeployments',
    {
      query: { ...(status && { status: statusesOf(status) }), hub, ...(label && { label: [label] }), text, limit: 100 },
    },
    ({ deployments }) => deployments,
    { isMoving: (rows) => rows.some(isMoving) },
  )
  const drawn = useDeferredValue(list.data) // hundreds of rows that change are drawn a few at a time
  const set = (change: ListSearch) =>
    void navigate({
      replace: true,
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)),
    })
  const isNarrowed = Object.keys(search).length > 0
  const deploy = may('deployments:write') && (
    <ScreenLink to="/deploy" button="primary">
      Deploy
    </ScreenLink>
  )
  return (
    <Page
      title="Deployments"
      note="What your company has deployed, newest first."
      actions={
        <>
          <Updated live={list} />
          {deploy}
        </>
      }
    >
      <Filters label="Filters">
        <Select
          label="Status"
          options={filters}
          value={status ?? ''}
          onChange={(value) => set({ status: value === '' ? undefined : value } as ListSearch)}
        />
        <TypedFilter label="Name, id or image" value={text} onChange={(value) => set({ text: value } as ListSearch)} />
        <TypedFilter
          label="Label"
          placeholder="team=search"
          value={label}
          onChange={(value) => set({ label: value } as ListSearch)}
        />
        <TypedFilter
          label="Hub"
          placeholder="se-north-1"
          value={hub}
          onChange={(value) => set({ hub: value } as ListSearch)}
        />
        {isNarrowed && (
          <Link to="/deployments" search={{}}>
            Show all
          </Link>
        )}
      </Filters>
      <Shown live={{ ...list, data: drawn }}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={isNarrowed ? 'No matching deployments' : 'Nothing has been deployed yet'} actions={deploy}>
              {isNarrowed
                ? 'No deployment matches all filters. Remove one.'
                : 'A deployment runs a container image on GPUs, at the hub that suits it best. It appears here as soon as it is requested.'}
            </Empty>
          ) : (
            <Table
              caption="Deployments"
              captionHidden
              rows={rows}
              keyOf={({ deployment_id: id }) => id}
              more={list.more}
              columns={columns}
              body={LongBody}
            />
          )
        }
      </Shown>
    </Page>
  )
}

const typingMs = 250

/** Narrows the list once one has stopped typing. */
function TypedFilter({
  label,
  value,
  placeholder,
  onChange,
}: {
  label: string
  value: string | undefined
  placeholder?: string
  onChange: (value: string | undefined) => void
}) {
  const [typed, setTyped] = useState(value ?? '')
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if ((value ?? '') !== typed.trim()) setTyped(value ?? '')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed begins the wait
  useEffect(() => {
    const wanted = typed.trim() === '' ? undefined : typed.trim()
    if (wanted === value) return
    const timer = setTimeout(() => onChange(wanted), typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  return <TextField label={label} value={typed} onChange={setTyped} placeholder={placeholder} maxLength={200} />
}

/** Made once: a row is drawn again only when its deployment has changed. */
const columns: readonly Column<Summary>[] = [
  {
    head: 'Deployment',
    cell: ({ deployment_id: id, name, image, labels }) => (
      <div className="deployment-name">
        <Link to="/deployments/$deploymentId/{-$tab}" params={{ deploymentId: id }}>
          {name === null ? id : visibleText(name)}
        </Link>
        <div className="small muted">{visibleText(image)}</div>
        <Labels of={labels} />
      </div>
    ),
  },
  {
    head: 'Status',
    cell: ({ status, reason, status_since: since }) => (
      <>
        <StatusState status={status} />
        <div className="small muted">
          {reason !== null && `${reasonWords(reason)} `}
          <Time at={since} form="ago" />
        </div>
      </>
    ),
  },
  {
    head: 'Hub',
    only: 'wide',
    cell: ({ hub, country, region }) =>
      hub === null ? (
        <span className="muted">none yet, in {region}</span>
      ) : (
        <>
          {hub}
          <div className="small muted">{country}</div>
        </>
      ),
  },
  { head: 'GPUs', only: 'wide', nowrap: true, cell: ({ count, gpu_type: type }) => `${count} × ${type}` },
  { head: 'GPU-hours', only: 'wide', align: 'end', cell: ({ usage }) => digits(usage.gpu_hours) },
  { head: 'Cost', only: 'wide', align: 'end', cell: ({ usage }) => formatUsd(usage.cost_usd) },
  { head: 'Emitted', only: 'wide', align: 'end', nowrap: true, cell: ({ usage }) => formatGrams(usage.gco2) },
]
