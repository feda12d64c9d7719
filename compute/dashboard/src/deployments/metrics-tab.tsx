import { Shown } from '@service/ui/api/api.ts'
import { Notice } from '@service/ui/notice.tsx'
import { formatBytes, formatCount, formatShare } from '@service/ui/numbers.ts'
import { Facts, Panel, Section, Tile, Tiles } from '@service/ui/page.tsx'
import { digits, formatDuration, formatEnergy, formatGrams, formatUsd } from '@service/ui/quantities.ts'
import { Time } from '@service/ui/time.tsx'
import { type Output, useLive } from '../api/api.ts'
import type { Deployment } from './model/status.tsx'
import { UsageHistory } from './usage-history.tsx'

const everyMs = 15_000

/** What its hub says of its container now, and what the meter has counted. */
export default function MetricsTab({ of: { deployment_id: id, status } }: { of: Deployment }) {
  const isUp = status === 'running' || status === 'degraded'
  const live = useLive('getDeploymentMetrics', { path: { deployment_id: id } }, { everyMs: isUp ? everyMs : undefined })
  return (
    <>
      <Section title="Now">
        <Shown live={live}>{(metrics) => <Figures of={metrics} />}</Shown>
      </Section>
      <UsageHistory id={id} isUp={isUp} />
    </>
  )
}

const notMeasured = <small>not measured</small>

function Figures({ of }: { of: Output<'getDeploymentMetrics'> }) {
  const { memory_bytes: memory, memory_limit_bytes: limit, cpu_seconds: cpu, gpu_utilisation: gpu } = of
  return (
    <>
      {of.simulated && <Notice>The hub is simulated: no container is measured, and these figures are made up.</Notice>}
      <Tiles>
        <Tile title="GPU" value={gpu === null ? notMeasured : formatShare(gpu)} note="of its time at work" />
        <Tile
          title="Memory"
          value={memory === null ? notMeasured : formatBytes(memory)}
          note={limit === null ? 'no limit known' : `of ${formatBytes(limit)}`}
        />
        <Tile
          title="Processors"
          value={cpu === null ? notMeasured : formatDuration(cpu * 1_000)}
          note="of processor time since its start"
        />
        <Tile
          title="Restarts"
          value={of.restarts === null ? notMeasured : formatCount(of.restarts)}
          note={of.started_at === null ? 'it has not started yet' : <Started at={of.started_at} />}
        />
      </Tiles>
      <Panel>
        <Facts
          facts={[
            ['GPU-hours', digits(of.gpu_hours)],
            ['Cost', formatUsd(of.cost_usd)],
            ['Energy', formatEnergy(of.energy_kwh)],
            ['Emitted', `${formatGrams(of.gco2)} of CO₂ equivalent`],
            ['Avoided', `${formatGrams(of.avoided_gco2)} against the cheapest hub`],
            [
              'Metered until',
              of.metered_until === null ? 'not metered yet' : <Time key="until" at={of.metered_until} form="full" />,
            ],
          ]}
        />
      </Panel>
    </>
  )
}

const Started = ({ at }: { at: string }) => (
  <>
    started <Time at={at} form="ago" />
  </>
)
