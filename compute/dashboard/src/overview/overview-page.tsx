import { Shown, Updated } from '@service/ui/api/api.ts'
import { Code } from '@service/ui/code.tsx'
import { LiveTile } from '@service/ui/live-tile.tsx'
import { Empty, Notice } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { Page, Section, Tiles } from '@service/ui/page.tsx'
import { digits, formatEnergy, formatGrams, formatUsd } from '@service/ui/quantities.ts'
import { useMay, useSession } from '@service/ui/session/session.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { State } from '@service/ui/state.tsx'
import { Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { WebhooksTile } from '@service/ui/webhooks/webhook-health.tsx'
import { type Output, useLive } from '../api/api.ts'
import { isMoving, reasonWords, StatusState, type Summary } from '../deployments/model/status.tsx'
import { useKind } from '../shell/shell.ts'

type MonthUsage = Output<'getUsage'>

const alive = ['scheduled', 'provisioning', 'running', 'degraded', 'failing_over', 'stopping'] as const
const rows = 10

export function OverviewPage() {
  const { company } = useSession()
  const may = useMay()
  const { simulated, cpuOnly } = useKind()
  const usage = useLive('getUsage', { query: { limit: 1 } })
  const figures = useLive(
    'getMetrics',
    {},
    {
      isMoving: ({ by_status: { provisioning, failing_over: moved, stopping } }) =>
        anyOf(provisioning, moved, stopping),
    },
  )
  const running = useLive(
    'listDeployments',
    { query: { status: alive, limit: rows } },
    { isMoving: ({ deployments }) => deployments.some(isMoving) },
  )
  return (
    <Page
      title="Overview"
      note={visibleText(company.name)}
      actions={
        <>
          <Updated live={running} />
          {may('deployments:write') && (
            <ScreenLink to="/deploy" button="primary">
              Deploy
            </ScreenLink>
          )}
        </>
      }
    >
      {(simulated || cpuOnly) && <Kind simulated={simulated} />}
      <Tiles>
        <LiveTile
          title="Running now"
          to="/deployments"
          live={figures}
          show={({ by_status: { running, degraded, scheduled, provisioning, failing_over: moved } }) => {
            const onTheWay = scheduled.deployments + provisioning.deployments + moved.deployments
            return {
              value: (
                <>
                  {formatCount(running.deployments + degraded.deployments)}{' '}
                  <small>on {counted(running.gpus + degraded.gpus, 'GPU')}</small>
                </>
              ),
              note:
                degraded.deployments > 0 ? (
                  <State kind="warn">{formatCount(degraded.deployments)} degraded</State>
                ) : onTheWay > 0 ? (
                  <State kind="moving">{formatCount(onTheWay)} on the way</State>
                ) : (
                  'none starting'
                ),
            }
          }}
        />
        <LiveTile
          title="GPU-hours this month"
          to="/usage"
          live={usage}
          show={(month) => ({
            value: (
              <>
                {digits(month.used_gpu_hours)} <small>of {digits(month.limit_gpu_hours)}</small>
              </>
            ),
            note: <HoursNote of={month} />,
          })}
        />
        <LiveTile
          title="Cost this month"
          to="/usage"
          live={usage}
          show={(month) => {
            const shown = usageOf(month, simulated)
            return { value: formatUsd(shown.cost_usd), note: note(simulated, formatEnergy(shown.energy_kwh)) }
          }}
        />
        <LiveTile
          title="Emitted this month"
          to="/usage"
          live={usage}
          show={(month) => {
            const shown = usageOf(month, simulated)
            return { value: formatGrams(shown.gco2), note: note(simulated, 'of CO₂ equivalent') }
          }}
        />
        <LiveTile
          title="Avoided this month"
          to="/usage"
          live={usage}
          show={(month) => ({
            value: formatGrams(usageOf(month, simulated).avoided_gco2),
            note: note(simulated, 'against the cheapest hub each time'),
          })}
        />
        {may('webhooks:manage') && <WebhooksTile />}
      </Tiles>
      <Section title="Active" actions={<ScreenLink to="/deployments">All deployments</ScreenLink>}>
        <Shown live={running}>
          {({ deployments }) => (deployments.length === 0 ? <Nothing /> : <Alive deployments={deployments} />)}
        </Shown>
      </Section>
    </Page>
  )
}

const anyOf = (...counts: readonly { deployments: number }[]): boolean =>
  counts.some(({ deployments }) => deployments > 0)

/** Hubs are all simulated or none, and so is what was used. */
const usageOf = (month: MonthUsage, simulated: boolean) => (simulated ? month.simulated : month.usage)

const note = (simulated: boolean, words: string): string => (simulated ? `simulated · ${words}` : words)

const Kind = ({ simulated }: { simulated: boolean }) => (
  <Notice kind="warn">
    {simulated
      ? 'All hubs are simulated: nothing really runs, nothing is charged, and no GPU-hour is used. Figures show what real use would be.'
      : 'No hub has real GPUs: containers run on CPUs only. GPU types, prices and energy are examples.'}
  </Notice>
)

function HoursNote({
  of: { reserved_gpu_hours: reserved, hours_end_at: endAt, exhausted_at: exhaustedAt, resets_at: resetsAt },
}: {
  of: MonthUsage
}) {
  if (exhaustedAt !== null) return <State kind="bad">all used</State>
  if (endAt !== null) {
    return (
      <State kind="warn">
        end <Time at={endAt} />
      </State>
    )
  }
  return (
    <>
      {reserved > 0 && `${digits(reserved)} reserved · `}
      new hours <Time at={resetsAt} form="day" />
    </>
  )
}

const Alive = ({ deployments }: { deployments: readonly Summary[] }) => (
  <Table
    caption="Active deployments"
    captionHidden
    rows={deployments}
    keyOf={({ deployment_id: id }) => id}
    columns={[
      {
        head: 'Deployment',
        cell: ({ name, deployment_id: id, image }) => (
          <>
            <ScreenLink to="/deployments/$deploymentId/{-$tab}" params={{ deploymentId: id }} of="/deployments">
              {name === null ? id : visibleText(name)}
            </ScreenLink>
            <div className="small muted">{visibleText(image)}</div>
          </>
        ),
      },
      {
        head: 'Status',
        cell: ({ status, reason, status_since: since }) => (
          <>
            <StatusState status={status} />
            <div className="small muted">
              {reason === null ? '' : `${reasonWords(reason)} `}
              <Time at={since} form="ago" />
            </div>
          </>
        ),
      },
      {
        head: 'Hub',
        only: 'wide',
        nowrap: true,
        cell: ({ hub, country }) => (hub === null ? 'none yet' : `${hub}, ${country}`),
      },
      { head: 'GPUs', only: 'wide', nowrap: true, cell: ({ count, gpu_type: type }) => `${count} × ${type}` },
      { head: 'Cost', only: 'wide', align: 'end', nowrap: true, cell: ({ usage }) => formatUsd(usage.cost_usd) },
    ]}
  />
)

function Nothing() {
  const may = useMay()
  const body = { gpu_type: 'H100', count: 1, region: 'global', carbon_aware: true, image: 'nginx:alpine' }
  return (
    <Empty
      title="Nothing runs"
      actions={
        <>
          {may('deployments:write') && (
            <ScreenLink to="/deploy" button="primary">
              Deploy a container
            </ScreenLink>
          )}
          <Code
            what="command that deploys"
            text={[
              `curl -X POST ${window.location.origin}/v1/compute/deploy \\`,
              "  -H 'Authorization: Bearer <your key>' -H 'Content-Type: application/json' \\",
              `  -d '${JSON.stringify(body)}'`,
            ].join('\n')}
          />
        </>
      }
    >
      A container image is placed at the hub that suits it best, and runs until it ends or you stop it.
    </Empty>
  )
}
