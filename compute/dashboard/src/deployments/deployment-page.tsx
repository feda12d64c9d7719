import { Shown, Updated } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Copy } from '@service/ui/copy.tsx'
import { Loading, Notice } from '@service/ui/notice.tsx'
import { Facts, Page, Panel, Tabs, Tile, Tiles } from '@service/ui/page.tsx'
import { digits, formatEnergy, formatGrams, formatIntensity, formatRate, formatUsd } from '@service/ui/quantities.ts'
import { useMay } from '@service/ui/session/session.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { Badge, State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLive } from '../api/api.ts'
import { Actor } from './actor.tsx'
import { Labels } from './labels.tsx'
import { type Tab, tabs } from './model/search.ts'
import { type Deployment, hasEnded, isMoving, reasonWords, StatusState, statusWords } from './model/status.tsx'
import './deployments.css'

const EventsTab = lazy(() => import('./events-tab.tsx'))
const LogsTab = lazy(() => import('./logs-tab.tsx'))
const MetricsTab = lazy(() => import('./metrics-tab.tsx'))
const PlacementTab = lazy(() => import('./placement-tab.tsx'))
const DeploymentDomains = lazy(() => import('./deployment-domains.tsx'))
const AccessRule = lazy(() => import('./access-rule.tsx'))
const EndDialog = lazy(() => import('./end-dialogs.tsx'))

const titles: Record<Tab, string> = { events: 'Events', logs: 'Logs', metrics: 'Metrics', placement: 'Placement' }

export function DeploymentPage() {
  const { deploymentId, tab: given } = useParams({ from: '/shell/deployments/$deploymentId/{-$tab}' })
  const tab = tabs.find((one) => one === given) ?? 'events'
  const live = useLive('getDeployment', { path: { deployment_id: deploymentId } }, { isMoving })
  const name = live.data?.name
  return (
    <Page
      title={name == null ? 'Deployment' : visibleText(name)}
      note={
        <span className="mono">
          {deploymentId} <Copy text={deploymentId} what="id of the deployment" />
        </span>
      }
      actions={
        <>
          <Updated live={live} />
          {live.data && <Actions of={live.data} />}
        </>
      }
    >
      <Shown live={live}>
        {(deployment) => (
          <>
            <Summary of={deployment} />
            <Tabs label="Parts of the deployment">
              {tabs.map((one) => (
                <Link
                  key={one}
                  to="/deployments/$deploymentId/{-$tab}"
                  params={{ deploymentId, tab: one === 'events' ? undefined : one }}
                  activeOptions={{ exact: true, includeSearch: false }}
                  aria-current={one === tab ? 'page' : undefined}
                >
                  {titles[one]}
                </Link>
              ))}
            </Tabs>
            <Suspense fallback={<Loading />}>
              {tab === 'events' && <EventsTab of={deployment} />}
              {tab === 'logs' && <LogsTab of={deployment} />}
              {tab === 'metrics' && <MetricsTab of={deployment} />}
              {tab === 'placement' && <PlacementTab of={deployment} />}
            </Suspense>
          </>
        )}
      </Shown>
    </Page>
  )
}

function Actions({ of: deployment }: { of: Deployment }) {
  const may = useMay()
  const [ending, setEnding] = useState<'stop' | 'delete'>()
  if (!may('deployments:write')) return null
  const { status } = deployment
  return (
    <>
      {!hasEnded(status) && (
        <Button
          onClick={() => setEnding('stop')}
          why={status === 'stopping' ? 'It is already being stopped.' : undefined}
        >
          Stop …
        </Button>
      )}
      <Button kind="danger" onClick={() => setEnding('delete')}>
        Delete …
      </Button>
      <Suspense>{ending && <EndDialog of={deployment} how={ending} onClose={() => setEnding(undefined)} />}</Suspense>
    </>
  )
}

function Summary({ of: deployment }: { of: Deployment }) {
  const { status, status_since: since, usage, simulated, cpu_only: cpuOnly } = deployment
  return (
    <>
      <Notice kind={status === 'failed' ? 'bad' : status === 'degraded' ? 'warn' : undefined}>
        <StatusState status={status} />{' '}
        {hasEnded(status) ? (
          <Time at={since} form="ago" />
        ) : (
          <>
            for <Time at={since} form="lasting" />
          </>
        )}
        . {whyOf(deployment)} <Outlook of={deployment} />
        {deployment.reason === 'image_denied' && (
          <ScreenLink to="/settings/registries">Registry logins of the company</ScreenLink>
        )}
      </Notice>
      <Tiles>
        <Tile
          title="Used"
          value={
            <>
              {digits(usage.gpu_hours)} <small>GPU-hours</small>
            </>
          }
          note={simulated ? 'simulated: not counted' : formatEnergy(usage.energy_kwh)}
        />
        <Tile
          title="Cost"
          value={formatUsd(usage.cost_usd)}
          note={
            deployment.price_usd_per_gpu_hour === null
              ? 'no price before it starts'
              : `${formatRate(deployment.price_usd_per_gpu_hour * deployment.count)} while it runs`
          }
        />
        <Tile
          title="Emitted"
          value={formatGrams(usage.gco2)}
          note={
            deployment.carbon_score === null
              ? 'no grade before it starts'
              : `grade ${deployment.carbon_score}, ${formatIntensity(deployment.carbon_intensity_gco2_kwh ?? 0)} at its start`
          }
        />
        <Tile title="Avoided" value={formatGrams(usage.avoided_gco2)} note="against the cheapest hub" />
      </Tiles>
      <Panel>
        <Facts
          facts={[
            ['Image', <code key="image">{visibleText(deployment.image)}</code>],
            ...(deployment.image_digest === null
              ? []
              : ([['Runs as', <code key="digest">{deployment.image_digest}</code>]] as const)),
            [
              'GPUs',
              <span key="gpus">
                {deployment.count} × {deployment.gpu_type}{' '}
                {simulated ? (
                  <Badge kind="sample">simulated</Badge>
                ) : (
                  cpuOnly && <Badge kind="sample">processors only</Badge>
                )}
              </span>,
            ],
            [
              'Hub',
              deployment.hub === null ? (
                'none yet'
              ) : (
                <span key="hub">
                  <ScreenLink to="/hubs/$hub" of="/hubs" params={{ hub: deployment.hub }}>
                    {deployment.hub}
                  </ScreenLink>
                  , {deployment.country}
                  {deployment.attempt > 1 && `, attempt ${deployment.attempt}`}
                </span>
              ),
            ],
            ...runsWith(deployment),
            ['Where', `${deployment.region}, sovereignty ${deployment.sovereignty}`],
            ['Endpoint', <Endpoint key="endpoint" of={deployment} />],
            [
              'Access',
              <Suspense key="access">
                <AccessRule of={deployment} />
              </Suspense>,
            ],
            [
              'Domains',
              <Suspense key="domains">
                <DeploymentDomains of={deployment.deployment_id} />
              </Suspense>,
            ],
            ...(Object.keys(deployment.labels).length === 0
              ? []
              : [['Labels', <Labels key="labels" of={deployment.labels} />] as const]),
            ['Asked for', <Asked key="asked" of={deployment} />],
          ]}
        />
      </Panel>
    </>
  )
}

/** What was asked for beside GPUs. */
function runsWith({ cpu, memory_gb: memory, disk_gb: disk, health_path: path, port }: Deployment): [string, string][] {
  const amounts = [
    cpu !== null && `${digits(cpu)} CPU cores`,
    memory !== null && `${digits(memory)} GB of memory`,
    disk !== null && `${digits(disk)} GB of disk`,
  ].filter((text) => text !== false)
  return [
    ...(amounts.length > 0 ? [['Runs with', amounts.join(', ')] as [string, string]] : []),
    ...(path === null ? [] : [['Is up when', `GET ${path} at port ${port} returns 2xx or 3xx`] as [string, string]]),
  ]
}

/** The service's own words where it has some; nothing where the status says it all. */
const whyOf = ({ status, reason, message }: Deployment): string => {
  if (message !== null) return visibleText(message)
  if (reason !== null) return reasonWords(reason)
  return status === 'running' ? '' : `It ${statusWords(status)}.`
}

const Asked = ({ of: { created_at: at, created_by: by } }: { of: Deployment }) => (
  <>
    <Time at={at} form="full" />
    {by !== null && (
      <>
        {' '}
        by <Actor of={by} />
      </>
    )}
  </>
)

/** What comes next, as far as it is known. */
function Outlook({ of }: { of: Deployment }) {
  const { status, start_at: startAt, latest_start_at: latest, duration_hours: hours, running_at: runningAt } = of
  if (status === 'scheduled' && startAt !== null) {
    return (
      <>
        Its start is considered next <Time at={startAt} form="ago" />
        {latest !== null && (
          <>
            , at the latest <Time at={latest} />
          </>
        )}
        .
      </>
    )
  }
  const { max_lifetime_hours: lifetime } = of
  const isAlive = status === 'running' || status === 'degraded' || status === 'failing_over'
  if (!isAlive || runningAt === null) return null
  const after = (count: number) => new Date(Date.parse(runningAt) + count * 3_600_000).toISOString()
  return (
    <>
      {status === 'running' && hours !== null && (
        <>
          It is expected to end <Time at={after(hours)} form="ago" />.{' '}
        </>
      )}
      {lifetime !== null && (
        <>
          It is stopped <Time at={after(lifetime)} form="ago" />: it may run for {lifetime} h.
        </>
      )}
    </>
  )
}

function Endpoint({ of: { endpoint, status, simulated } }: { of: Deployment }) {
  const address = `${window.location.protocol}//${endpoint}/`
  const isUp = status === 'running' || status === 'degraded'
  return (
    <span className="endpoint">
      <span className="mono">{address}</span>
      <span className="buttons">
        <Copy text={address} what="address of the endpoint" />
        {isUp && !simulated && (
          <a className="button" data-size="small" href={address} target="_blank" rel="noreferrer">
            Try it in a new window
          </a>
        )}
      </span>
      {simulated ? (
        <span className="small muted">Nothing listens there: the hub is simulated.</span>
      ) : (
        !isUp && <State kind="off">it responds once the deployment runs</State>
      )}
    </span>
  )
}
