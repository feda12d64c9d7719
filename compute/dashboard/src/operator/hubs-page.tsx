import { Shown, troubleOf, Updated, useAct } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Empty, Notice } from '@service/ui/notice.tsx'
import { formatCount } from '@service/ui/numbers.ts'
import { Page, Tile, Tiles } from '@service/ui/page.tsx'
import { Badge } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { HubState } from '../places/model/hub-state.tsx'
import { call, type Output, useList } from './api/api.ts'
import './operator.css'

const RemoveHub = lazy(() => import('./remove-hub.tsx'))

type Hub = Output<'listHubHealth'>['hubs'][number]

export function HubsPage() {
  const list = useList('listHubHealth', { query: { limit: 200 } }, ({ hubs }) => hubs, {
    everyMs: 10_000,
    isMoving: (hubs) => hubs.some(isChanging),
  })
  const [removing, setRemoving] = useState<Hub>()
  const drain = useAct(
    ({ hub, isDraining }: { hub: string; isDraining: boolean }) =>
      call(isDraining ? 'drainHub' : 'returnHub', { path: { hub } }),
    { done: ({ hub, state }) => `${hub} is ${state}` },
  )
  const columns = useMemo(() => columnsWith({ busy: drain.busy, onDrain: drain.run, onRemove: setRemoving }), [drain])
  return (
    <Page
      title="All hubs"
      note="Every hub of the installation: whether its engine responds, why not, and what it holds."
      actions={<Updated live={list} />}
    >
      {drain.error !== null && <Notice kind="bad">{troubleOf(drain.error).message}</Notice>}
      <Shown live={list}>
        {(hubs) =>
          hubs.length === 0 ? (
            <Empty title="There is no hub">
              Name the hubs in a file, and start the service with COMPUTE_HUBS_FILE set to it.
            </Empty>
          ) : (
            <>
              <Summary of={hubs} />
              <Table
                caption="All hubs"
                captionHidden
                rows={hubs}
                keyOf={({ hub }) => hub}
                more={list.more}
                columns={columns}
              />
              <p className="small muted">
                A drained hub takes nothing new until it is returned, or the service starts again with the file of hubs.
                One that does not respond can be removed.
              </p>
            </>
          )
        }
      </Shown>
      {removing && (
        <Suspense>
          <RemoveHub of={removing} onClose={() => setRemoving(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

/** It has been drained or returned, and its state follows. */
const isChanging = ({ state, wanted }: Hub): boolean => (state === 'ready' || state === 'draining') && state !== wanted

function Summary({ of: hubs }: { of: readonly Hub[] }) {
  const count = (state: Hub['state']) => hubs.filter((hub) => hub.state === state).length
  const sum = (of: 'gpus' | 'free_gpus' | 'waiting_allocations') => hubs.reduce((total, hub) => total + hub[of], 0)
  const away = count('draining') + count('disabled')
  return (
    <Tiles>
      <Tile title="Ready" value={formatCount(count('ready'))} note={`of ${formatCount(hubs.length)} hubs`} />
      <Tile
        title="Unreachable"
        value={formatCount(count('unreachable'))}
        note={away === 0 ? 'none is draining or disabled' : `${formatCount(away)} draining or disabled`}
      />
      <Tile title="Free GPUs" value={formatCount(sum('free_gpus'))} note={`of ${formatCount(sum('gpus'))}`} />
      <Tile
        title="Waiting allocations"
        value={formatCount(sum('waiting_allocations'))}
        note="hold GPUs until their hub says that they are over"
      />
    </Tiles>
  )
}

type Acts = {
  busy: boolean
  onDrain: (given: { hub: string; isDraining: boolean }) => void
  onRemove: (hub: Hub) => void
}

const columnsWith = (acts: Acts): readonly Column<Hub>[] => [
  {
    head: 'Hub',
    cell: ({ hub, name, country, simulated }) => (
      <>
        <Link to="/hubs/$hub" params={{ hub }}>
          {hub}
        </Link>{' '}
        {simulated && <Badge kind="sample">simulated</Badge>}
        <div className="small muted">
          {visibleText(name)}
          {country !== '' && `, ${country}`}
        </div>
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ state, wanted, silent_since: since, last_error: error }) => (
      <>
        <HubState of={state} />
        {since !== null && (
          <div className="small muted">
            silent for <Time at={since} form="lasting" />
          </div>
        )}
        {since !== null && error !== null && <div className="small">{visibleText(error)}</div>}
        {state === 'unreachable' && wanted === 'draining' && <div className="small muted">drained</div>}
      </>
    ),
  },
  { head: 'Engine', only: 'wide', cell: (hub) => <Engine of={hub} /> },
  {
    head: 'Free GPUs',
    only: 'wide',
    align: 'end',
    nowrap: true,
    cell: ({ gpus, free_gpus: free }) => `${formatCount(free)} of ${formatCount(gpus)}`,
  },
  {
    head: 'Deployments',
    only: 'wide',
    align: 'end',
    cell: ({ deployments, waiting_allocations: waiting }) => (
      <>
        {formatCount(deployments)}
        {waiting > 0 && <div className="small muted">{formatCount(waiting)} waiting</div>}
      </>
    ),
  },
  { head: 'Actions', align: 'end', cell: (hub) => <RowActs of={hub} {...acts} /> },
]

/** What its engine is, when it was seen, and what it last failed with. */
const Engine = ({ of: hub }: { of: Hub }) => (
  <>
    {hub.engine}{' '}
    {hub.engine_version !== null && hub.engine_version !== hub.engine && (
      <span className="muted">{visibleText(hub.engine_version)}</span>
    )}
    <div className="small muted">
      {hub.seen_at === null ? (
        'not seen yet'
      ) : (
        <>
          seen <Time at={hub.seen_at} form="ago" />
        </>
      )}
    </div>
    {hub.last_error !== null && hub.silent_since === null && (
      <div className="small muted">
        last error:
        {visibleText(hub.last_error)}{' '}
        {hub.last_error_at !== null && (
          <span className="muted">
            <Time at={hub.last_error_at} form="ago" />
          </span>
        )}
      </div>
    )}
  </>
)

function RowActs({ of: hub, busy, onDrain, onRemove }: { of: Hub } & Acts) {
  if (hub.state === 'disabled') return <span className="small muted">takes nothing</span>
  const isDrained = hub.wanted === 'draining'
  return (
    <div className="row-acts">
      <Button
        size="small"
        busy={busy}
        onClick={() => onDrain({ hub: hub.hub, isDraining: !isDrained })}
        aria-label={`${isDrained ? 'Return' : 'Drain'} ${hub.hub}`}
      >
        {isDrained ? 'Return' : 'Drain'}
      </Button>
      {hub.state === 'unreachable' && (
        <Button size="small" kind="danger" onClick={() => onRemove(hub)} aria-label={`Remove ${hub.hub}`}>
          Remove…
        </Button>
      )}
    </div>
  )
}
