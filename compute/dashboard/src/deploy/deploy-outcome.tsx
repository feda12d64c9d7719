import { troubleOf } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Loading, Notice } from '@service/ui/notice.tsx'
import { counted, formatCount, formatShare } from '@service/ui/numbers.ts'
import { Panel, Section } from '@service/ui/page.tsx'
import { formatGrams, formatIntensity, formatPue, formatRate, formatUsd } from '@service/ui/quantities.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { useLive } from '../api/api.ts'
import { Against, type Candidate, CandidateTable, Grade, PlacementChart } from '../candidates/candidates.ts'
import { bestWindow } from '../carbon/model/best-window.ts'
import type { Form } from './model/form.ts'
import { type Hub, judge } from './model/smallest-change.ts'
import type { Plan, PlanNow } from './use-plan.ts'

type Props = { plan: PlanNow; form: Form; onChange: (part: Partial<Form>) => void }

/** Where it would run, for how much and with which emissions; why nowhere else, and what would change that. */
export function DeployOutcome({ plan: { plan, error }, form, onChange }: Props) {
  const hubs = useLive('listHubs', { query: { limit: 200 } }, { everyMs: 60_000 })
  if (!plan) return error ? <Notice kind="warn">{troubleOf(error).message}</Notice> : <Loading label="Planning …" />
  const { candidates } = plan
  const best = candidates.find(({ hub }) => hub === plan.hub) ?? candidates[0]
  const cheapest = plan.cheapest ?? undefined
  const zone = hubs.data?.hubs.find(({ hub }) => hub === best?.hub)?.grid_zone
  return (
    <>
      {error && <Notice kind="warn">{troubleOf(error).message}</Notice>}
      <Section title="Where it would run">
        <Panel>
          <Headline plan={plan} best={best} form={form} />
          {best && cheapest && <Against best={best} cheapest={cheapest} />}
          {best && (
            <PlacementChart
              candidates={candidates}
              chosen={best.hub}
              cheapest={cheapest?.hub}
              carbonAware={form.carbonAware}
            />
          )}
          {zone !== undefined && <Window zone={zone} form={form} onChange={onChange} />}
        </Panel>
        {candidates.length > 0 && (
          <CandidateTable candidates={candidates} chosen={best?.hub ?? null} caption="Eligible hubs" />
        )}
        <Shown count={candidates.length} of={plan.candidates_total} what="eligible hubs" />
      </Section>
      {plan.refused.length > 0 && (
        <Section title={`${counted(plan.refused_total, 'hub')} not eligible`}>
          <RefusedTable refused={plan.refused} hubs={hubs.data?.hubs ?? []} form={form} onChange={onChange} />
          <Shown count={plan.refused.length} of={plan.refused_total} what="hubs that are not eligible" />
        </Section>
      )}
    </>
  )
}

const Shown = ({ count, of, what }: { count: number; of: number; what: string }) =>
  count < of && (
    <p className="small muted">
      The first {formatCount(count)} of {formatCount(of)} {what} are listed.
    </p>
  )

function Headline({ plan, best, form }: { plan: Plan; best: Candidate | undefined; form: Form }) {
  const count = Math.max(1, Number(form.count) || 1)
  const hours = Number(form.durationHours)
  if (plan.outcome === 'no-feasible-hub' || !best) {
    return (
      <Notice kind="warn">
        {plan.outcome === 'no-capacity'
          ? 'No hub has enough free GPUs now. Ask for fewer GPUs, allow more regions, or try again later.'
          : 'No hub meets these requirements. The reasons are listed below.'}
      </Notice>
    )
  }
  const [price, grams] = [best.price_usd_per_gpu_hour * count, best.grams_per_gpu_hour * count]
  return (
    <div role="status">
      <div className="deploy-headline">
        <strong>
          {best.hub} <Grade of={best.carbon_score} />
        </strong>
        <span>{formatRate(price)}</span>
        <span>{formatGrams(grams)} CO₂ an hour</span>
        <span className="muted">
          {formatIntensity(best.carbon_intensity_gco2_kwh)}, PUE {formatPue(best.pue)}
        </span>
        {hours > 0 && (
          <span>
            {formatUsd(price * hours)} and {formatGrams(grams * hours)} in all
          </span>
        )}
      </div>
      <p>
        {plan.outcome === 'wait' && plan.expected_start !== null ? (
          <>
            It waits until <Time at={plan.expected_start} />
            {plan.expected_gain !== null && ` and so emits ${formatShare(plan.expected_gain)} less`}.
          </>
        ) : plan.outcome === 'no-capacity' ? (
          'No hub has enough free GPUs now.'
        ) : (
          'It starts at once.'
        )}{' '}
        {plan.simulated && 'The hub is simulated: nothing really runs.'}
        {plan.cpu_only && 'It runs on CPUs only: the GPU type is an example.'}
      </p>
    </div>
  )
}

/** The best hours of the grid there, where a forecast knows one hour from another. */
function Window({ zone, form, onChange }: { zone: string; form: Form; onChange: (part: Partial<Form>) => void }) {
  const { data } = useLive('getCarbonForecast', { path: { country: zone }, query: { hours: 48 } }, { everyMs: 300_000 })
  if (!data) return null
  if (data.method === 'annual-mean') {
    return (
      <p className="small muted">Only an annual mean is known for the grid of {zone}, so waiting would save nothing.</p>
    )
  }
  const hours = Math.max(1, Number(form.durationHours) || 1)
  const best = bestWindow(data.hours, hours)
  if (!best || best.saved < 0.01) return <p className="small muted">No later hours are cleaner than now in {zone}.</p>
  return (
    <p className="small">
      The cleanest {hours} h in {zone} begin <Time at={best.from} />: {formatIntensity(best.meanGramsPerKwh)},{' '}
      {formatShare(best.saved)} less than now.{' '}
      {form.carbonAware && Number(form.maxDelayHours) < best.at && (
        <Button size="small" onClick={() => onChange({ maxDelayHours: String(best.at) })}>
          Let it wait up to {best.at} h
        </Button>
      )}
    </p>
  )
}

function RefusedTable({
  refused,
  hubs,
  form,
  onChange,
}: {
  refused: Plan['refused']
  hubs: readonly Hub[]
  form: Form
  onChange: (part: Partial<Form>) => void
}) {
  const rows = refused.map((one) => ({
    ...one,
    ...judge(
      one,
      hubs.find(({ hub }) => hub === one.hub),
      form,
    ),
  }))
  return (
    <Table
      caption="Hubs that are not eligible"
      captionHidden
      rows={rows}
      keyOf={({ hub }) => hub}
      columns={[
        {
          head: 'Hub',
          nowrap: true,
          cell: ({ hub, country }) => (
            <>
              <ScreenLink to="/hubs/$hub" of="/hubs" params={{ hub }}>
                {hub}
              </ScreenLink>{' '}
              <span className="muted">{country}</span>
            </>
          ),
        },
        {
          head: 'Reasons',
          cell: ({ hub, words, change }) => (
            <div className="deploy-refused">
              <span>{words}</span>
              {change && (
                <Button size="small" onClick={() => onChange(change.to)} aria-label={`${change.words}, for ${hub}`}>
                  {change.words}
                </Button>
              )}
            </div>
          ),
        },
      ]}
    />
  )
}
