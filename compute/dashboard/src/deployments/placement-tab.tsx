import { Empty } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { Facts, Panel, Section } from '@service/ui/page.tsx'
import { formatGrams, formatUsd } from '@service/ui/quantities.ts'
import { CandidateTable, causeWords, PlacementChart } from '../candidates/candidates.ts'
import type { Deployment } from './model/status.tsx'

/** Why it runs where it does, as it was decided. */
export default function PlacementTab({ of: deployment }: { of: Deployment }) {
  const { placement, hub, carbon_aware: carbonAware } = deployment
  if (placement === null) {
    return (
      <Empty title="It has not been placed yet">
        The hubs that were considered, and why one of them was chosen, stand here once it has been.
      </Empty>
    )
  }
  const { hubs, fitting, refused, candidates, cheapest } = placement
  const [best] = candidates
  const causes = Object.entries(refused).filter(([, count]) => count > 0)
  return (
    <>
      <Section title={`${counted(fitting, 'hub')} of ${formatCount(hubs)} could take it`}>
        {best !== undefined && (
          <Panel>
            <PlacementChart
              candidates={candidates}
              chosen={best.hub}
              cheapest={cheapest?.hub}
              carbonAware={carbonAware}
            />
            {best.hub !== hub && hub !== null && (
              <p className="small muted">
                It runs at {hub} now, where it went after {best.hub}.
              </p>
            )}
            {cheapest && <Against best={best} cheapest={cheapest} />}
          </Panel>
        )}
        <CandidateTable candidates={candidates} chosen={best?.hub ?? null} caption="Hubs that could take it" />
      </Section>
      {causes.length > 0 && (
        <Section title="Why the others could not">
          <Panel>
            <Facts
              facts={causes.map(([cause, count]) => [
                counted(count, 'hub'),
                count === 1 ? causeWords(cause) : `each ${causeWords(cause)}`,
              ])}
            />
          </Panel>
        </Section>
      )}
      {deployment.nodes.length > 0 && (
        <Section title="On which nodes">
          <Panel>
            <Facts facts={deployment.nodes.map(({ name, gpus }) => [name, counted(gpus, 'GPU')])} />
          </Panel>
        </Section>
      )}
    </>
  )
}

type Candidate = NonNullable<NonNullable<Deployment['placement']>['cheapest']>

/** What the choice costs and saves, of one GPU in an hour. */
export function Against({ best, cheapest }: { best: Candidate; cheapest: Candidate }) {
  if (best.hub === cheapest.hub) return <p>It is the cheapest hub that fits, too.</p>
  const more = best.price_usd_per_gpu_hour - cheapest.price_usd_per_gpu_hour
  const less = cheapest.grams_per_gpu_hour - best.grams_per_gpu_hour
  return (
    <p>
      Against {cheapest.hub}, the choice by price alone: {formatUsd(Math.abs(more))} {more < 0 ? 'less' : 'more'} and{' '}
      {formatGrams(Math.abs(less))} {less < 0 ? 'more' : 'less'} for each GPU and hour.
    </p>
  )
}
